//! The TypeScript types of payloads, and of the input and output of all operations.

use crate::type_schema::{list_of, named, or_null, quoted};
use crate::typescript::{Module, unique};
use casegate::answers::{Answer, AnswerReading, Outcome, Reason};
use casegate::explain::{Explanation, rules};
use casegate::export::codegen::{Info, Lists, Played, context_types_json, labels};
use casegate::fields::{
    COMMON, Field, FieldStatus, Kind, Moment, NestedRecord, POLICY_EXISTENCE, POLICY_LIMIT, Replacement,
};
use casegate::files::{
    FileChange, FileEndpoint, FileRequest, FileRetry, FileStatus, FileToSend, FileVerdict, FileVerdicts,
};
use casegate::firm_rules::HouseReport;
use casegate::form::FormCase;
use casegate::prepare::Prepared;
use casegate::repair::{PatchOperation, Question, Repair};
use casegate::report::{FORMAT, Facts, Fix, RuleResult, Waived};
use casegate::session::{Delta, Edit, Stale};
use casegate::states::FieldState;
use casegate::tokens::FileErrorCode;
use casegate::vocabulary::{CASE_TYPE, EXTENSIBLE};
use casegate::{Code, Issue, Language, Product, Report, Severity};
use serde_json::{Value, json};
use std::fmt::Write;

/// Returns the types as a TypeScript module.
pub(crate) fn types_ts() -> String {
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
fn paths() -> Vec<String> {
    let fields = [COMMON, POLICY_LIMIT, POLICY_EXISTENCE].into_iter().flatten();
    unique(fields.flat_map(|field| {
        let members = field.kind.members().iter().map(|member| format!("/{}/{}", field.name, member.name));
        std::iter::once(format!("/{}", field.name)).chain(members)
    }))
}

/// Declares the types.
pub(crate) fn module() -> Module {
    let mut module = Module::new();
    module.declare::<Product>("Product");
    context(&mut module);
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
    let lists: Vec<&str> = std::iter::once(&CASE_TYPE).chain(EXTENSIBLE).map(|list| list.id).collect();
    module.declare_words("ListId", "The lists of words.", &lists);
    let paths = paths();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    module.declare_words("FieldPath", "The JSON Pointers of all fields and members.", &paths);
    let rules = rules();
    let rules: Vec<&str> = rules.iter().map(|rule| &*rule.id).collect();
    module.declare_words("RuleId", "The ids of the rules.", &rules);
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

/// Declares the types of a context and of firm rules.
fn context(module: &mut Module) {
    let schemas: Value = serde_json::from_str(&context_types_json()).unwrap_or_default();
    for text in ["pointer", "day", "word", "other"] {
        module.define(text, json!({ "type": "string" }));
    }
    let mut declare = |key, name, members: &[(&str, Value)]| {
        module.define_as(key, name);
        module.declare_schema(name, schemas[key].clone(), members);
    };
    let carriers = || list_of(named("Carrier"));
    let lists = json!({ "type": "object", "properties": { "refused": carriers(), "specialty": carriers() } });
    let severity =
        json!({ "type": "object", "propertyNames": named("Code"), "additionalProperties": named("Severity") });
    let members = [("today", named("Today")), ("carriers", lists), ("severity", severity), ("house", named("House"))];
    declare("context", "Context", &members);
    declare("range", "HouseRange", &[]);
    declare("weekday", "Weekday", &[]);
    declare("test", "HouseTest", &[("count", named("HouseRange")), ("weekday", list_of(named("Weekday")))]);
    declare("condition", "HouseCondition", &[]);
    declare("files", "HouseFiles", &[("count", named("HouseRange"))]);
    declare("requirement", "HouseRequirement", &[]);
    let members = [("when", list_of(named("HouseCondition"))), ("then", list_of(named("HouseRequirement")))];
    declare("rule", "Rule", &members);
    declare("waiver", "Waiver", &[("code", named("Code"))]);
    declare("house", "House", &[]);
    declare("carrier", "Carrier", &[]);
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
    let labels = labels(Language::English);
    let label = [labels.field(field.name).label, labels.member(field.name).label].concat();
    let mut note = match field.status {
        FieldStatus::Alias | FieldStatus::Deprecated | FieldStatus::Ignored => format!(" {deprecated}"),
        FieldStatus::LegacyOnly => format!(" {deprecated} Read by the legacy endpoints only."),
        FieldStatus::Current | FieldStatus::ReadOnly => String::new(),
    };
    if let Some(Replacement { field, members, .. }) = field.replacement {
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
