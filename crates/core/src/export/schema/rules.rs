//! The rules in a schema: those of the specification, and the firm's.
//!
//! A rule is written if the schema can decide exactly like [`crate::case::check::check_case`], and
//! is omitted otherwise. Other parts of the schema refuse malformed values, so only well-formed
//! values matter here.

use crate::case::explain::explanation;
use crate::export::json::all_of;
use crate::export::json::of_type;
use crate::export::json::{joined, list, number, object, text, words};
use crate::export::schema::unsaid;
use crate::export::schema::unsaid::Unsaid;
use crate::export::schema::values::{any_of, none_of, set, unset};
use crate::export::schema::{CaseSchema, expressions, patterns};
use crate::rulebook::fields::Kind;
use crate::rulebook::params::Severity;
use crate::rulebook::rules::field_path::FieldPath;
use crate::rulebook::rules::formula::Condition;
use crate::rulebook::rules::formula::Formula;
use crate::rulebook::rules::range::Range;
use crate::rulebook::rules::table::specification;
use crate::rulebook::rules::test::Test;
use crate::rulebook::rules::{INSURANCE_COMPANY, INSURANCE_COMPANY_NAME};
use crate::rulebook::rules::{Requirement, Rule};
use crate::rulebook::surface::{Credential, Surface};
use crate::rulebook::vocabulary::{COMMERCIAL_PREFIXES, PERSONAL_PREFIXES};
use crate::text::json::document::{Document, Members};

/// A schema, or the row of the reason why there is none.
type Said = Result<Document, &'static Unsaid>;

/// The entries of a field that must pass a test.
#[derive(Clone, Copy)]
enum Entries {
    First,
    Each,
}

/// Returns a schema for each rule of the specification that can refuse a case of this product on the
/// create endpoint. What depends on the context is left out.
pub(crate) fn specified(wanted: CaseSchema<'_>) -> impl Iterator<Item = Document> {
    let is_here = move |row: &&Rule| row.is_for(Some(wanted.product), Surface::Create);
    specification().filter_map(move |rows| {
        let clauses: Vec<Document> = rows.iter().filter(is_here).filter_map(|row| Writer { wanted }.row(row)).collect();
        let rule = explanation(rows);
        let number = rule.number.map(|number| format!(", conditional rule {number}")).unwrap_or_default();
        let comment = format!("{}{number}", rule.id);
        (!clauses.is_empty()).then(|| joined(head(&rule.title, &rule.text, comment), all_of(clauses)))
    })
}

/// Returns each rule of the context for the product, with its schema.
pub(crate) fn of_firm(wanted: CaseSchema<'_>) -> impl Iterator<Item = (&Rule, Said)> {
    let rules = wanted.settings.into_iter().flat_map(|settings| settings.context.firm.rules.iter());
    rules
        .filter(move |rule| rule.is_for(Some(wanted.product), Surface::Create))
        .map(move |rule| (rule, Writer { wanted }.rule(rule)))
}

fn head(title: &str, description: &str, comment: String) -> Document {
    object([("title", title.into()), ("description", description.into()), ("$comment", text(comment))])
}

struct Writer<'h> {
    wanted: CaseSchema<'h>,
}

impl Writer<'_> {
    fn rule(&self, rule: &Rule) -> Said {
        if rule.severity() == Severity::Warning {
            return Err(&unsaid::FIRM_WARNINGS);
        }
        let when: Vec<Document> = rule.when.iter().map(|formula| self.formula(formula)).collect::<Result<_, _>>()?;
        let then: Vec<Document> =
            rule.then.iter().map(|requirement| self.requirement(requirement)).collect::<Result<_, _>>()?;
        let words = rule.firm().ok_or(&unsaid::FIRM_WARNINGS)?;
        let title = words.title.as_deref().unwrap_or(&rule.id);
        let language = self.wanted.settings.map(|settings| settings.context.message_language()).unwrap_or_default();
        Ok(joined(head(title, words.message(language), rule.id.to_string()), conditional(when, then)))
    }

    /// Returns the schema of a row of the specification, as far as it refuses a case and a schema can
    /// say so.
    fn row(&self, row: &Rule) -> Option<Document> {
        let is_master = self.wanted.credential == Credential::Master;
        if row.when.contains(&Formula::MasterToken) && !is_master {
            return None;
        }
        let when = row.when.iter().filter(|formula| **formula != Formula::MasterToken);
        let when: Vec<Document> = when.map(|formula| self.formula(formula)).collect::<Result<_, _>>().ok()?;
        let refuses = |then: &&Requirement| row.code(then).severity() == Severity::Error;
        let then: Vec<Document> =
            row.then.iter().filter(refuses).filter_map(|then| self.requirement(then).ok()).collect();
        (!then.is_empty()).then(|| conditional(when, then))
    }

    fn requirement(&self, requirement: &Requirement) -> Said {
        Ok(match requirement {
            // A member is required if its record is given.
            Requirement::Required(path) if path.member.is_some() => {
                in_record(*path, record(*path, set(self.kind(*path)), Some("required")))
            }
            Requirement::Required(path) => self.given(*path),
            Requirement::Forbidden(path) => at(*path, unset(self.kind(*path))),
            Requirement::OneOf(fields, _) => any_of(fields.iter().map(|path| self.given(*path))),
            Requirement::Holds(condition, _) => {
                let path = condition.path;
                let passes = self.value(condition, Entries::Each)?;
                if path.key == INSURANCE_COMPANY {
                    any_of([none_of(self.given(path)), self.given_as(path, &passes)])
                } else if path.is_always_asked(self.wanted.product) {
                    at(path, passes)
                } else {
                    at(path, any_of([unset(self.kind(path)), passes]))
                }
            }
            Requirement::Meets(formula, _) => self.formula(formula)?,
            Requirement::Sunset => return Err(&unsaid::CONTEXT),
            Requirement::Files(..) => return Err(&unsaid::FIRM_FILES),
        })
    }

    fn formula(&self, formula: &Formula) -> Said {
        let parts = |parts: &[Formula]| parts.iter().map(|part| self.formula(part)).collect::<Result<Vec<_>, _>>();
        Ok(match formula {
            Formula::Test(condition) => self.condition(condition)?,
            Formula::MasterToken => return Err(&unsaid::CONTEXT),
            Formula::Any(any, _) => any_of(parts(any)?),
            Formula::All(all, _) => all_of(parts(all)?),
            Formula::Not(part, _) => none_of(self.formula(part)?),
        })
    }

    fn condition(&self, condition: &Condition) -> Said {
        let Condition { path, test, wanted } = condition;
        let given = |value: &Document| self.given_as(*path, value);
        Ok(match test {
            Test::Set(set) if set == wanted => self.given(*path),
            Test::Set(_) => none_of(self.given(*path)),
            // A field that is not set has no entry.
            Test::Contains(_) if !wanted => {
                let holds = Condition { wanted: true, ..condition.clone() };
                none_of(given(&self.value(&holds, Entries::First)?))
            }
            Test::Count(range, _) if range.takes(0) == *wanted => {
                any_of([none_of(self.given(*path)), given(&self.value(condition, Entries::First)?)])
            }
            _ => given(&self.value(condition, Entries::First)?),
        })
    }

    fn kind(&self, path: FieldPath) -> Kind {
        path.kind(Some(self.wanted.product))
    }

    /// Returns the schema of payloads in which the field is set.
    fn given(&self, path: FieldPath) -> Document {
        self.given_as(path, &object([]))
    }

    /// Returns the schema of payloads in which the field is set to a value of a schema. The old
    /// name counts if it stands in for the field (D16).
    fn given_as(&self, path: FieldPath, value: &Document) -> Document {
        let given = |path: FieldPath| {
            let set = set(self.kind(path));
            let is_any = value.as_object().is_some_and(Members::is_empty);
            there(path, if is_any { set } else { all_of(vec![set, value.clone()]) })
        };
        if path.key != INSURANCE_COMPANY {
            return given(path);
        }
        let stands_in = all_of(vec![at(path, unset(self.kind(path))), given(FieldPath::of(INSURANCE_COMPANY_NAME))]);
        any_of([given(path), stands_in])
    }

    /// Returns the schema of a set value that passes the test of a condition.
    fn value(&self, condition: &Condition, entries: Entries) -> Said {
        let Condition { path, test, wanted } = condition;
        let kind = self.kind(*path);
        let turned = |schema: Document| if *wanted { schema } else { none_of(schema) };
        Ok(match test {
            Test::Contains(word) => turned(contains(kind, word)),
            Test::Count(range, _) => turned(count(kind, *range)?),
            Test::Mixed => {
                let families = [COMMERCIAL_PREFIXES, PERSONAL_PREFIXES].map(|prefixes| {
                    let word = patterns::beginning(prefixes.iter().copied(), false);
                    object([("type", "array".into()), ("contains", word)])
                });
                turned(all_of(families.to_vec()))
            }
            _ => {
                let word = turned(self.word(kind, test)?);
                match (kind, entries) {
                    (Kind::WordArray(_), Entries::First) => {
                        object([("type", "array".into()), ("prefixItems", list([word]))])
                    }
                    (Kind::WordArray(_), Entries::Each) => object([("type", "array".into()), ("items", word)]),
                    (Kind::OneWord(_), _) => any_of([
                        all_of(vec![of_type("string"), word.clone()]),
                        object([("type", "array".into()), ("items", word)]),
                    ]),
                    (Kind::Emails, _) => return Err(&unsaid::FIRM_ADDRESSES),
                    _ => word,
                }
            }
        })
    }

    /// Returns the schema of a word, text, answer, number or day that passes a test.
    fn word(&self, kind: Kind, test: &Test) -> Said {
        let is_state = matches!(kind, Kind::State { .. });
        let pattern = |schema: Option<Document>| schema.ok_or(&unsaid::FIRM_PATTERNS);
        Ok(match test {
            Test::Is(answer) => object([("const", Document::Boolean(*answer))]),
            Test::OneOf(words) if is_state => patterns::states_in_any_case(words),
            Test::OneOf(known) => match known.iter().next() {
                Some(word) if known.len() == 1 => object([("const", word.into())]),
                _ => object([("enum", words(known.iter()))]),
            },
            Test::StartsWith(prefixes) => patterns::beginning(prefixes.iter(), is_state),
            Test::Like(_, like, _) => pattern(expressions::like(like))?,
            Test::Matches(expression, _) => pattern(expressions::matches(expression.written()))?,
            Test::AtMostCharacters(most, _) => object([("type", "string".into()), ("maxLength", number(*most))]),
            Test::Number(range) if matches!(kind, Kind::Integer) => bounds("integer", *range, "minimum", "maximum"),
            Test::Number(range) => patterns::digits(*range),
            Test::NotBefore(first, _) => patterns::days(Some(*first), None),
            Test::NotAfter(last, _) => patterns::days(None, Some(*last)),
            Test::BetweenDays(first, last, _) => patterns::days(Some(*first), Some(*last)),
            Test::Age(range) => {
                let today = self.wanted.today.ok_or(&unsaid::FIRM_TODAY)?;
                let ago = |days: Option<i32>| days.and_then(|days| today.since(days).next());
                patterns::days(ago(range.most), ago(range.least))
            }
            Test::Weekday(..) => return Err(&unsaid::FIRM_WEEKDAYS),
            Test::Field(..) => return Err(&unsaid::FIRM_COMPARISONS),
            // These tests are about the whole value.
            Test::Set(_) | Test::Contains(_) | Test::Count(..) | Test::Mixed => object([]),
            Test::Carrier(..) | Test::Contradicted(..) | Test::OfOtherPath | Test::Enrolled => {
                return Err(&unsaid::CONTEXT);
            }
        })
    }
}

/// Requires something where conditions are met.
fn conditional(when: Vec<Document>, then: Vec<Document>) -> Document {
    let then = all_of(then);
    if when.is_empty() { then } else { object([("if", all_of(when)), ("then", then)]) }
}

/// Applies a schema to the value at a place, if present.
fn at(path: FieldPath, value: Document) -> Document {
    match path.member {
        None => in_record(path, value),
        Some(_) => in_record(path, record(path, value, None)),
    }
}

/// Applies a schema to the field of a place, or to its record, if present.
fn in_record(path: FieldPath, value: Document) -> Document {
    object([("properties", object([(path.key.name(), value)]))])
}

/// Applies a schema to the member of a record, if present; `required` is the keyword that requires
/// the member.
fn record(path: FieldPath, member: Document, required: Option<&str>) -> Document {
    let name = path.field(None).name;
    let required = required.map(|keyword| (keyword, words([name])));
    let properties = ("properties", object([(name, member)]));
    object([("type", words(["object", "null"]))].into_iter().chain(required).chain([properties]))
}

/// Requires the value at a place, with a schema.
fn there(path: FieldPath, value: Document) -> Document {
    let member = |name: &str, value: Document| {
        object([("type", "object".into()), ("required", words([name])), ("properties", object([(name, value)]))])
    };
    match path.member {
        None => member(path.key.name(), value),
        Some(_) => member(path.key.name(), member(path.field(None).name, value)),
    }
}

/// Returns the schema of a value whose entries contain this word.
fn contains(kind: Kind, word: &str) -> Document {
    let known = || object([("const", word.into())]);
    match kind {
        Kind::Emails if word.contains(char::is_whitespace) => none_of(object([])),
        Kind::Emails => patterns::address(word),
        _ => any_of([known(), object([("type", "array".into()), ("contains", known())])]),
    }
}

/// Returns the schema of a value with this number of entries.
fn count(kind: Kind, range: Range) -> Said {
    let addresses = |least: i32| object([("type", "string".into()), ("pattern", text(patterns::addresses(least)))]);
    Ok(match kind {
        Kind::Emails => {
            let least = range.least.filter(|least| *least > 0);
            let beyond = range.most.map(|most| most + 1);
            if least.max(beyond) > Some(patterns::MOST_REPEATED) {
                return Err(&unsaid::FIRM_ADDRESSES);
            }
            all_of(least.map(addresses).into_iter().chain(beyond.map(|beyond| none_of(addresses(beyond)))).collect())
        }
        Kind::OneWord(_) if range.takes(1) => object([]),
        Kind::OneWord(_) => none_of(object([])),
        _ => bounds("array", range, "minItems", "maxItems"),
    })
}

fn bounds<T>(kind: &str, range: Range<T>, least: &'static str, most: &'static str) -> Document
where
    usize: TryFrom<T>,
{
    let limit = |name: &'static str, limit: Option<T>| {
        limit.and_then(|limit| usize::try_from(limit).ok()).map(|limit| (name, number(limit)))
    };
    object([("type", kind.into())].into_iter().chain(limit(least, range.least)).chain(limit(most, range.most)))
}
