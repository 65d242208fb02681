//! The schemas of a context and of firm rules, as types express them: one test for fields of all
//! kinds.

use crate::config::settings::SETTINGS;
use crate::export::json::{joined, object, of_type};
use crate::export::schema::values::{any_of, shared_as};
use crate::export::settings::firm::{self, Names};
use crate::export::settings::{about, carrier, choice, closed, setting};
use crate::rulebook::rules::test::Weekdays;

/// Returns the schemas as a JSON object. They refer to each other by its keys.
pub fn context_types_json() -> String {
    let names = Names { field: "pointer", condition: "condition", requirement: "requirement" };
    let tested = |forms| joined(closed([("field", shared_as(names.field))], &["field"]), any_of(forms));
    let set = closed([("set", of_type("boolean"))], &["set"]);
    let condition = firm::condition_of(&names, vec![tested(vec![shared_as("test"), set])]);
    let requirement = firm::requirement_of(&names, vec![tested(vec![shared_as("test")])], shared_as("files"));
    let context = closed(SETTINGS.iter().map(|name| (*name, setting(name))), &["today"]);
    let schemas = [
        ("context", about(super::ABOUT, context)),
        ("range", about("A range of whole numbers.", firm::range(0))),
        ("weekday", about("A day of the week.", choice(Weekdays::NAMES))),
        ("test", about("A test of a field.", firm::any_test())),
        ("condition", about("A test of a field, or combined conditions.", condition)),
        ("files", about("The number of files that are sent with a case.", firm::files())),
        ("requirement", about("A requirement of a rule.", requirement)),
        ("rule", about("A firm rule.", firm::rule())),
        ("waiver", about("A warning that is suppressed until a day.", firm::waiver())),
        ("house", firm::schema()),
        ("carrier", about("A carrier of a list.", carrier())),
    ];
    object(schemas).to_string()
}
