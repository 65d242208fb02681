//! Payloads of clients, in which every class of values occurs soon.
//!
//! Most payloads are a base of the vectors with one edit. Edits with the same outcome are a class,
//! and the classes are taken in turn, each round in another order. So every stream of some hundred
//! payloads has all classes, whatever its seed.

use crate::service::TODAY;
use casegate::fields::{COMMON, Field, Kind, POLICY_EXISTENCE, POLICY_LIMIT};
use casegate::{Context, Date, Product, check_case};
use casegate_exhaustive::partitions::{Class, classes};
use casegate_exhaustive::random::Random;
use casegate_schema_tests::bases;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// An edit of a base.
#[derive(Clone)]
struct Edit {
    base: usize,
    /// A pointer of one or two steps.
    at: String,
    value: Option<Value>,
}

/// Edits with the same outcome.
type EditClass = Vec<Edit>;

/// The edits of all bases, by outcome.
struct Edits {
    bases: Vec<Map<String, Value>>,
    /// By the codes and rules of the findings.
    by_finding: Vec<EditClass>,
    /// By the codes, the rules and the fields of the findings. Edits without a finding are
    /// classes by field and kind of value.
    by_field: Vec<EditClass>,
}

/// Slips that no single edit of a base makes, and days next to a limit.
#[derive(Clone, Copy)]
enum Slip {
    UnknownField,
    /// The company under its deprecated name alone.
    Alias,
    /// A field of the fullest case is removed, or given.
    Toggle,
    /// A loss this many days ago.
    Loss(i64),
}

const SLIPS: [Slip; 16] = [
    Slip::UnknownField,
    Slip::Alias,
    Slip::Toggle,
    Slip::Toggle,
    Slip::Toggle,
    Slip::Toggle,
    Slip::Toggle,
    Slip::Toggle,
    Slip::Loss(-30),
    Slip::Loss(-1),
    Slip::Loss(0),
    Slip::Loss(1),
    Slip::Loss(364),
    Slip::Loss(365),
    Slip::Loss(366),
    Slip::Loss(367),
];

static EDITS: LazyLock<Edits> = LazyLock::new(|| {
    let bases = bases();
    let context = Context::new(today());
    let (mut by_finding, mut by_field) = (BTreeMap::new(), BTreeMap::new());
    for (base, payload) in bases.iter().enumerate() {
        for (at, class) in places() {
            let Some(edited) = edited(payload, &at, class.value.as_ref()) else { continue };
            let mut findings: Vec<[String; 3]> = Vec::new();
            for issue in check_case(&edited.to_string(), &context).issues {
                let field = issue.at.split('/').nth(1).unwrap_or_default().to_owned();
                findings.push([issue.code.name().to_owned(), issue.rule.unwrap_or_default().into(), field]);
            }
            if findings.is_empty() {
                let kind = class.kind.split(':').next().unwrap_or_default().to_owned();
                findings.push([at.clone(), kind, String::new()]);
            }
            findings.sort_unstable();
            let kinds: Vec<[String; 2]> = findings.iter().map(|[code, rule, _]| [code.clone(), rule.clone()]).collect();
            let edit = Edit { base, at, value: class.value };
            by_finding.entry(kinds).or_insert_with(Vec::new).push(edit.clone());
            by_field.entry(findings).or_insert_with(Vec::new).push(edit);
        }
    }
    // Classes by field without a finding would be most of the classes by finding.
    by_finding.retain(|kinds, _: &mut EditClass| !kinds.iter().any(|[code, _]| code.starts_with('/')));
    Edits { bases, by_finding: by_finding.into_values().collect(), by_field: by_field.into_values().collect() }
});

fn today() -> Date {
    Date::parse(TODAY).unwrap()
}

fn fields() -> impl Iterator<Item = &'static Field> {
    COMMON.iter().chain(POLICY_LIMIT).chain(POLICY_EXISTENCE)
}

/// Returns each place of a payload with each class of its values.
fn places() -> impl Iterator<Item = (String, Class)> {
    let of = |at: String, field: &Field| classes(field).into_iter().map(move |class| (at.clone(), class));
    fields().flat_map(move |field| {
        let members = field.kind.members().iter();
        let members = members.flat_map(move |member| of(format!("/{}/{}", field.name, member.name), member));
        of(format!("/{}", field.name), field).chain(members)
    })
}

/// Returns a base with a change; `None` if nothing changes, or if it lacks the record of a member.
fn edited(base: &Map<String, Value>, at: &str, value: Option<&Value>) -> Option<Value> {
    let mut payload = Value::Object(base.clone());
    if payload.pointer(at) == value {
        return None;
    }
    let (parent, name) = at.rsplit_once('/')?;
    let parent = payload.pointer_mut(parent)?.as_object_mut()?;
    match value {
        Some(value) => drop(parent.insert(name.to_owned(), value.clone())),
        None => drop(parent.shift_remove(name)),
    }
    Some(payload)
}

/// Takes elements in turn, each round in another order.
struct Turns {
    order: Vec<usize>,
    taken: usize,
}

impl Turns {
    fn of(count: usize) -> Turns {
        Turns { order: (0..count).collect(), taken: count }
    }

    fn next(&mut self, random: &mut Random) -> usize {
        if self.taken == self.order.len() {
            random.shuffle(&mut self.order);
            self.taken = 0;
        }
        self.taken += 1;
        self.order[self.taken - 1]
    }
}

/// Makes payloads.
pub(crate) struct Cases {
    made: usize,
    by_finding: Turns,
    by_field: Turns,
    slips: Turns,
}

impl Cases {
    pub(crate) fn new() -> Cases {
        Cases {
            made: 0,
            by_finding: Turns::of(EDITS.by_finding.len()),
            by_field: Turns::of(EDITS.by_field.len()),
            slips: Turns::of(SLIPS.len()),
        }
    }

    pub(crate) fn payload(&mut self, random: &mut Random) -> Value {
        self.made += 1;
        let mut payload = match self.made % 8 {
            0 => base(random),
            1 => slipped(SLIPS[self.slips.next(random)], random),
            2 => {
                let class = self.by_finding.next(random);
                one_of(&EDITS.by_finding[class], random)
            }
            _ => {
                let class = self.by_field.next(random);
                one_of(&EDITS.by_field[class], random)
            }
        };
        if random.percent(40) {
            thin(&mut payload, random);
        }
        payload
    }
}

fn base(random: &mut Random) -> Value {
    Value::Object(EDITS.bases[random.below(EDITS.bases.len())].clone())
}

fn one_of(class: &EditClass, random: &mut Random) -> Value {
    let Edit { base, at, value } = &class[random.below(class.len())];
    edited(&EDITS.bases[*base], at, value.as_ref()).unwrap()
}

fn slipped(slip: Slip, random: &mut Random) -> Value {
    let mut payload = base(random);
    match slip {
        Slip::UnknownField => payload["unheard_of"] = json!("text"),
        Slip::Alias => {
            while payload["case_type"] != Product::PolicyLimit.case_type() {
                payload = base(random);
            }
            let members = payload.as_object_mut().unwrap();
            let company = members.shift_remove("insurance_company").unwrap();
            members.insert("insurance_company_name".to_owned(), company);
        }
        Slip::Toggle => {
            let of_product = EDITS.bases.iter().filter(|base| base["case_type"] == payload["case_type"]);
            let full = of_product.max_by_key(|base| base.len()).unwrap();
            let (name, value) = full.iter().nth(random.below(full.len())).unwrap();
            let members = payload.as_object_mut().unwrap();
            if members.shift_remove(name).is_none() {
                members.insert(name.clone(), value.clone());
            }
        }
        Slip::Loss(days_ago) => {
            let day = today().to_chrono() - chrono::Duration::days(days_ago);
            payload["date_of_loss"] = json!(day.to_string());
        }
    }
    payload
}

/// Removes a third of the free texts.
fn thin(payload: &mut Value, random: &mut Random) {
    for field in fields().filter(|field| matches!(field.kind, Kind::Text) && !field.is_required) {
        if random.percent(33) {
            payload.as_object_mut().unwrap().shift_remove(field.name);
        }
    }
}

#[test]
fn every_class_is_taken_before_the_thousandth_payload() {
    let rare = EDITS.by_field.len() * 8 / 5;
    println!("{} classes by finding, {} by field", EDITS.by_finding.len(), EDITS.by_field.len());
    assert!(EDITS.by_finding.len() > 30 && rare < 1_000, "{} {rare}", EDITS.by_finding.len());
}
