//! The TypeScript types of a context, from its JSON Schema.

use crate::config::settings::SETTINGS;
use crate::export::json::joined;
use crate::export::schema::values::{any_of, of_type, shared_as};
use crate::export::settings::firm::{self, Names};
use crate::export::settings::{about, carrier, choice, closed, setting};
use crate::export::type_schema::{list_of, named};
use crate::export::typescript::Module;
use crate::rulebook::rules::test::Weekdays;
use serde_json::json;

/// Declares the types of a context and of firm rules.
pub(crate) fn declare(module: &mut Module) {
    for text in ["pointer", "day", "word", "other"] {
        module.define(text, &of_type("string"));
    }
    let context = closed(SETTINGS.iter().map(|name| (*name, setting(name))), &["today"]);
    let carriers = || list_of(named("Carrier"));
    let lists = json!({ "type": "object", "properties": { "refused": carriers(), "specialty": carriers() } });
    let severity =
        json!({ "type": "object", "propertyNames": named("Code"), "additionalProperties": named("Severity") });
    let others = [("today", named("Today")), ("carriers", lists), ("severity", severity), ("house", named("House"))];
    module.declare_schema("Context", &about(super::ABOUT, context), others);

    module.declare_schema("HouseRange", &about("A range of whole numbers.", firm::range(0)), []);
    module.declare_schema("Weekday", &about("A day of the week.", choice(Weekdays::NAMES)), []);
    module.define_as("test", "HouseTest");
    let others = [("count", named("HouseRange")), ("weekday", list_of(named("Weekday")))];
    module.declare_schema("HouseTest", &about("A test of a field.", firm::any_test()), others);

    let names = Names { field: "pointer", condition: "condition", requirement: "requirement" };
    module.define_as(names.condition, "HouseCondition");
    let field = || closed([("field", shared_as(names.field))], &["field"]);
    let set = closed([("set", of_type("boolean"))], &["set"]);
    let test = joined(field(), any_of([shared_as("test"), set]));
    let condition = about("A test of a field, or combined conditions.", firm::condition_of(&names, vec![test]));
    module.declare_schema("HouseCondition", &condition, []);
    let files = about("The number of files that are sent with a case.", firm::files());
    module.declare_schema("HouseFiles", &files, [("count", named("HouseRange"))]);
    let test = joined(field(), any_of([shared_as("test")]));
    module.define_as("files", "HouseFiles");
    let requirement = firm::requirement_of(&names, vec![test], shared_as("files"));
    module.declare_schema("HouseRequirement", &about("A requirement of a rule.", requirement), []);

    module.define_as("rule", "Rule");
    let others = [("when", list_of(named("HouseCondition"))), ("then", list_of(named("HouseRequirement")))];
    module.declare_schema("Rule", &about("A firm rule.", firm::rule()), others);
    module.define_as("waiver", "Waiver");
    let waiver = about("A warning that is suppressed until a day.", firm::waiver());
    module.declare_schema("Waiver", &waiver, [("code", named("Code"))]);
    module.declare_schema("House", &firm::schema(), []);
    module.declare_schema("Carrier", &about("A carrier of a list.", carrier()), []);
}
