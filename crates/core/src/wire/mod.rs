//! Every operation as JSON text in, JSON text out.
//!
//! All bindings call these functions, so that their answers have the same bytes. An invalid context
//! gives `{"error":{"code","message"}}`; a payload never does.

mod binding;
mod parts;

use crate::case::session;
use crate::case::{check, explain as explanations, files, form, prepare, repair, states};
use crate::config::{ContextError, Settings};
use crate::context::Context;
#[cfg(feature = "service")]
use crate::service::{answers, calls, events, lifecycle, records, requests, results};
use crate::text::json::writer;
use serde::Serialize;

pub use crate::payload::open::{Input, text_of};
pub use binding::{Binding, Walked};
pub use parts::Reply;

/// A named operation: JSON text and context in, JSON text out.
///
/// ```
/// let report = casegate::wire::CHECK_CASE.call("[]", r#"{ "today": "2026-03-01" }"#);
/// assert!(report.starts_with(r#"{"format":1,"#) && report.contains(r#""code":"not_an_object""#));
/// ```
#[derive(Debug)]
pub struct Operation {
    /// The name. The JavaScript function has it in camel case.
    pub name: &'static str,
    /// `true` if the operation depends on the day. Other operations accept settings without
    /// `today`, or no settings.
    pub needs_today: bool,
    run: fn(Input<'_>, &Context) -> String,
    /// The description for [`crate::export::http_openapi_json`]; operations of a table have one.
    #[cfg(feature = "export")]
    pub(crate) description: Option<Description>,
}

/// What callers need to know about an operation.
#[cfg(feature = "export")]
#[derive(Debug)]
pub(crate) struct Description {
    pub(crate) input: &'static str,
    pub(crate) answer: &'static str,
    pub(crate) schema: fn(&mut schemars::SchemaGenerator) -> schemars::Schema,
}

/// Returns the schema of a function's answer.
#[cfg(feature = "export")]
const fn schema_of<I, T: schemars::JsonSchema>(
    _: fn(I, &'static Context) -> T,
) -> fn(&mut schemars::SchemaGenerator) -> schemars::Schema {
    |generator| generator.subschema_for::<T>()
}

/// Defines a table of operations and a constant for each row, so that a module with one operation
/// does not contain the code of others.
macro_rules! operations {
    ($(#[$doc:meta])* $table:ident:
        $($(#[$only:meta])? $row:ident = $name:literal $(on $day:ident)? takes $input:literal gives $answer:literal, $run:expr;)+
    ) => {
        $(
            $(#[$only])?
            #[doc = concat!("The operation `", $name, "`, which takes ", $input, " and returns ", $answer, ".")]
            pub const $row: Operation = Operation {
                name: $name,
                needs_today: operations!($($day)?),
                run: |input, context| text(&$run(input.into(), context)),
                #[cfg(feature = "export")]
                description: Some(Description { input: $input, answer: $answer, schema: schema_of($run) }),
            };
        )+

        $(#[$doc])*
        pub static $table: &[Operation] = &[$($(#[$only])? $row),+];
    };
    (today) => { true };
    () => { false };
}

operations! {
    /// Operations on a case, which depend on the day.
    CASE_OPERATIONS:
    CHECK_CASE = "check_case" on today takes "a case" gives "the report on a payload", check::check_text;
    PREPARE_CASE = "prepare_case" on today takes "a case" gives "`{\"prepared\",\"omitted\"}`", prepare::prepare_text;
    CASE_FROM_FORM = "case_from_form" takes "the values of a form, `{\"name\":\"text\"}`"
        gives "`{\"case\",\"omitted\"}`", form::case_of_text;
    FIELD_STATES = "field_states" on today takes "a case, which may be incomplete" gives "the states of all fields",
        states::states_of_text;
    REPAIR_CASE = "repair_case" on today takes "a case" gives "a patch, and questions", repair::repair_text;
    PLAY_SESSION = "play_session" on today
        takes "`{\"payload\",\"steps\":[{\"set\",\"value\"},{\"clear\"},{\"touch\"},{\"what_if\"}]}`"
        gives "the payload, the steps and the report of a whole session", session::play;
    JUDGE_FILES = "judge_files" takes "`{\"files\":[{\"name\",\"size\",\"label\"}]}`" gives "verdicts on files",
        files::judge_files_text;
    #[cfg(feature = "firm-rules")]
    CHECK_HOUSE = "check_house" takes "firm rules" gives "the errors in firm rules, `{\"ok\",\"issues\",\"rules\"}`",
        crate::config::firm_rules::read::check_house;
}

#[cfg(feature = "service")]
operations! {
    /// Operations around a case, for backends.
    SERVICE_OPERATIONS:
    REPLAY = "replay" takes "`{\"trace\":[{\"type\"}]}`" gives "the steps of a life of a case", lifecycle::replay;
    APPLY_TRIGGER = "apply_trigger" takes "`{\"case\",\"trigger\"}`" gives "the case after a trigger, and its events",
        lifecycle::input::apply_trigger;
    ACTIONS = "actions" takes "`{\"case\",\"eligibility\",\"fee_usd\"}`" gives "`{\"actions\"}`, which are allowed now",
        lifecycle::input::allowed_actions;
    CANCELLATION = "cancellation" takes "`{\"case\",\"eligibility\",\"fee_usd\"}`"
        gives "`{\"cancellation\",\"assumed\"}`", lifecycle::input::cancellation_block;
    TRANSITIONS = "transitions" takes "any text" gives "`{\"transitions\"}`", lifecycle::input::all_transitions;
    NORMALIZE_RESULTS = "normalize_results" takes "`results_data`" gives "`{\"normalized\",\"notes\"}`",
        results::normalize_results;
    READ_RECORD = "read_record" takes "`{\"record\",\"value\"}`" gives "`{\"record\",\"value\",\"notes\"}`",
        records::of_input;
    READ_EVENT = "read_event" takes "the body of a webhook" gives "`{\"event\",\"type\",\"notes\"}`", events::read_event;
    REDACT_OFFER = "redact_offer" takes "a record of found policies" gives "`{\"offer\",\"notes\"}`",
        events::redact_offer;
    FOLLOW = "follow" takes "`{\"follower\",\"is_test\",\"facts\",\"now\"}`" gives "`{\"follower\",\"view\",\"notes\"}`",
        events::follow;
    READ_ANSWER = "read_answer" takes "`{\"status\",\"body\"}`, the answer to a create request"
        gives "`{\"outcome\",\"reason\"}`, what it means", answers::of_input;
    CHECK_REQUEST = "check_request" on today takes "a request to the service" gives "the report on a request",
        requests::check_request;
    #[cfg(feature = "receipts")]
    RECEIPT = "receipt" on today takes "a case" gives "the decision and its reasons, without a submitted value",
        crate::case::receipt::receipt_of;
}

#[cfg(feature = "service")]
operations! {
    /// The decisions of a client, for bindings that have one.
    CLIENT_OPERATIONS:
    CALL_STEP = "call_step" takes "`{\"call\",\"answer\",\"limits\",\"now\"}`, or `{\"endpoint\",\"params\"}` to begin"
        gives "`{\"call\",\"step\"}`, what to do next", calls::call_of;
    SETTLE_CREATE = "settle_create" takes "`{\"intent\",\"pages\",\"taken\",\"now\"}`"
        gives "`{\"settled\",\"candidates\",\"until\"}`, what became of a create without an answer", calls::settle_of;
}

/// The description of a rule, whose id is the input. It is an operation of [`Binding`] alone,
/// because its input is not JSON.
pub const EXPLAIN: Operation = Operation {
    name: "explain",
    needs_today: false,
    run: |input, context| explain(input.text, context),
    #[cfg(feature = "export")]
    description: None,
};

/// Runs an operation of a table by name.
///
/// ```
/// use casegate::wire::{CASE_OPERATIONS, call};
///
/// let report = call(CASE_OPERATIONS, "check_case", "[]", r#"{ "today": "2026-03-01" }"#);
/// assert!(report.contains(r#""code":"not_an_object""#));
/// assert!(call(CASE_OPERATIONS, "guess", "[]", "").contains("operation_unknown"));
/// ```
pub fn call(operations: &[Operation], name: &str, input: &str, context: &str) -> String {
    match operations.iter().find(|operation| operation.name == name) {
        Some(operation) => operation.call(input, context),
        None => unknown_operation(),
    }
}

/// Returns the error for an unknown operation name.
pub fn unknown_operation() -> String {
    error_of("operation_unknown", "unknown operation")
}

impl Operation {
    /// An operation of another crate, for a table of a [`Binding`].
    pub const fn of(name: &'static str, needs_today: bool, run: fn(Input<'_>, &Context) -> String) -> Operation {
        Operation {
            name,
            needs_today,
            run,
            #[cfg(feature = "export")]
            description: None,
        }
    }

    /// Runs the operation.
    pub fn call(&self, input: &str, context: &str) -> String {
        match Context::from_json_of_any_day(context) {
            Ok(context) => self.call_with(input, &context),
            Err(error) => error_text(&error),
        }
    }

    /// Runs the operation with a parsed context.
    pub fn call_with(&self, input: &str, context: &Context) -> String {
        self.call_input(Input { text: input, bytes: input.as_bytes() }, context)
    }

    /// Runs the operation on the bytes of JSON text with a parsed context. Bytes that are not UTF-8
    /// are reported like any other text that is not JSON, and a receipt has their digest.
    ///
    /// ```
    /// use casegate::{Context, wire};
    ///
    /// let context = Context::new("2026-03-01".parse()?);
    /// assert!(wire::CHECK_CASE.call_bytes(b"\"\xFF", &context).contains(r#""code":"not_json""#));
    /// assert_ne!(wire::RECEIPT.call_bytes(b"\xFE", &context), wire::RECEIPT.call_bytes(b"\xFF", &context));
    /// # Ok::<(), casegate::date::ParseDateError>(())
    /// ```
    pub fn call_bytes(&self, input: &[u8], context: &Context) -> String {
        self.call_input(Input { text: &text_of(input, context), bytes: input }, context)
    }

    fn call_input(&self, input: Input<'_>, context: &Context) -> String {
        match context.on_a_day() {
            Err(error) if self.needs_today => error_text(&error),
            _ => (self.run)(input, context),
        }
    }
}

impl Settings {
    /// Runs an operation on the bytes of JSON text. An operation that depends on the day returns an
    /// error if the settings do not name one.
    ///
    /// ```
    /// use casegate::{Settings, wire};
    ///
    /// let settings = Settings::from_json("{}")?;
    /// assert!(settings.call(&wire::TRANSITIONS, b"{}").starts_with(r#"{"transitions":"#));
    /// assert!(settings.call(&wire::CHECK_CASE, b"{}").contains("`today` is missing"));
    /// # Ok::<(), casegate::config::ContextError>(())
    /// ```
    pub fn call(&self, operation: &Operation, input: &[u8]) -> String {
        operation.call_bytes(input, &self.context)
    }
}

/// [`crate::case::explain::explain_with`]: the description of a rule of the rulebook or of the
/// firm.
pub fn explain(rule: &str, context: &Context) -> String {
    match explanations::explain_with(rule, context) {
        Ok(explanation) => text(&explanation),
        Err(error) => error_of("rule_unknown", &error.to_string()),
    }
}

/// [`crate::case::explain::rules`]: the descriptions of all rules.
pub fn rules() -> String {
    text(&explanations::rules())
}

/// Returns the answer to an invalid context.
pub fn error_text(error: &ContextError) -> String {
    error_of("context_unreadable", &error.message())
}

#[derive(Serialize)]
struct ErrorReply<'m> {
    error: ErrorDetail<'m>,
}

#[derive(Serialize)]
struct ErrorDetail<'m> {
    code: &'m str,
    message: &'m str,
}

fn error_of(code: &str, message: &str) -> String {
    text(&ErrorReply { error: ErrorDetail { code, message } })
}

fn text(value: &impl Serialize) -> String {
    writer::text(value)
}

#[cfg(test)]
mod tests {
    use super::{CASE_OPERATIONS, SERVICE_OPERATIONS};
    use std::collections::BTreeSet;

    #[test]
    fn each_operation_has_a_name_of_its_own() {
        let rows = || CASE_OPERATIONS.iter().chain(SERVICE_OPERATIONS).map(|operation| operation.name);
        assert_eq!(rows().collect::<BTreeSet<_>>().len(), rows().count());
    }
}
