//! An oracle: a second implementation of the rules, slow, obvious, and written from the
//! specification and the numbered decisions alone. It does not use the library, and the library
//! does not use it. Where the two differ, one of them misread a sentence.

// The sentences are evaluated one by one; speed does not matter.
#![expect(missing_docs, reason = "the names are the specification's")]

mod fields;
pub mod formats;
pub mod lines;
mod rules;

pub use rules::RULES;

use fields::{Shape, escaped};
use formats::{Day, Likeness, is_email_address, likeness};
use lines::{COMMON, Line, POLICY_EXISTENCE, POLICY_LIMIT};
use rules::{starts_commercial_or_international, starts_personal};
use serde_json::{Map, Value};
use std::borrow::Cow;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Product {
    Pl,
    Pe,
}

/// A finding and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub code: &'static str,
    pub is_error: bool,
    pub at: String,
    pub rule: Option<&'static str>,
}

pub fn error(code: &'static str, at: &str) -> Finding {
    Finding { code, is_error: true, at: at.to_owned(), rule: None }
}

pub fn warning(code: &'static str, at: &str) -> Finding {
    Finding { is_error: false, ..error(code, at) }
}

/// The facts that only the caller knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Context {
    pub today: Day,
    /// The legacy flow, with the product that its path selects.
    pub legacy: Option<Product>,
    pub has_master_token: bool,
    pub token_name: Option<&'static str>,
    pub is_enrolled: bool,
    /// Names of carriers, or `None` without a list.
    pub refused: Option<&'static [&'static str]>,
    pub specialty: Option<&'static [&'static str]>,
}

/// The result of a case besides its findings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    pub case_type: Option<Product>,
    pub is_test: bool,
    pub reporter: Option<&'static str>,
    pub family: Option<&'static str>,
    /// Whether carriers were compared with the context's list.
    pub refused: bool,
    pub specialty: bool,
    /// The state of the fee, and the fee that applies.
    pub fee: (Option<&'static str>, Option<Cow<'static, str>>),
}

/// A case in the oracle's form.
pub struct Case<'c> {
    pub fields: &'c Map<String, Value>,
    pub context: &'c Context,
    pub product: Option<Product>,
}

/// All findings in their order, and the facts.
pub fn read(fields: &Map<String, Value>, context: &Context) -> (Vec<Finding>, Facts) {
    // `case_type` "selects the product"; in the legacy flow "the legacy path" does.
    let of_the_case = match fields.get("case_type").and_then(Value::as_str) {
        Some("pl") => Some(Product::Pl),
        Some("pe") => Some(Product::Pe),
        _ => None,
    };
    let case = Case { fields, context, product: context.legacy.or(of_the_case) };
    (case.findings(), case.facts())
}

impl Case<'_> {
    /// The lines for this case.
    fn lines(&self) -> impl Iterator<Item = &'static Line> {
        COMMON.iter().chain(self.own_lines())
    }

    fn own_lines(&self) -> &'static [Line] {
        match self.product {
            Some(Product::Pl) => POLICY_LIMIT,
            Some(Product::Pe) => POLICY_EXISTENCE,
            // D7: "only the common fields are checked".
            None => &[],
        }
    }

    fn lines_of_the_other(&self) -> impl Iterator<Item = &'static Line> {
        let others = match self.product {
            Some(Product::Pl) => POLICY_EXISTENCE,
            Some(Product::Pe) => POLICY_LIMIT,
            None => &[],
        };
        others.iter().filter(|other| self.lines().all(|line| line.0 != other.0))
    }

    /// The state of a field of this case.
    fn shape(&self, name: &str) -> Shape<'_> {
        match self.lines().find(|line| line.0 == name) {
            Some(line) => line.shape(self.fields.get(name)),
            None => Shape::Unset,
        }
    }

    /// D10: "All findings at once, in the order of the field catalogue".
    fn findings(&self) -> Vec<Finding> {
        let mut by_rules: Vec<Finding> = Vec::new();
        for (id, rule) in RULES {
            by_rules.extend(rule(self).into_iter().map(|finding| Finding { rule: Some(*id), ..finding }));
        }
        let mut findings = Vec::new();
        take(&mut by_rules, "", &mut findings);
        for line in self.lines() {
            let at = format!("/{}", line.0);
            let mut own = line.findings(self, &at, self.fields.get(line.0));
            for finding in by_rules.iter().filter(|finding| finding.at == at) {
                match finding.code {
                    // D42: "A forbidden record is one finding; its members are not judged."
                    "forbidden" => own.clear(),
                    // D3: a null is noted in an optional field, which this is not.
                    "required" => own.retain(|finding| finding.code != "null_value"),
                    _ => {}
                }
            }
            findings.extend(own);
            take(&mut by_rules, &at, &mut findings);
        }
        assert!(by_rules.is_empty(), "a rule names a field that does not exist: {by_rules:?}");
        for line in self.lines_of_the_other() {
            let at = format!("/{}", line.0);
            match self.fields.get(line.0) {
                Some(Value::Null) => findings.push(warning("null_value", &at)),
                // D8.
                value if line.is_set(value) => findings.push(warning("other_product", &at)),
                _ => {}
            }
        }
        let is_known = |name: &str| {
            [COMMON, POLICY_LIMIT, POLICY_EXISTENCE].iter().any(|lines| lines.iter().any(|line| line.0 == name))
        };
        // D4.
        for name in self.fields.keys().filter(|name| !is_known(name)) {
            findings.push(warning("unknown_field", &format!("/{}", escaped(name))));
        }
        findings
    }

    fn facts(&self) -> Facts {
        Facts {
            case_type: self.product,
            is_test: self.fields.get("is_test") == Some(&Value::Bool(true)),
            reporter: self.reporter(),
            family: self.family(),
            // D19: "Without a list the two rules are inactive and the report says so."
            refused: self.context.refused.is_some(),
            specialty: self.context.specialty.is_some(),
            fee: rules::specialty_carrier_fee(self),
        }
    }

    /// "If the first entry is a valid email address it becomes the reporting requester's email.
    /// Otherwise the token name is used as a fallback only if it is itself an email address.
    /// Otherwise the case has no reporter attribution."
    fn reporter(&self) -> Option<&'static str> {
        let Shape::Set(Value::String(list)) = self.shape("cc_emails") else { return None };
        if list.split_whitespace().next().is_some_and(is_email_address) {
            Some("cc_emails")
        } else if self.context.token_name.is_some_and(is_email_address) {
            Some("token_name")
        } else {
            Some("none")
        }
    }

    /// D15: "`commercial` or `international_commercial` → commercial, `personal` → personal, else
    /// neither". Unknown for a value that is not set or malformed, and for an array that mixes
    /// both, which is refused. No decision covers elements that are not strings; the others are
    /// read without them.
    fn family(&self) -> Option<&'static str> {
        let words: Vec<&str> = match self.shape("base_product") {
            Shape::Set(Value::Array(words)) => words.iter().filter_map(Value::as_str).collect(),
            Shape::Set(word) => vec![word.as_str()?],
            _ => return None,
        };
        let is_commercial = words.iter().any(|word| starts_commercial_or_international(word));
        let is_personal = words.iter().any(|word| starts_personal(word));
        match (is_commercial, is_personal) {
            (true, true) => None,
            (true, false) => Some("commercial"),
            (false, true) => Some("personal"),
            (false, false) => Some("neither"),
        }
    }

    /// The company that counts, and its field. D16: the current name counts; without it the alias.
    fn company(&self) -> Option<(&str, &'static str)> {
        for name in ["insurance_company", "insurance_company_name"] {
            match self.shape(name) {
                Shape::Set(Value::String(company)) => {
                    return Some((
                        company,
                        if name == "insurance_company" { "/insurance_company" } else { "/insurance_company_name" },
                    ));
                }
                Shape::Unset => {}
                _ => return None,
            }
        }
        None
    }

    /// D19: the greatest likeness of the company to one of the carriers.
    fn likest(company: &str, carriers: &[&str]) -> Likeness {
        carriers.iter().map(|carrier| likeness(company, carrier)).max().unwrap_or(Likeness::Other)
    }
}

fn take(from: &mut Vec<Finding>, at: &str, to: &mut Vec<Finding>) {
    let (here, elsewhere) = std::mem::take(from).into_iter().partition(|finding| finding.at == at);
    *from = elsewhere;
    to.extend::<Vec<Finding>>(here);
}
