//! A schema with a firm's rules accepts what the rulebook and these rules accept.

use crate::support;
use casegate::export::{CaseSchema, Draft, case_schema_json, unsaid_firm_rules};
use casegate::firm_rules::check_house;
use casegate::{Context, Product, Settings, Severity, check_case};
use casegate_schema_tests::{Edit, bases, edited, edits, example_rules};
use jsonschema::Validator;
use proptest::prelude::*;
use proptest::test_runner::contextualize_config;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Settings that change no verdict, and the firm's rules.
const HARMLESS: [&str; 7] = ["today", "include", "token_name", "financing_enrolled", "credential", "language", "house"];

static EDITS: LazyLock<Vec<Edit>> = LazyLock::new(edits);

/// A context with a firm's rules, and its schemas of a product.
struct Firm {
    settings: Value,
    context: Context,
    product: Product,
    unsaid: Vec<String>,
    validators: Vec<Validator>,
}

impl Firm {
    fn new(settings: &str, product: Product) -> Firm {
        let read = Settings::from_json(settings).unwrap();
        let wanted = |draft| CaseSchema::of_settings(product, draft, &read);
        let unsaid = unsaid_firm_rules(wanted(Draft::Draft202012)).iter().map(|(rule, _)| (*rule).to_owned()).collect();
        let schemas = Draft::ALL.map(|draft| serde_json::from_str(&case_schema_json(wanted(draft))).unwrap());
        let validators = schemas.map(|schema: Value| {
            assert!(jsonschema::meta::is_valid(&schema), "{settings}");
            jsonschema::validator_for(&schema).unwrap()
        });
        Firm {
            settings: serde_json::from_str(settings).unwrap(),
            product,
            unsaid,
            validators: validators.into(),
            context: read.on(read.today().unwrap_or_else(|| casegate_schema_tests::TODAY.parse().unwrap())),
        }
    }

    /// A rule in the schema refuses a payload.
    fn finds_something(&self, text: &str) -> bool {
        let issues = check_case(text, &self.context).issues;
        let rules = issues.iter().filter_map(|issue| issue.rule.as_deref());
        let firms = || {
            self.settings["house"]["rules"].as_array().into_iter().flatten().map(|rule| rule["id"].as_str().unwrap())
        };
        rules.into_iter().any(|rule| firms().any(|id| id == rule) && !self.unsaid.iter().any(|unsaid| unsaid == rule))
    }

    /// The schema differs from the rulebook with the rules that it has.
    fn disagrees(&self, text: &str) -> Option<bool> {
        let value: Value = serde_json::from_str(text).ok()?;
        let report = check_case(text, &self.context);
        let is_unsaid = |rule: Option<&str>| rule.is_some_and(|rule| self.unsaid.iter().any(|unsaid| unsaid == rule));
        let errors = || report.issues.iter().filter(|issue| issue.severity == Severity::Error);
        let is_of_product = report.facts.case_type == Some(self.product);
        // Where an omitted rule forbids a field, its finding replaces others about the field.
        let may_take = is_of_product && errors().all(|issue| is_unsaid(issue.rule.as_deref()));
        let must_take = is_of_product && errors().next().is_none();
        let differs = |says: &bool| if *says { !may_take } else { must_take };
        self.validators.iter().map(|validator| validator.is_valid(&value)).find(differs)
    }
}

/// Settings of the documentation and of every vector that has usable rules and nothing else that
/// changes a verdict.
fn settings() -> BTreeSet<String> {
    let of_vectors = support::all().into_iter().filter_map(|vector| {
        let mut context: Map<String, Value> = serde_json::from_str(&vector.context).ok()?;
        if vector.call.is("check_house") {
            context.insert("house".to_owned(), serde_json::from_str(&vector.payload).ok()?);
        }
        let is_plain = context.contains_key("house") && context.keys().all(|name| HARMLESS.contains(&name.as_str()));
        let text = Value::Object(context).to_string();
        (is_plain && Settings::from_json(&text).is_ok()).then_some(text)
    });
    let of_page = example_rules().into_iter().map(|house| json!({ "today": "2026-03-01", "house": house }).to_string());
    of_vectors.chain(of_page).collect()
}

/// The fields that rules name, and the values at which their tests may change.
fn edges(value: &Value, fields: &mut BTreeSet<String>, values: &mut Vec<Value>) {
    match value {
        Value::String(text) if text.starts_with('/') => drop(fields.insert(text.clone())),
        Value::String(text) => {
            let mut texts = vec![text.clone(), text.to_lowercase(), text.to_uppercase(), format!(" {text} ")];
            texts.extend(
                ["x", "0", "\n", " 9"].iter().flat_map(|more| [format!("{text}{more}"), format!("{more}{text}")]),
            );
            texts.extend([
                text.replace('#', "7"),
                text.replace('#', "7").replace('*', "a\nb").replace('?', "\u{1F600}"),
            ]);
            texts.extend(["AB1234", "ab1234", "AB12345", "AB1234\n"].map(str::to_owned));
            texts.extend(neighbours(text));
            values.extend(texts.iter().map(|text| json!([text])));
            values.extend(texts.iter().map(|text| json!([text, "other_reason"])));
            values.extend(texts.into_iter().map(Value::from));
        }
        Value::Number(limit) => {
            let limit = limit.as_i64().unwrap();
            for number in [limit - 1, limit, limit + 1, -limit, limit * 10, limit / 10, i64::MAX] {
                values.extend([json!(number), json!(number.to_string()), json!(format!("00{number}"))]);
            }
            let entries = |count: i64| vec!["skip_trace"; usize::try_from(count.clamp(0, 8)).unwrap()];
            for count in [limit - 1, limit, limit + 1] {
                values.extend([json!(entries(count)), json!(entries(count).join(" \u{3000}"))]);
            }
        }
        Value::Array(list) => list.iter().for_each(|value| edges(value, fields, values)),
        Value::Object(members) => {
            members
                .iter()
                .filter(|(name, _)| !["message", "id", "title", "reason"].contains(&name.as_str()))
                .for_each(|(_, value)| edges(value, fields, values));
        }
        _ => {}
    }
}

/// The days around a day.
fn neighbours(day: &str) -> Vec<String> {
    let Some(day) = casegate::Date::parse(day) else { return Vec::new() };
    let day = day.to_chrono();
    [
        day.pred_opt(),
        day.succ_opt(),
        day.checked_sub_days(chrono::Days::new(400)),
        day.checked_add_days(chrono::Days::new(40)),
    ]
    .into_iter()
    .flatten()
    .map(|day| day.to_string())
    .collect()
}

/// Edits of the fields that rules name, those of records whole.
fn edits_of(settings: &str) -> Vec<Edit> {
    let house: Value = serde_json::from_str(settings).unwrap();
    let (mut fields, mut values) = (BTreeSet::new(), Vec::new());
    edges(&house["house"]["rules"], &mut fields, &mut values);
    let records: Vec<String> = fields.iter().map(|field| format!("/{}", field.split('/').nth(1).unwrap())).collect();
    fields.extend(records);
    if fields.contains("/insurance_company") {
        fields.insert("/insurance_company_name".to_owned());
    }
    let known = EDITS.iter().filter(|edit| fields.contains(&edit.at)).cloned();
    let own =
        fields.iter().flat_map(|at| values.iter().map(|value| Edit { at: at.clone(), value: Some(value.clone()) }));
    known.chain(own).collect()
}

fn bases_of(product: Product) -> Vec<Map<String, Value>> {
    bases().into_iter().filter(|base| base["case_type"] == product.case_type()).collect()
}

#[test]
fn every_edit_of_a_field_that_a_rule_names_is_judged_alike() {
    let (mut whole, mut judged, mut refused) = (0, 0, 0);
    for (turn, settings) in settings().iter().enumerate() {
        let edits = edits_of(settings);
        for product in Product::ALL {
            let firm = Firm::new(settings, product);
            whole += usize::from(firm.unsaid.is_empty());
            let bases = bases_of(product);
            // Each edit is judged in one of the bases.
            let bases = [bases.first().unwrap(), bases.last().unwrap()];
            for (at, edit) in edits.iter().enumerate() {
                let Some(text) = edited(bases[(at + turn) % 2], [edit]) else { continue };
                judged += 1;
                refused += usize::from(firm.finds_something(&text));
                assert_eq!(firm.disagrees(&text), None, "{settings}\n{text}");
            }
        }
    }
    assert!(whole > 100 && judged > 50_000 && refused > 10_000, "{whole} {judged} {refused}");
}

/// Texts of up to three of these characters, and some with a line break or beyond ASCII.
fn short_texts() -> Vec<String> {
    let letters = ["A", "b", "1", "-", "_", "."];
    let longer = |texts: &[String]| -> Vec<String> {
        texts.iter().flat_map(|text| letters.iter().map(move |letter| format!("{text}{letter}"))).collect()
    };
    let one = longer(&[String::new()]);
    let (two, three) = (longer(&one), longer(&longer(&one)));
    let others = ["", " ", "A\n", "A\n1", "\u{E9}", "\u{1F600}", "AA", "AAAA", "A b", "x]"].map(str::to_owned);
    one.into_iter().chain(two).chain(three).chain(others).collect()
}

/// Rules of one requirement, and whether the schema has it.
const REQUIREMENTS: &[(&str, bool)] = &[
    (r#"{"field":"/office_case_number","matches":"\\w+"}"#, true),
    (r#"{"field":"/office_case_number","matches":"[A-]{1,2}"}"#, true),
    (r#"{"field":"/office_case_number","matches":"[A\\-\\.]*1?"}"#, true),
    (r#"{"field":"/office_case_number","matches":"[\\--\\.]{2,}"}"#, true),
    (r#"{"field":"/office_case_number","matches":"A??b|A+?1"}"#, true),
    (r#"{"field":"/office_case_number","matches":"(?:A|b){2}_*"}"#, true),
    (r#"{"field":"/office_case_number","matches":"(?:)"}"#, true),
    (r#"{"field":"/office_case_number","matches":"\u00e9"}"#, true),
    (r#"{"field":"/office_case_number","matches":"[^A]+"}"#, false),
    (r#"{"field":"/office_case_number","matches":"[[:alpha:]]+"}"#, false),
    (r#"{"field":"/office_case_number","matches":"[A-\\x63]+"}"#, false),
    (r#"{"field":"/office_case_number","matches":"A.*"}"#, false),
    (r#"{"field":"/office_case_number","matches":"(?i)a+"}"#, false),
    (r#"{"field":"/office_case_number","matches":"\\x41"}"#, false),
    (r#"{"field":"/office_case_number","matches":"A\\b"}"#, false),
    (r#"{"field":"/office_case_number","matches":"A{1, 2}"}"#, false),
    (r#"{"field":"/office_case_number","matches":"A**"}"#, false),
    (r#"{"field":"/office_case_number","matches":"\ud83d\ude00"}"#, false),
    (r#"{"field":"/office_case_number","matches":"[A-\uffff]"}"#, false),
    (r#"{"field":"/office_case_number","matches":"[\n]A"}"#, false),
    (r#"{"field":"/office_case_number","like":"*A*b*"}"#, true),
    (r#"{"field":"/office_case_number","like":"A#*"}"#, true),
    (r#"{"field":"/office_case_number","like":"A?*"}"#, false),
    (r#"{"field":"/office_case_number","like":"A*b"}"#, false),
    (r#"{"field":"/office_case_number","starts_with":["A-","b."]}"#, true),
    (r#"{"forbidden":"/policy_number"}"#, true),
    (r#"{"field":"/cc_emails","count":{"between":[1,2]}}"#, true),
    (r#"{"field":"/cc_emails","count":{"at_most":0}}"#, true),
    (r#"{"field":"/cc_emails","count":{"at_most":1001}}"#, false),
    (r#"{"field":"/cc_emails","contains":"A@b.example"}"#, true),
    (r#"{"field":"/base_product","count":{"at_least":1}}"#, true),
];

#[test]
fn a_requirement_that_the_schema_has_is_judged_alike_for_short_texts() {
    let base = bases_of(Product::PolicyLimit).remove(0);
    let mut wrong = Vec::new();
    for (requirement, is_in_schema) in REQUIREMENTS {
        let then: Value = serde_json::from_str(requirement).unwrap();
        let rule = json!({ "id": "acme.rule", "product": "pl", "then": [then], "message": { "en": "Enter it." } });
        let settings = json!({ "today": "2026-03-01", "house": { "rules": [rule] } }).to_string();
        if Settings::from_json(&settings).is_err() {
            wrong.push(format!("{requirement} is refused"));
            continue;
        }
        let firm = Firm::new(&settings, Product::PolicyLimit);
        if firm.unsaid.is_empty() != *is_in_schema {
            wrong.push(format!("{requirement} is in the schema: {}", !is_in_schema));
        }
        let at = then.get("field").or(then.get("forbidden")).and_then(Value::as_str).unwrap();
        let mut values: Vec<Value> = short_texts().into_iter().map(Value::from).collect();
        values
            .extend(["A@b.example", "a@b.example A@b.example", "x@y.example z@y.example b@y.example"].map(Value::from));
        values.extend([json!(["A"]), json!(["A", "b"]), json!([]), json!(null), json!(7)]);
        for value in values {
            let edit = Edit { at: at.to_owned(), value: Some(value) };
            let Some(text) = edited(&base, [&edit]) else { continue };
            if firm.disagrees(&text).is_some() {
                wrong.push(format!("{requirement}: {text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Each condition and each requirement of usable rules of both products, by the product.
fn parts() -> (Vec<Value>, Vec<Value>) {
    let rules: Vec<Value> = settings()
        .iter()
        .flat_map(|settings| {
            let settings: Value = serde_json::from_str(settings).unwrap();
            settings["house"]["rules"].as_array().cloned().unwrap_or_default()
        })
        .collect();
    let of = |name: &str| rules.iter().flat_map(|rule| rule[name].as_array().cloned().unwrap_or_default()).collect();
    (of("when"), of("then"))
}

fn rule() -> impl Strategy<Value = Value> {
    let (when, then) = parts();
    let condition = prop::sample::select(when).prop_recursive(2, 6, 3, |part| {
        prop_oneof![
            prop::collection::vec(part.clone(), 1..3).prop_map(|parts| json!({ "any": parts })),
            prop::collection::vec(part.clone(), 1..3).prop_map(|parts| json!({ "all": parts })),
            part.prop_map(|part| json!({ "not": part })),
        ]
    });
    let meets = condition.clone().prop_filter("put together", |condition| condition.get("field").is_none());
    let demand = prop_oneof![3 => prop::sample::select(then), 1 => meets];
    let (when, then) = (prop::collection::vec(condition, 0..3), prop::collection::vec(demand, 1..3));
    (when, then, prop::sample::select(vec!["pl", "pe"])).prop_map(|(when, then, product)| {
        let mut rule = json!({ "id": "acme.rule", "product": product, "then": then, "message": { "en": "Enter it." } });
        if !when.is_empty() {
            rule["when"] = Value::Array(when);
        }
        rule
    })
}

proptest! {
    #![proptest_config(contextualize_config(ProptestConfig { max_global_rejects: 100_000, ..ProptestConfig::with_cases(200) }))]

    #[test]
    fn rules_of_many_parts_are_judged_alike(
        rule in rule(),
        picks in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<prop::sample::Index>()), 60),
    ) {
        let house = json!({ "rules": [rule] });
        let plain = casegate::Context::from_json(r#"{"today":"2026-03-01"}"#).unwrap();
        prop_assume!(check_house(&house.to_string(), &plain).ok);
        let settings = json!({ "today": "2026-03-01", "house": house }).to_string();
        let product = Product::from_case_type(house["rules"][0]["product"].as_str().unwrap()).unwrap();
        let (firm, edits, bases) = (Firm::new(&settings, product), edits_of(&settings), bases_of(product));
        // A rule on files alone names no field.
        prop_assume!(!edits.is_empty());
        for (base, one, other) in picks {
            if let Some(text) = edited(base.get(&bases), [one.get(&edits), other.get(&edits)]) {
                prop_assert_eq!(firm.disagrees(&text), None, "{}\n{}", settings, text);
            }
        }
    }
}
