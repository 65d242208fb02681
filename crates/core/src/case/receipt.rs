//! Receipts: a decision and its reasons, without a submitted value. `docs/receipts.md` describes
//! them for those who verify them without this library.

use crate::case::input::CaseInput;
use crate::context::{Context, Credential, Surface};
use crate::judge::evaluate::Case;
use crate::judge::{Finding, Judge, in_order};
use crate::payload::open::{Input, read};
use crate::payload::slots::Payload;
use crate::report::{RULEBOOK, RuleOutcome, Rulebook, path, rule_outcome};
use crate::rulebook::codes::Code;
use crate::rulebook::digest::TABLES;
use crate::rulebook::params::Severity;
use crate::rulebook::product::Product;
use crate::rulebook::rules::Rule;
use crate::rulebook::rules::table::specification;
use crate::text::date::Date;
use crate::text::dedup::unique;
use crate::text::json::pointer::pointer;
use crate::text::json::writer;
use crate::text::sha256;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;

/// The version of the receipt's JSON form.
pub const FORMAT: u32 = 1;

/// What casegate decided about a payload, and why.
///
/// A receipt is about the service's own rules: firm rules and severities of the context do not
/// change it. A verifier compares its JSON text byte by byte.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Receipt {
    /// The version of the receipt's JSON form.
    pub receipt: u32,
    /// The rulebook behind the decision.
    pub rulebook: Rulebook,
    /// The SHA-256 digest of `kit/rules.json`, the tables that decide a case.
    pub tables: Cow<'static, str>,
    /// The SHA-256 digest of the payload's bytes. A text has those of its UTF-8.
    pub payload: String,
    /// The SHA-256 digest of the settings on which the decision depends.
    pub context: String,
    /// The day that counted as today.
    pub today: Date,
    /// The surface on which the case is submitted.
    pub surface: Surface,
    /// The kind of token.
    pub credential: Credential,
    /// The product, if it is known.
    pub product: Option<Product>,
    /// The errors in catalogue order, up to the context's limit of findings.
    pub errors: Vec<ReceiptIssue>,
    /// The rules in effect for the product and the surface, in the order of the tables.
    pub rules: Vec<ReceiptRule>,
}

/// An error of a receipt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ReceiptIssue {
    /// The code.
    pub code: Code,
    /// The place: a JSON Pointer, empty for the whole payload. It contains no submitted key.
    pub at: String,
}

/// The outcome of a rule, with the classes of the fields that it reads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ReceiptRule {
    /// The rule.
    pub id: Cow<'static, str>,
    /// The outcome.
    pub outcome: RuleOutcome,
    /// The class of each field that the rule reads.
    #[cfg_attr(feature = "export", schemars(with = "std::collections::BTreeMap<String, String>"))]
    pub read: FieldClasses,
}

/// The classes of fields by name, in the order in which a rule reads them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FieldClasses(Vec<(Cow<'static, str>, Cow<'static, str>)>);

impl FieldClasses {
    /// Returns the class of a field.
    pub fn get(&self, field: &str) -> Option<&str> {
        self.iter().find(|(known, _)| *known == field).map(|(_, class)| class)
    }

    /// Returns the fields with their classes.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(field, class)| (&**field, &**class))
    }
}

/// Returns the receipt of a payload.
///
/// A receipt depends only on the payload's bytes and the context. `kit/verify.py` computes it again
/// from these and `kit/rules.json`. Keep a receipt as confidential as the case, because a person who
/// knows most of a payload can guess the rest and compare the digest.
///
/// ```
/// use casegate::{Context, Product, receipt};
///
/// let context = Context::new("2026-03-01".parse()?);
/// let receipt = receipt(r#"{ "case_type": "pl", "base_product": ["personal_auto_policy_limits"] }"#, &context);
/// assert_eq!(receipt.product, Some(Product::PolicyLimit));
/// assert!(receipt.errors.iter().any(|error| error.at == "/insurance_company"));
/// let families = receipt.rules.iter().find(|rule| rule.id == "pl.one_family").ok_or("a rule")?;
/// assert_eq!(families.read.get("base_product"), Some("personal"));
/// assert!(receipt.to_string().starts_with(r#"{"receipt":1,"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn receipt(payload: &(impl CaseInput + ?Sized), context: &Context) -> Receipt {
    let text = payload.to_text(context);
    receipt_of(Input { text: &text, bytes: payload.bytes().unwrap_or(text.as_bytes()) }, context)
}

pub(crate) fn receipt_of(payload: Input<'_>, context: &Context) -> Receipt {
    let mut slots = Payload::new();
    let (product, errors, rules) = match read(payload.text, context, &mut slots) {
        Ok(()) => {
            let judge = Judge::new(Case::new(&slots, context)).judge_rulebook();
            (judge.case.product, errors(&judge), rules(&judge))
        }
        Err((code, _)) => (None, vec![ReceiptIssue { code, at: String::new() }], Vec::new()),
    };
    Receipt {
        receipt: FORMAT,
        rulebook: RULEBOOK,
        tables: Cow::Borrowed(TABLES),
        payload: sha256::digest(payload.bytes),
        context: sha256::digest(context.canonical().as_bytes()),
        today: context.today,
        surface: context.surface,
        credential: context.credential,
        product,
        errors,
        rules,
    }
}

fn errors(judge: &Judge<'_>) -> Vec<ReceiptIssue> {
    let errors: Vec<&Finding<'_>> =
        judge.findings.iter().filter(|finding| finding.code.severity() == Severity::Error).collect();
    in_order(errors, |finding| finding.order)
        .into_iter()
        .take(judge.case.context.limits.findings)
        .map(|finding| ReceiptIssue { code: finding.code, at: pointer(&path(judge, finding.place)) })
        .collect()
}

fn rules(judge: &Judge<'_>) -> Vec<ReceiptRule> {
    let outcome = |rows: &[Rule]| {
        let id = rows.first()?.id.clone();
        judge.outcomes.iter().find(|(rule, _)| rule.id == id).map(|(_, outcome)| (id, *outcome))
    };
    let of_rule = |rows: &'static [Rule]| {
        let (id, outcome) = outcome(rows)?;
        let fields = unique(rows.iter().flat_map(Rule::decided_by));
        let read = fields.into_iter().map(|key| (key.name().into(), judge.case.class(rows, key).into()));
        Some(ReceiptRule { id, outcome: rule_outcome(outcome).0, read: FieldClasses(read.collect()) })
    };
    specification().filter_map(of_rule).collect()
}

/// The JSON text, the same in every binding.
impl fmt::Display for Receipt {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&writer::text(self))
    }
}

impl Serialize for FieldClasses {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut map = out.serialize_map(Some(self.0.len()))?;
        for (field, class) in self.iter() {
            map.serialize_entry(field, class)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for FieldClasses {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<FieldClasses, D::Error> {
        struct InOrder;

        impl<'de> Visitor<'de> for InOrder {
            type Value = FieldClasses;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("the classes of fields by name")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<FieldClasses, A::Error> {
                let mut classes = Vec::new();
                while let Some((field, class)) = map.next_entry::<String, String>()? {
                    classes.push((Cow::Owned(field), Cow::Owned(class)));
                }
                Ok(FieldClasses(classes))
            }
        }

        from.deserialize_map(InOrder)
    }
}
