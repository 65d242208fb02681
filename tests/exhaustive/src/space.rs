//! The space: every field alone, every rule over its fields, every pair of rules that share one.

use crate::partitions::{Class, classes};
use crate::settings::{Known, Setting, combined, one_by_one};
use casegate::Product;
use casegate::explain::Explanation;
use casegate::fields::{COMMON, Field, POLICY_EXISTENCE, POLICY_LIMIT};
use casegate_schema_tests::bases;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// The most combinations: beyond that, each kind of classes is reduced to its first, and then the kinds
/// of fields with an absent or a text value to one of each meaning.
pub const MOST: usize = 1_000_000;

/// The least number of combinations of each region.
pub const FEW: usize = 400;

/// The settings that each rule depends on. A rule that is missing here has no part in the space,
/// and fails the tests.
pub const DEPENDS_ON: &[(&str, &[Setting])] = &[
    ("case.requester_named", &[Setting::Token, Setting::Surface]),
    ("case.financing_enrolled", &[Setting::Enrolment]),
    ("legacy.sunset", &[Setting::Surface, Setting::Day]),
    ("legacy.product_agrees", &[Setting::Surface]),
    ("legacy.files_declared", &[Setting::Surface]),
    ("pl.loss_not_in_future", &[Setting::Day]),
    ("pl.loss_not_long_ago", &[Setting::Day]),
    ("pl.one_family", &[]),
    ("pl.company_named_once", &[]),
    ("pl.defendant_business_named", &[]),
    ("pl.driver_of_commercial_vehicle", &[]),
    ("pl.policyholder_named", &[]),
    ("pl.carrier_accepted", &[Setting::Carriers]),
    ("pl.specialty_carrier_fee", &[Setting::Carriers]),
    ("pe.loss_within_365_days", &[Setting::Day]),
    ("pe.defendant_business_named", &[]),
    ("pe.transportation_company_declared", &[]),
    ("pe.usdot_number_given", &[]),
    ("pe.usdot_number_used", &[]),
    ("pe.transportation_only_for_commercial_auto", &[]),
    ("pe.property_owner_occupied", &[]),
    ("pe.excluded_insurance_described", &[]),
    ("pe.other_reason_chosen", &[]),
];

/// A place in the payload, and its possible values.
#[derive(Debug)]
pub struct Axis {
    /// A pointer of one or two steps.
    pub at: String,
    /// Its classes.
    pub classes: Vec<Class>,
}

/// Some axes, whose combinations are all tried in some bases and contexts.
#[derive(Debug)]
pub struct Region {
    /// Its subject: a field, a rule, a pair.
    pub name: String,
    /// Its axes.
    pub axes: Vec<Axis>,
    /// The payloads into which the values are put.
    pub bases: Vec<Map<String, Value>>,
    /// The contexts.
    pub contexts: Vec<Known>,
    /// For each reduced axis the numbers of classes before and after.
    pub coarsened: Vec<String>,
}

impl Region {
    fn new(name: String, axes: Vec<Axis>, bases: Vec<Map<String, Value>>, contexts: Vec<Known>) -> Region {
        let mut region = Region { name, axes, bases, contexts, coarsened: Vec::new() };
        while region.len() > MOST {
            let kinds = |axis: &Axis| axis.classes.iter().map(|class| &class.kind).collect::<BTreeSet<_>>().len();
            let is_finer = |axis: &Axis| kinds(axis) < axis.classes.len();
            let repeats_meanings = |axis: &Axis| axis.classes.iter().any(has_another_meaning);
            let all_are_coarse = !region.axes.iter().any(is_finer);
            let reducible = region
                .axes
                .iter_mut()
                .filter(|axis| if all_are_coarse { repeats_meanings(axis) } else { is_finer(axis) });
            let Some(largest) = reducible.max_by_key(|axis| axis.classes.len()) else {
                panic!("{}: more than {MOST} combinations; raise MOST in tests/exhaustive/src/space.rs", region.name)
            };
            let (before, mut kinds) = (largest.classes.len(), BTreeSet::new());
            if all_are_coarse {
                largest.classes.retain(|class| !has_another_meaning(class));
            } else {
                largest.classes.retain(|class| kinds.insert(class.kind.clone()));
            }
            region.coarsened.push(format!("{} {before} → {}", &largest.at[1..], largest.classes.len()));
        }
        assert!(!region.is_empty(), "{}: there is nothing to try", region.name);
        region
    }

    /// The number of combinations.
    pub fn len(&self) -> usize {
        self.axes.iter().map(|axis| axis.classes.len()).product::<usize>() * self.bases.len() * self.contexts.len()
    }

    /// A step of about this size, or one by which [`FEW`] are tried, that leaves out no class of
    /// any axis: it has no factor in common with their numbers.
    pub fn stride(&self, about: usize) -> usize {
        let about = about.min(self.len().div_ceil(FEW));
        let counts = self.axes.iter().map(|axis| axis.classes.len()).chain([self.bases.len(), self.contexts.len()]);
        let counts: Vec<usize> = counts.collect();
        let has_no_common_factor = |step: &usize| counts.iter().all(|count| greatest_common_factor(*step, *count) == 1);
        (about..=usize::MAX).find(has_no_common_factor).unwrap()
    }

    /// Returns `true` if there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A combination: the payload and the context, or `None` if a member's record is not in the
    /// base.
    pub fn at(&self, mut index: usize) -> Option<(Value, &Known)> {
        let mut digit = |count: usize| {
            let digit = index % count;
            index /= count;
            digit
        };
        let context = &self.contexts[digit(self.contexts.len())];
        let mut payload = Value::Object(self.bases[digit(self.bases.len())].clone());
        for axis in &self.axes {
            let class = &axis.classes[digit(axis.classes.len())];
            let (parent, name) = axis.at.rsplit_once('/').unwrap();
            let parent = payload.pointer_mut(parent)?.as_object_mut()?;
            match &class.value {
                Some(value) => parent.insert(name.to_owned(), value.clone()),
                None => parent.shift_remove(name),
            };
        }
        Some((payload, context))
    }
}

/// Returns `true` if rules read the value like one of another kind, absent or text. Each field alone
/// and each rule try these kinds; a region of many rules leaves them out if it is too large.
fn has_another_meaning(class: &Class) -> bool {
    ["null", "blank", "nearly blank"].contains(&class.kind.as_str())
}

fn greatest_common_factor(one: usize, other: usize) -> usize {
    if other == 0 { one } else { greatest_common_factor(other, one % other) }
}

/// The whole space, by the subjects of its regions.
pub fn parts() -> [(&'static str, Vec<Region>); 4] {
    [
        ("fields alone", fields()),
        ("rules", rules()),
        ("pairs of rules that share a field", pairs()),
        ("all rules of a field at once", crowds()),
    ]
}

/// Every field alone, in every base, with every context that differs from the plain one in one
/// setting.
pub fn fields() -> Vec<Region> {
    let mut regions = Vec::new();
    let mut alone = |at: String, field: &Field| {
        let axes = vec![Axis { at: at.clone(), classes: classes(field) }];
        regions.push(Region::new(at, axes, bases(), one_by_one()));
    };
    for field in COMMON.iter().chain(POLICY_LIMIT).chain(POLICY_EXISTENCE) {
        alone(format!("/{}", field.name), field);
        for member in field.kind.members() {
            alone(format!("/{}/{}", field.name, member.name), member);
        }
    }
    regions
}

/// Every rule over all classes of its fields, in every base of both products.
pub fn rules() -> Vec<Region> {
    let one = |rule: &Explanation| {
        let (axes, contexts) = (axes(&fields_of(rule), rule.product), combined(settings_of(&rule.id)));
        Region::new(rule.id.to_string(), axes, bases(), contexts)
    };
    casegate::explain::rules().iter().map(one).collect()
}

/// Every pair of rules that share a field, over all classes of the fields of both, in the smallest
/// base of each product.
pub fn pairs() -> Vec<Region> {
    let rules = casegate::explain::rules();
    let mut regions = Vec::new();
    for (at, one) in rules.iter().enumerate() {
        for other in &rules[at + 1..] {
            if share_a_field(one, other) {
                regions.push(together(&format!("{} × {}", one.id, other.id), &[one, other]));
            }
        }
    }
    regions
}

/// For each field with more than two rules, all of these rules together.
pub fn crowds() -> Vec<Region> {
    let rules = casegate::explain::rules();
    let mut regions = Vec::new();
    for product in Product::ALL {
        for field in product.fields() {
            let at = format!("/{}", field.name);
            let crowd: Vec<&Explanation> =
                rules.iter().filter(|rule| rule.product == Some(product) && fields_of(rule).contains(&at)).collect();
            if crowd.len() > 2 {
                regions.push(together(&format!("{} × all of {}", crowd.len(), field.name), &crowd));
            }
        }
    }
    regions
}

fn together(name: &str, rules: &[&Explanation]) -> Region {
    let names: BTreeSet<String> = rules.iter().flat_map(|rule| fields_of(rule)).collect();
    let mut settings: Vec<Setting> = Vec::new();
    for setting in rules.iter().flat_map(|rule| settings_of(&rule.id)) {
        if !settings.contains(setting) {
            settings.push(*setting);
        }
    }
    let products = if rules.iter().any(|rule| rule.product.is_none()) {
        Product::ALL.to_vec()
    } else {
        Product::ALL.into_iter().filter(|product| rules.iter().any(|rule| rule.product == Some(*product))).collect()
    };
    let of_both = (products.len() == 1).then(|| products[0]);
    let small = |product: &Product| {
        let all = bases().into_iter().filter(|base| base["case_type"] == product.case_type());
        all.min_by_key(Map::len).unwrap()
    };
    Region::new(name.to_owned(), axes(&names, of_both), products.iter().map(small).collect(), combined(&settings))
}

/// What a rule reads or names, an alias with its field.
pub fn fields_of(rule: &Explanation) -> BTreeSet<String> {
    let mut all: BTreeSet<String> = rule.reads.iter().chain(&rule.targets).cloned().collect();
    for field in COMMON.iter().chain(POLICY_LIMIT).chain(POLICY_EXISTENCE) {
        if let Some(name) = field.current_name() {
            let both = [format!("/{name}"), format!("/{}", field.name)];
            if both.iter().any(|at| all.contains(at)) {
                all.extend(both);
            }
        }
    }
    all.remove("");
    all
}

/// Returns `true` if two rules share a field; a name that both products have is two fields.
fn share_a_field(one: &Explanation, other: &Explanation) -> bool {
    let other_fields = fields_of(other);
    let same_product = one.product.is_none() || other.product.is_none() || one.product == other.product;
    fields_of(one)
        .iter()
        .filter(|at| other_fields.contains(*at))
        .any(|at| same_product || COMMON.iter().any(|field| **at == format!("/{}", field.name)))
}

/// The settings that a rule depends on.
fn settings_of(id: &str) -> &'static [Setting] {
    let row = DEPENDS_ON.iter().find(|(rule, _)| *rule == id);
    row.unwrap_or_else(|| panic!("{id} is in no row of DEPENDS_ON in tests/exhaustive/src/space.rs")).1
}

/// The axes of some fields, for one product or both.
fn axes(names: &BTreeSet<String>, product: Option<Product>) -> Vec<Axis> {
    names
        .iter()
        .map(|at| {
            let tables = Product::ALL.into_iter().filter(|own| product.is_none_or(|product| product == *own));
            let all = COMMON.iter().chain(tables.flat_map(Product::fields));
            let rows: Vec<&Field> = all.filter(|field| *at == format!("/{}", field.name)).collect();
            assert!(!rows.is_empty(), "a rule reads {at}, which has no classes");
            Axis { at: at.clone(), classes: rows.into_iter().flat_map(classes).collect() }
        })
        .collect()
}
