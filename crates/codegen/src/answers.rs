//! The TypeScript types of the service's answers, and of the results of reading them.

use crate::type_schema::quoted;
use casegate::export::codegen::{
    CANCELLATION, CANCELLED_POLICY, ENVELOPE, Member, NULL_WHEN_INCLUDED, POLICY_EXISTENCE, POLICY_LIMIT, Presence,
    RESULTS_DATA, SHARED, Shape, ValueType, shape,
};
use casegate::records::Record;
use casegate::tokens::{PolicyStatus, ResultsCaseType};
use std::fmt::Write;

/// Returns the types of results, from their table.
pub(crate) fn results_types_ts() -> String {
    let mut out = String::new();
    interface(&mut out, &SHARED, "");
    for shape in [&POLICY_LIMIT, &POLICY_EXISTENCE] {
        interface(&mut out, shape, &format!(" extends {}", SHARED.name));
    }
    interface(&mut out, &CANCELLED_POLICY, "");
    interface(&mut out, &CANCELLATION, "");
    for status in PolicyStatus::ALL {
        policy(&mut out, *status);
    }
    out.push_str(
        "/** A policy beyond the scope of the request. */\n\
         export type AdditionalPolicy<R> = OfferedPolicy | AcceptedPolicy<R> | IncludedPolicy;\n\n\
         /** `results_data` of a case that was not canceled, in its documented shape. */\n\
         export interface ResultsOf<T extends string, R> {\n",
    );
    data(&mut out, |name| match name {
        "case_type" => "case_type: T".to_owned(),
        "results" => "results: R[]".to_owned(),
        "additional_policies" => "additional_policies: AdditionalPolicy<R>[]".to_owned(),
        "cancelled" => "cancelled?: false".to_owned(),
        other => format!("{other}?: undefined"),
    });
    out.push_str(
        "/** `results_data` of a canceled case, in its documented shape. */\n\
         export interface CancelledResults {\n",
    );
    let case_types = ResultsCaseType::NAMES.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(" | ");
    data(&mut out, |name| match name {
        "case_type" => format!("case_type: {case_types}"),
        "results" | "additional_policies" => format!("{name}: never[]"),
        "cancelled" => "cancelled: true".to_owned(),
        // A missing member is added as null.
        other => format!("{other}: {} | null", CANCELLATION.name),
    });
    out.push_str("/** Results of any product. */\nexport type Results =\n");
    let each = ResultsCaseType::ALL.iter().map(|case_type| {
        let result = match case_type {
            ResultsCaseType::PolicyLimitSearch => POLICY_LIMIT.name,
            ResultsCaseType::PolicyExistenceSearch => POLICY_EXISTENCE.name,
            ResultsCaseType::Unknown => SHARED.name,
        };
        format!("  | ResultsOf<{}, {result}>", quoted(case_type.name()))
    });
    let all: Vec<String> = each.chain(["  | CancelledResults".to_owned()]).collect();
    let _ = writeln!(out, "{};\n", all.join("\n"));
    out.truncate(out.trim_end().len() + 1);
    out
}

/// Writes the members of `results_data`.
fn data(out: &mut String, member: impl Fn(&str) -> String) {
    for row in RESULTS_DATA.members {
        let _ = writeln!(out, "  {};", member(row.name));
    }
    out.push_str("}\n\n");
}

fn policy(out: &mut String, status: PolicyStatus) {
    let (doc, name) = match status {
        PolicyStatus::Offered => ("A policy that may be bought: its values are not there yet.", "OfferedPolicy"),
        PolicyStatus::Accepted => ("A policy that was bought, with its values.", "AcceptedPolicy<R>"),
        PolicyStatus::Included => ("A free note.", "IncludedPolicy"),
    };
    let accepted = status == PolicyStatus::Accepted;
    let (start, end) = if accepted { ("type", "};") } else { ("interface", "}") };
    let _ = writeln!(out, "/** {doc} */\nexport {start} {name} {}{{", if accepted { "= R & " } else { "" });
    for row in ENVELOPE.members {
        let value = match row.name {
            "status" => quoted(status.name()),
            // An accepted entry has the notes of its result.
            "notes" if accepted => continue,
            name if status == PolicyStatus::Included && NULL_WHEN_INCLUDED.contains(&name) => "null".to_owned(),
            // A missing member is added as null.
            _ => format!("{} | null", value(row.value_type)),
        };
        let _ = writeln!(out, "  {}: {value};", row.name);
    }
    let _ = writeln!(out, "{end}\n");
}

/// Returns the types of records, from their tables.
pub(crate) fn records_types_ts() -> String {
    let mut out = String::new();
    let mut shapes: Vec<&'static Shape> = Vec::new();
    for record in Record::ALL {
        collect(shape(*record), &mut shapes);
    }
    for shape in shapes {
        open(&mut out, shape, "");
        members(&mut out, shape.members);
        if is_open(shape) {
            out.push_str("  [member: string]: unknown;\n");
        }
        out.push_str("}\n\n");
    }
    out.push_str("/** The records that the service answers with. */\nexport interface Records {\n");
    for record in Record::ALL {
        let bare = if *record == Record::CaseList { " | CaseListItem[]" } else { "" };
        let _ = writeln!(out, "  {}: {}{bare};", record.name(), shape(*record).name);
    }
    out.push_str("}\n");
    out
}

/// Returns `true` if the documentation allows additional members.
fn is_open(of: &Shape) -> bool {
    [Record::CaseList, Record::LoginResponse, Record::Ticket].iter().any(|record| shape(*record).name == of.name)
}

fn collect(shape: &'static Shape, shapes: &mut Vec<&'static Shape>) {
    if shapes.iter().any(|known| known.name == shape.name) {
        return;
    }
    for member in shape.members {
        if let ValueType::Record(inner) | ValueType::Records(inner) = member.value_type {
            collect(inner, shapes);
        }
    }
    shapes.push(shape);
}

fn interface(out: &mut String, shape: &Shape, extends: &str) {
    open(out, shape, extends);
    members(out, shape.members);
    out.push_str("}\n\n");
}

fn open(out: &mut String, shape: &Shape, extends: &str) {
    let _ = writeln!(out, "/** {} */\nexport interface {}{extends} {{", shape.about, shape.name);
}

fn members(out: &mut String, rows: &[Member]) {
    for row in rows {
        if row.presence == Presence::Never {
            let _ = writeln!(out, "  {}?: never;", row.name);
            continue;
        }
        let nullable = row.nullable || matches!(row.presence, Presence::When(..));
        let null = if nullable { " | null" } else { "" };
        let _ = writeln!(out, "  {}{}: {}{null};", row.name, optional(row), value(row.value_type));
    }
}

fn optional(row: &Member) -> &'static str {
    if row.presence == Presence::Always { "" } else { "?" }
}

fn value(value_type: ValueType) -> String {
    match value_type {
        ValueType::Text | ValueType::Uuid | ValueType::Amount | ValueType::IsoDate | ValueType::Owner => {
            "string".to_owned()
        }
        ValueType::Id => "string | number".to_owned(),
        ValueType::Integer => "number".to_owned(),
        ValueType::Boolean => "boolean".to_owned(),
        ValueType::Null => "null".to_owned(),
        // Readers retain unknown words.
        ValueType::Word(words) => {
            let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
            format!("{} | (string & {{}})", words.join(" | "))
        }
        ValueType::Object => "Record<string, unknown>".to_owned(),
        ValueType::Record(shape) => shape.name.to_owned(),
        ValueType::Records(shape) => format!("{}[]", shape.name),
    }
}
