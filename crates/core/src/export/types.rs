//! The TypeScript types of payloads, and of the input and output of all operations.

use crate::case::explain::Explanation;
use crate::case::files::limits::FileEndpoint;
use crate::case::files::{FileChange, FileRequest, FileRetry, FileStatus, FileToSend, FileVerdict, FileVerdicts};
use crate::case::form::FormCase;
use crate::case::prepare::Prepared;
use crate::case::repair::{PatchOperation, Question, Repair};
use crate::case::session::Edit;
use crate::case::session::delta::{Delta, Stale};
use crate::case::session::script::Played;
use crate::case::states::FieldState;
use crate::config::firm_rules::read::HouseReport;
use crate::export::fields::{Info, Lists};
use crate::export::type_schema::{list_of, named, or_null};
use crate::export::typescript::Module;
use crate::export::{quoted, settings};
use crate::messages::Language;
use crate::report::facts::Facts;
use crate::report::firm_rules::Waived;
use crate::report::issue::{Fix, Issue};
use crate::report::{FORMAT, Report, RuleResult};
use crate::rulebook::codes::Code;
use crate::rulebook::fields::common::COMMON;
use crate::rulebook::fields::names::{FieldId, lookup};
use crate::rulebook::fields::{Field, FieldStatus, Kind, NestedRecord, Replacement};
use crate::rulebook::lifetime::Moment;
use crate::rulebook::params::Severity;
use crate::rulebook::product::Product;
use crate::rulebook::rules::table::specification;
use crate::rulebook::tokens::FileErrorCode;
use crate::rulebook::vocabulary::{CASE_TYPE, EXTENSIBLE};
use crate::service::answers::{Answer, AnswerReading, Outcome, Reason};
use serde_json::json;
use std::fmt::Write;

/// Returns the types as a TypeScript module.
pub fn types_ts() -> String {
    // An interface cannot express that `ok` decides the type of `prepared`.
    let types = module().finish().replace("export interface Report {", "export interface ReportParts {");
    [&types, TYPESCRIPT].concat()
}

/// Types that only TypeScript can express.
const TYPESCRIPT: &str = "
/** A day, YYYY-MM-DD, or a function that returns it, which is called at each use of the context. */
export type Today = string | (() => string);

/** The JSON Pointer of a finding: of a field, a member, an entry of a list, or an unknown field. */
export type Pointer = FieldPath | (string & {});

/** The id of a rule, or of a firm rule. */
export type AnyRuleId = RuleId | (string & {});

/** The report on a case that the service takes. */
export interface AcceptedReport extends Omit<ReportParts, \"ok\" | \"prepared\"> {
  readonly ok: true;
  /** The payload as it should be sent, if the context includes it. */
  readonly prepared?: Case;
}

/** The report on a case that the service refuses. */
export interface RefusedReport extends Omit<ReportParts, \"ok\" | \"prepared\"> {
  readonly ok: false;
  /** The payload without what is left out, if the context includes it; `null` if it could not be read. */
  readonly prepared?: Record<string, unknown> | null;
}

/** The report on a payload. */
export type Report = AcceptedReport | RefusedReport;

type Members<Value> = Value extends readonly unknown[] ? Value : Value extends object ? Partial<Value> : Value;
type Draft<Value> = { [Key in keyof Value]?: Members<Value[Key]> };

/** A case that is being filled in: some fields of either product, and some members of records. */
export type CaseDraft = Draft<Omit<PolicyLimitCase, \"case_type\" | \"base_product\">> &
  Draft<Omit<PolicyExistenceCase, \"case_type\" | \"base_product\">> & {
    case_type?: Product;
    base_product?: PolicyLimitCase[\"base_product\"] | PolicyExistenceCase[\"base_product\"];
  };
";

/// Returns the pointers of all fields and members, each once.
fn paths() -> impl Iterator<Item = String> {
    FieldId::all().filter(|key| lookup(key.name()) == Some(*key)).flat_map(|key| {
        let members = key.field().kind.members().iter().map(move |member| [&key.pointer(), "/", member.name].concat());
        std::iter::once(key.pointer()).chain(members)
    })
}

/// Declares the types.
pub(crate) fn module() -> Module {
    let mut module = Module::new("types");
    module.declare::<Product>("Product");
    settings::types::declare(&mut module);
    module.declare::<Language>("Language");
    module.declare::<HouseReport>("HouseReport");
    module.declare_shared::<Waived>("Waived");
    module.declare::<Severity>("Severity");
    module.declare_shared::<Fix>("Fix");
    module.declare_shared::<Issue>("Issue");
    module.declare_shared::<Facts>("Facts");
    module.declare_shared::<RuleResult>("RuleResult");
    module.declare_shared::<Report>("Report");
    module.declare::<Prepared>("PreparedCase");
    module.declare::<FormCase>("FormCase");
    module.declare::<PatchOperation>("PatchOperation");
    module.declare::<Question>("Question");
    module.declare::<Repair>("Repair");
    module.declare_input::<Edit>("Edit");
    module.declare::<Delta>("Delta");
    module.declare::<Played>("PlayedSession");
    module.declare::<FieldState>("FieldState");
    module.declare::<Explanation>("Explanation");
    module.declare::<Info>("FieldInfo");
    module.declare::<Moment>("Moment");
    module.declare_input::<Answer>("Answer");
    module.declare::<AnswerReading>("AnswerReading");
    module.declare::<Outcome>("AnswerOutcome");
    module.declare::<Reason>("AnswerReason");
    module.declare_input::<FileRequest>("FileRequest");
    module.declare_input::<FileToSend>("FileToSend");
    module.declare::<FileVerdicts>("FileVerdicts");
    module.declare::<FileVerdict>("FileVerdict");
    module.declare::<FileRetry>("FileRetry");

    module.declare::<Code>("Code");
    let lists = std::iter::once(&CASE_TYPE).chain(EXTENSIBLE);
    module.declare_words("ListId", "The lists of words.", lists.map(|list| list.id));
    let pointers: Vec<String> = paths().collect();
    module.declare_words(
        "FieldPath",
        "The JSON Pointers of all fields and members.",
        pointers.iter().map(String::as_str),
    );
    module.declare_words(
        "RuleId",
        "The ids of the rules.",
        specification().filter_map(|rows| rows.first()).map(|rule| &*rule.id),
    );
    module.declare::<FileEndpoint>("FileEndpoint");
    module.declare::<FileStatus>("FileStatus");
    module.declare::<FileErrorCode>("FileErrorCode");
    module.declare::<FileChange>("FileChange");
    module.text(cases());

    module.member::<Issue>("at", &named("Pointer"));
    module.member::<Issue>("rule", &named("AnyRuleId"));
    module.member::<FieldState>("at", &named("FieldPath"));
    module.member::<FieldState>("rule", &named("AnyRuleId"));
    module.member::<Info>("at", &named("FieldPath"));
    module.member::<Report>("format", &json!({ "const": FORMAT }));
    module.member::<Report>("prepared", &or_null(named("Case")));
    module.member::<Prepared>("prepared", &or_null(named("Case")));
    module.member::<FormCase>("case", &or_null(json!({ "type": "object" })));
    module.member::<Repair>("payload", &or_null(json!({ "type": "object" })));
    module.member::<Played>("payload", &or_null(json!({ "type": "object" })));
    module.member::<Stale>("state", &json!({ "enum": ["forbidden", "irrelevant"] }));
    // These are absent instead of `false`.
    module.member::<FieldState>("unprompted", &json!({ "const": true }));
    module.member::<FieldState>("must_be_true", &json!({ "const": true }));
    module.member::<Info>("products", &json!({ "type": "array", "items": named("Product"), "readOnly": true }));
    module.member::<Lists>("pl", &named("ListId"));
    module.member::<Lists>("pe", &named("ListId"));
    let counts = json!({ "count": { "type": "integer" }, "bytes": { "type": "integer" } });
    let counts = json!({ "type": "object", "properties": counts, "required": ["count", "bytes"] });
    module.member::<FileRequest>("sent", &json!({ "oneOf": [list_of(named("FileToSend")), counts] }));
    module.member::<FileRequest>("case", &or_null(named("object")));
    module
}

/// Returns the types of cases, from the field tables.
fn cases() -> String {
    let mut out = String::new();
    for record in NestedRecord::ALL {
        let name = record.name();
        open(&mut out, &format!("{name}, as it is sent."), name, "");
        for member in record.fields().iter().filter(|member| member.status != FieldStatus::ReadOnly) {
            field(&mut out, member, member.is_required);
        }
        out.push_str("}\n\n");
    }
    open(&mut out, "Fields of both products.", "CommonFields", "");
    for row in COMMON.iter().filter(|row| row.name != CASE_TYPE.id) {
        field(&mut out, row, row.is_required);
    }
    out.push_str("}\n\n");
    for (product, name) in
        [(Product::PolicyLimit, "PolicyLimitCase"), (Product::PolicyExistence, "PolicyExistenceCase")]
    {
        open(&mut out, "A case as it is submitted.", name, " extends CommonFields");
        let _ = writeln!(out, "  case_type: {};", quoted(product.case_type()));
        for row in product.fields() {
            field(&mut out, row, row.is_required);
        }
        out.push_str("}\n\n");
    }
    out.push_str("/** A case of either product. */\nexport type Case = PolicyLimitCase | PolicyExistenceCase;\n\n");
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

fn open(out: &mut String, doc: &str, name: &str, extends: &str) {
    let _ = writeln!(out, "/** {doc} */\nexport interface {name}{extends} {{");
}

fn field(out: &mut String, field: &Field, required: bool) {
    let optional = if required { "" } else { "?" };
    let null = if field.nullable { " | null" } else { "" };
    let _ = writeln!(out, "  /** {} */", about(field, "@deprecated"));
    let _ = writeln!(out, "  {}{optional}: {}{null};", field.name, value(field.kind));
}

/// Returns the documentation of a field, with a word for old ones.
pub(crate) fn about(field: &Field, deprecated: &str) -> String {
    let labels = Language::English.labels();
    let label = [labels.field(field.name).label, labels.member(field.name).label].concat();
    let mut note = match field.status {
        FieldStatus::Alias | FieldStatus::Deprecated | FieldStatus::Ignored => format!(" {deprecated}"),
        FieldStatus::LegacyOnly => format!(" {deprecated} Read by the legacy endpoints only."),
        FieldStatus::Current | FieldStatus::ReadOnly => String::new(),
    };
    if let Some(Replacement { field, members }) = field.replacement {
        let members: Vec<String> = members.iter().map(|member| format!("`{field}.{member}`")).collect();
        let names = if members.is_empty() { format!("`{field}`") } else { members.join(" and ") };
        let _ = write!(note, " Use {names}.");
    }
    for sentence in field.lifetime_sentences() {
        let _ = write!(note, " {sentence}");
    }
    format!("{label}{}{note}", if label.ends_with('?') { "" } else { "." })
}

fn value(kind: Kind) -> String {
    let words = |closed: bool, list: &[&str]| {
        let listed: Vec<String> = list.iter().map(|word| quoted(word)).collect();
        // An open list accepts every text, and an editor still offers its words.
        if closed { listed.join(" | ") } else { format!("{} | (string & {{}})", listed.join(" | ")) }
    };
    match kind {
        Kind::Text | Kind::Emails | Kind::Date | Kind::State { .. } => "string".to_owned(),
        Kind::Boolean => "boolean".to_owned(),
        Kind::Integer => "number".to_owned(),
        Kind::Word(list) => words(!list.of(None).open, list.of(None).words),
        Kind::WordArray(list) => format!("({})[]", words(!list.of(None).open, list.of(None).words)),
        Kind::OneWord(list) => format!("[{}]", words(!list.of(None).open, list.of(None).words)),
        Kind::Record(record) => record.name().to_owned(),
        Kind::Object => "Record<string, unknown>".to_owned(),
    }
}
