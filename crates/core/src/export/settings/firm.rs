//! Firm rules and waivers in the schema of settings, from the table of operators and the field
//! tables.

use crate::case::files::limits::{FileEndpoint, FileLimits};
use crate::config::firm_rules::condition::{
    LARGEST_NUMBER, LONGEST_WORD, MOST_CHARACTERS, MOST_DAYS, MOST_ENTRIES, MOST_WORDS,
};
use crate::config::firm_rules::files;
use crate::config::firm_rules::parse::{LONGEST_TITLE, MOST_PARTS};
use crate::config::firm_rules::read::{LONGEST_ID, LONGEST_MESSAGE, MOST_RULES, MOST_WAIVERS};
use crate::context::firm_rules::field::every_field;
use crate::context::firm_rules::operators::{Family, Operator};
use crate::export::json::{joined, list, number, object, of_type, text, words};
use crate::export::schema::patterns::day as calendar_day;
use crate::export::schema::values::{any_of, shared_as};
use crate::export::settings::{about, array, choice, closed, short, whole, with_members};
use crate::rulebook::codes::Code;
use crate::rulebook::fields::Kind;
use crate::rulebook::params::Severity;
use crate::rulebook::product::Product;
use crate::rulebook::rules::expression;
use crate::rulebook::rules::field_path::FieldPath;
use crate::rulebook::rules::table::specification;
use crate::rulebook::rules::test::Weekdays;
use crate::rulebook::surface::Surface;
use crate::rulebook::vocabulary::{FILE_LABEL, STATES, UNUSUAL_STATES};
use crate::text::json::document::Document;

/// The cases of a rule: those of both products, or of one.
type Scope = (&'static str, Option<Product>);

const SCOPES: [Scope; 3] = [("both", None), ("pl", Some(Product::PolicyLimit)), ("pe", Some(Product::PolicyExistence))];

/// Returns the schema of the setting `house`.
pub(crate) fn schema() -> Document {
    let rules = about("All rules apply, in this order.", array(shared_as("rule"), 0, Some(MOST_RULES)));
    let waivers = about("Warnings that the firm sets aside.", array(shared_as("waiver"), 0, Some(MOST_WAIVERS)));
    about(
        "The firm's own rules, which only narrow, and its waivers.",
        closed([("rules", rules), ("waivers", waivers)], &[]),
    )
}

/// Schemas that others refer to, by name.
#[derive(Default)]
struct Shared(Vec<(String, Document)>);

impl Shared {
    /// Adds a schema and returns a reference to it. Another schema with the same name gets a
    /// number.
    fn refer(&mut self, name: &str, schema: Document) -> Document {
        let names = std::iter::once(name.to_owned()).chain((2..).map(|number| format!("{name}.{number}")));
        for name in names {
            match self.0.iter().find(|(known, _)| *known == name) {
                Some((_, known)) if *known != schema => {}
                Some(_) => return shared_as(&name),
                None => {
                    self.0.push((name.clone(), schema));
                    return shared_as(&name);
                }
            }
        }
        schema
    }
}

/// Returns the schemas of rules, waivers, and the conditions and requirements of each scope.
pub(crate) fn definitions() -> Vec<(String, Document)> {
    let mut shared = Shared::default();
    for (name, schema) in [("rule", rule()), ("waiver", waiver()), ("day", calendar_day())] {
        shared.refer(name, schema);
    }
    for (names, scope) in NAMES.iter().zip(SCOPES) {
        let fields = fields(scope);
        shared.refer(names.field, choice(fields.iter().map(|(pointer, _)| pointer.as_str())));
        let condition = condition(&mut shared, names, scope, &fields);
        shared.refer(names.condition, condition);
        let requirement = requirement(&mut shared, names, scope, &fields);
        shared.refer(names.requirement, requirement);
    }
    shared.0
}

fn day() -> Document {
    shared_as("day")
}

/// The names of the schemas that conditions and requirements refer to.
pub(crate) struct Names {
    pub(crate) field: &'static str,
    pub(crate) condition: &'static str,
    pub(crate) requirement: &'static str,
}

const NAMES: [Names; 3] = [
    Names { field: "field", condition: "condition", requirement: "requirement" },
    Names { field: "field.pl", condition: "condition.pl", requirement: "requirement.pl" },
    Names { field: "field.pe", condition: "condition.pe", requirement: "requirement.pe" },
];

pub(crate) fn rule() -> Document {
    let book = object([("enum", words(specification().filter_map(|rows| rows.first()).map(|rule| &*rule.id)))]);
    let other = object([("pattern", r"[^a-z0-9_\x2D\x2E]".into())]);
    let id = object([("not", object([("anyOf", list([other, book]))]))]);
    let id =
        joined(object([("type", "string".into()), ("minLength", number(1)), ("maxLength", number(LONGEST_ID))]), id);
    let message = closed(["en", "es"].map(|language| (language, short(LONGEST_MESSAGE))), &[]);
    let parts = |what: &str| {
        about(what, joined(of_type("array"), object([("minItems", number(1)), ("maxItems", number(MOST_PARTS))])))
    };
    let members = [
        ("id", about("Small letters, digits, `.`, `-`, `_`; unlike the id of any other rule.", id)),
        ("title", about("A few words for a list of rules; the id unless set.", short(LONGEST_TITLE))),
        (
            "product",
            about("The product that the rule is for; both unless set.", choice(Product::ALL.map(Product::case_type))),
        ),
        ("when", parts("Conditions, all of which must be met; the rule always applies without them.")),
        ("then", parts("What must hold. Each requirement is judged by itself.")),
        (
            "message",
            about(
                "The firm's words, in one language or both.",
                joined(message, object([("minProperties", number(1))])),
            ),
        ),
        ("severity", about("An error, unless set, refuses the case. A warning advises.", choice(["error", "warning"]))),
    ];
    let of_scope = NAMES.iter().zip(SCOPES).map(|(names, (_, product))| {
        let named = product.map(|product| {
            let is = object([("const", product.case_type().into())]);
            object([("required", words(["product"])), ("properties", object([("product", is)]))])
        });
        let is_named = named.unwrap_or_else(|| object([("not", object([("required", words(["product"]))]))]));
        let items = |name: &str| object([("items", shared_as(name))]);
        let then = object([("when", items(names.condition)), ("then", items(names.requirement))]);
        object([("if", is_named), ("then", object([("properties", then)]))])
    });
    joined(closed(members, &["id", "then", "message"]), object([("allOf", list(of_scope))]))
}

pub(crate) fn waiver() -> Document {
    let is_waivable = |code: &&Code| code.severity() == Severity::Warning && **code != Code::FindingsCapped;
    let codes = Code::ALL
        .iter()
        .filter(is_waivable)
        .map(|code| object([("const", code.name().into()), ("description", code.meaning().trim().into())]));
    let fields: Vec<String> = every_field().map(|(_, field)| field.name.to_owned()).collect();
    let at = object([("enum", list(fields.iter().map(|name| text(format!("/{name}")))))]);
    let below = object([(
        "pattern",
        text(format!(r"^(?:{})", fields.iter().map(|name| format!(r"\x2F{name}\x2F")).collect::<Vec<_>>().join("|"))),
    )]);
    let of_keys =
        object([("properties", object([("code", choice([Code::UnknownField.name(), Code::DuplicateKey.name()]))]))]);
    let any = object([("properties", object([("at", object([("pattern", r"^(?:\x2F)".into())]))]))]);
    let known = object([("properties", object([("at", any_of([at, below]))]))]);
    let members = [
        ("code", about("The code of the warning.", object([("type", "string".into()), ("oneOf", list(codes))]))),
        ("at", about("A JSON Pointer: this place and what lies below it.", short(LONGEST_MESSAGE))),
        (
            "rule",
            about(
                "The rule that found it.",
                joined(
                    short(LONGEST_ID),
                    object([(
                        "examples",
                        words(specification().filter_map(|rows| rows.first()).map(|rule| &*rule.id)),
                    )]),
                ),
            ),
        ),
        ("reason", about("Why the firm sets the warning aside.", short(LONGEST_MESSAGE))),
        ("until", about("The last day on which it does.", day())),
    ];
    let place = [("if", of_keys), ("then", any), ("else", known)];
    joined(closed(members, &["code", "reason", "until"]), object(place))
}

/// Returns the fields that rules of a scope can name, by pointer.
fn fields((_, product): Scope) -> Vec<(String, FieldPath)> {
    let pointers = every_field().flat_map(|(_, field)| {
        let members = field.kind.members().iter().map(|member| format!("/{}/{}", field.name, member.name));
        [format!("/{}", field.name)].into_iter().chain(members)
    });
    // The settings may select the legacy surface, which reads the most fields.
    let found =
        pointers.filter_map(|pointer| FieldPath::find(&pointer, Surface::Legacy).ok().map(|path| (pointer, path)));
    found.filter(|(_, path)| products(product).all(|product| path.exists_in(product))).collect()
}

fn products(product: Option<Product>) -> impl Iterator<Item = Product> {
    Product::ALL.into_iter().filter(move |one| product.is_none_or(|product| product == *one))
}

/// Fields with the same operators.
struct Group {
    family: Family,
    is_state: bool,
    words: Vec<&'static str>,
    pointers: Vec<String>,
}

fn groups((_, product): Scope, fields: &[(String, FieldPath)]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (pointer, path) in fields {
        let kind = path.kind(product);
        let family = Family::of(kind);
        let is_state = matches!(kind, Kind::State { .. });
        let mut words: Vec<&'static str> = Vec::new();
        for word in products(product).filter_map(|product| path.list(Some(product))).flat_map(|list| list.words) {
            if !words.contains(word) {
                words.push(word);
            }
        }
        let same = |group: &&mut Group| group.family == family && group.is_state == is_state && group.words == words;
        match groups.iter_mut().find(same) {
            Some(group) => group.pointers.push(pointer.clone()),
            None => groups.push(Group { family, is_state, words, pointers: vec![pointer.clone()] }),
        }
    }
    groups
}

fn condition(shared: &mut Shared, names: &Names, scope: Scope, fields: &[(String, FieldPath)]) -> Document {
    let groups = groups(scope, fields);
    condition_of(names, groups.iter().filter_map(|group| test(shared, group, &groups, false)).collect())
}

/// Returns the schema of a condition, given the tests of fields.
pub(crate) fn condition_of(names: &Names, tests: Vec<Document>) -> Document {
    any_of(tests.into_iter().chain([one_of_these(connectives(names))]))
}

fn requirement(shared: &mut Shared, names: &Names, scope: Scope, fields: &[(String, FieldPath)]) -> Document {
    let groups = groups(scope, fields);
    requirement_of(names, groups.iter().filter_map(|group| test(shared, group, &groups, true)).collect(), files())
}

/// Returns the schema of a requirement, given the tests of fields and the schema of [`files`].
pub(crate) fn requirement_of(names: &Names, tests: Vec<Document>, files: Document) -> Document {
    let field = || shared_as(names.field);
    let several = joined(array(field(), 2, Some(MOST_PARTS)), object([("uniqueItems", Document::Boolean(true))]));
    let own = [
        ("required", about("The field is given; a record's property, where the record is.", field())),
        ("forbidden", about("The field is not given.", field())),
        ("one_of", about("One of these fields is given.", several)),
        ("files", about("This number of files is sent with the case.", files)),
    ];
    let own = own.into_iter().chain(connectives(names));
    any_of(tests.into_iter().chain([one_of_these(own)]))
}

/// Returns the schema of the number of files that a rule requires.
pub(crate) fn files() -> Document {
    let labels = object([("examples", words(FILE_LABEL.words.iter().copied()))]);
    let most_files = usize::try_from(FileLimits::of(FileEndpoint::Create).files).unwrap_or(usize::MAX);
    let files = [
        (
            "label",
            about(
                "The label of the files that count; all files unless set.",
                joined(short(files::LONGEST_LABEL), labels),
            ),
        ),
        ("count", about("How many files are sent; at least one unless set.", range(most_files))),
    ];
    joined(closed(files, &[]), object([("minProperties", number(1))]))
}

/// Returns the schema of an object with exactly one of these members.
pub(crate) fn one_of_these<'n>(members: impl IntoIterator<Item = (&'n str, Document)>) -> Document {
    with_members(closed(members, &[]), 1, 1)
}

/// Returns the schema of a test of any field. Operands are references to `day`, `word` and `other`,
/// and to `test` for the opposite.
pub(crate) fn any_test() -> Document {
    let rows = crate::context::firm_rules::operators::OPERATORS.iter().filter(|row| row.in_requirements);
    let tests = rows.map(|row| {
        let mut operands: Vec<Document> = Vec::new();
        for family in row.families {
            let group = Group { family: *family, is_state: false, words: Vec::new(), pointers: Vec::new() };
            let operand = operand(&mut Shared::default(), row.name, &group, &[]);
            if !operands.contains(&operand) {
                operands.push(operand);
            }
        }
        let operand = if let [only] = operands.as_slice() { only.clone() } else { any_of(operands) };
        (row.name, operand)
    });
    one_of_these(tests.chain([("not", about("The value is given and does not pass.", shared_as("test")))]))
}

/// Returns the schemas of combined conditions.
fn connectives(names: &Names) -> [(&'static str, Document); 3] {
    let several = || array(shared_as(names.condition), 1, Some(MOST_PARTS));
    [
        ("any", about("One of these conditions is met.", several())),
        ("all", about("Each of these conditions is met.", several())),
        ("not", about("This condition is not met.", shared_as(names.condition))),
    ]
}

/// Returns the schema of a test of one of the fields in a group.
fn test(shared: &mut Shared, group: &Group, groups: &[Group], required: bool) -> Option<Document> {
    let rows: Vec<&'static Operator> = group.family.operators(required).collect();
    if rows.is_empty() {
        return None;
    }
    let field = about("The field, by its JSON Pointer.", choice(group.pointers.iter().map(String::as_str)));
    let mut members = vec![("field", shared.refer("field", field))];
    let mut opposites = Vec::new();
    for row in rows {
        let operand = operand(shared, row.name, group, groups);
        let operand = shared.refer(row.name, operand);
        if row.has_opposite {
            opposites.push((row.name, operand.clone()));
        }
        members.push((row.name, operand));
    }
    if !opposites.is_empty() {
        let not = about("The value is given and does not pass.", with_members(closed(opposites, &[]), 1, 1));
        members.push(("not", shared.refer("not", not)));
    }
    Some(with_members(closed(members, &["field"]), 2, 2))
}

/// Returns the schema of an operator's value.
fn operand(shared: &mut Shared, name: &str, group: &Group, groups: &[Group]) -> Document {
    let large = |most: u64| usize::try_from(most).unwrap_or(usize::MAX);
    let (what, schema) = match name {
        "set" => ("The field is given, or is not.", of_type("boolean")),
        "is" => ("The answer is this one.", of_type("boolean")),
        "equals" => ("The value is this one.", word(shared, group)),
        "one_of" => ("The value is one of these.", array(word(shared, group), 1, Some(MOST_WORDS))),
        "starts_with" => ("The value starts with one of these.", array(short(LONGEST_WORD), 1, Some(MOST_PARTS))),
        "contains" => ("One of the entries is this one.", word(shared, group)),
        "like" => (
            "The whole text matches the pattern: `*` is any characters, `?` any one, `#` a digit.",
            short(LONGEST_WORD),
        ),
        "matches" => ("The whole text matches the regular expression.", short(expression::LONGEST)),
        "at_most_characters" => ("The text has no more characters.", whole(1, large(MOST_CHARACTERS))),
        "at_least" | "at_most" => ("The number is in the range.", whole(0, large(LARGEST_NUMBER))),
        "between" if group.family == Family::Day => {
            ("The day is not before the first of these days, and not after the last.", pair(&day()))
        }
        "between" => ("The number is in the range.", pair(&whole(0, large(LARGEST_NUMBER)))),
        "count" => ("This number of entries is given.", range(large(MOST_ENTRIES))),
        "not_before" => ("The day is this one or later.", day()),
        "not_after" => ("The day is this one or earlier.", day()),
        "within_days" => ("The day is today, or at most this number of days ago.", whole(0, large(MOST_DAYS))),
        "not_after_today" => ("The day is today or earlier.", object([("const", Document::Boolean(true))])),
        "weekday" => (
            "The day is one of these days of the week.",
            array(choice(Weekdays::NAMES), 1, Some(Weekdays::NAMES.len())),
        ),
        "equals_field" => ("The other field has the same value.", alike(shared, group, groups)),
        "at_least_field" => ("The number is at least that of the other field.", alike(shared, group, groups)),
        "at_most_field" => ("The number is at most that of the other field.", alike(shared, group, groups)),
        "not_before_field" => ("The day is not before that of the other field.", alike(shared, group, groups)),
        "not_after_field" => ("The day is not after that of the other field.", alike(shared, group, groups)),
        "days_after" => {
            let other = [("field", alike(shared, group, groups))].into_iter().chain(limits(large(MOST_DAYS)));
            (
                "The day is this number of days after that of the other field.",
                with_members(closed(other, &["field"]), 1, 2),
            )
        }
        _ => return object([]),
    };
    about(what, schema)
}

/// Returns the schema of a word of a field. The context may add words to each list, so editors
/// offer the known ones without refusing others.
fn word(shared: &mut Shared, group: &Group) -> Document {
    if group.is_state {
        return shared.refer("state", choice(STATES.into_iter().chain(UNUSUAL_STATES)));
    }
    let known = (!group.words.is_empty()).then(|| ("examples", words(group.words.iter().copied())));
    shared.refer("word", joined(short(LONGEST_WORD), object(known)))
}

/// Returns the schema of another field of the same type.
fn alike(shared: &mut Shared, group: &Group, groups: &[Group]) -> Document {
    let same = groups.iter().filter(|other| other.family == group.family);
    shared.refer("other", choice(same.flat_map(|other| other.pointers.iter().map(String::as_str))))
}

fn pair(of: &Document) -> Document {
    array(of.clone(), 2, Some(2))
}

fn limits(most: usize) -> [(&'static str, Document); 3] {
    [("at_least", whole(0, most)), ("at_most", whole(0, most)), ("between", pair(&whole(0, most)))]
}

pub(crate) fn range(most: usize) -> Document {
    one_of_these(limits(most))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::firm_rules::operators::OPERATORS;

    #[test]
    fn each_operator_has_an_operand() {
        for row in &OPERATORS {
            let group = |family| Group { family, is_state: false, words: Vec::new(), pointers: Vec::new() };
            let group = group(row.families[0]);
            assert_ne!(operand(&mut Shared::default(), row.name, &group, &[]), object([]), "{}", row.name);
        }
    }
}
