//! Records as Rust types, and properties of every record that is read.

use crate::support::all;
use casegate::Context;
use casegate::records::{
    Attachment, CancelError, CancellationAccepted, CancellationBlock, CaseDetail, CaseList, CaseListItem,
    CreateResponse, FileAppended, LoginResponse, Offer, OfferedUpgrade, RecordType, Responded, ResultsPdf,
    ResultsRecord, Ticket,
};
use casegate::records::{OrUnknown, ReadRecord, Record, read_record};
use casegate::tokens::UpgradeStatus;
use casegate::usd::Usd;
use proptest::prelude::*;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn context() -> Context {
    Context::from_json(r#"{ "today": "2026-03-01" }"#).unwrap()
}

/// The record as its type writes it, or `None` if the type cannot hold it.
fn again(read: &ReadRecord) -> Option<Value> {
    fn through<T: RecordType + Serialize>(read: &ReadRecord) -> Option<Value> {
        read.typed::<T>().ok().map(|typed| serde_json::to_value(typed).unwrap())
    }
    match read.record? {
        Record::CreateResponse => through::<CreateResponse>(read),
        Record::Attachment => through::<Attachment>(read),
        Record::CaseDetail => through::<CaseDetail>(read),
        Record::CaseListItem => through::<CaseListItem>(read),
        Record::CancellationBlock => through::<CancellationBlock>(read),
        Record::CancellationAccepted => through::<CancellationAccepted>(read),
        Record::CancelError => through::<CancelError>(read),
        Record::FileAppended => through::<FileAppended>(read),
        Record::Responded => through::<Responded>(read),
        Record::Offer => through::<Offer>(read),
        Record::OfferedUpgrade => through::<OfferedUpgrade>(read),
        Record::Results => through::<ResultsRecord>(read),
        Record::ResultsPdf => through::<ResultsPdf>(read),
        Record::Ticket => through::<Ticket>(read),
        Record::CaseList => read.typed::<CaseList>().ok().map(|_| Value::Null),
        Record::LoginResponse => read.typed::<LoginResponse>().ok().map(|_| Value::Null),
    }
}

/// Every record of the vectors.
fn records() -> impl Iterator<Item = (String, ReadRecord)> {
    all().into_iter().filter(|vector| vector.call.is("read_record")).filter_map(|vector| {
        let input: Value = serde_json::from_str(&vector.payload).ok()?;
        let record = Record::from_name(input["record"].as_str()?)?;
        Some((vector.case.name, read_record(record, &input["value"].to_string(), &context())))
    })
}

#[test]
fn a_record_without_notes_is_held_by_its_type() {
    let mut seen = BTreeSet::new();
    for (name, read) in records().filter(|(_, read)| read.notes.is_empty()) {
        let record = read.record.unwrap();
        let written = again(&read).unwrap_or_else(|| panic!("{record:?}: {name}"));
        seen.insert(record);
        if written.is_null() {
            continue;
        }
        // The written record differs from the original only in members that are null or missing.
        let strip = |value: &Value| {
            let members =
                value.as_object().unwrap().iter().filter(|(_, value)| !value.is_null() && **value != json!([]));
            members.map(|(name, value)| (name.clone(), value.clone())).collect::<Vec<_>>()
        };
        let came: Value = serde_json::from_str(&read.value.to_string()).unwrap();
        let (mut came, mut written) = (strip(&came), strip(&written));
        came.sort_by(|one, other| one.0.cmp(&other.0));
        written.sort_by(|one, other| one.0.cmp(&other.0));
        assert_eq!(came, written, "{record:?}: {name}");
    }
    assert_eq!(seen, Record::ALL.iter().copied().collect());
}

#[test]
fn a_missing_member_is_more_than_a_type_can_hold_where_it_says_so() {
    let read = read_record(Record::CancelError, r#"{"error":"Qzvx"}"#, &context());
    let refused = read.typed::<CancelError>().unwrap_err().to_string();
    assert_eq!(refused, "the record is not as documented; its notes say where");
    assert!(read.typed::<Responded>().is_err(), "another type's record");
}

#[test]
fn unknown_words_and_odd_amounts_are_kept() {
    let text =
        r#"{"upgrade_id":12.0,"type":"x","researcher_note":null,"price_usd":"250","status":"withdrawn","more":1}"#;
    let upgrade: OfferedUpgrade = read_record(Record::OfferedUpgrade, text, &context()).typed().unwrap();
    assert_eq!((upgrade.upgrade_id, upgrade.price_usd.known()), (12, None));
    assert_eq!(upgrade.status, OrUnknown::Other("withdrawn".to_owned()));
    assert_eq!(upgrade.extra["more"], json!(1));
    let split = read_record(Record::OfferedUpgrade, &text.replace("12.0", "12.5"), &context());
    assert!(split.typed::<OfferedUpgrade>().is_err(), "no id is made of half a number");
    let text = text.replace("\"250\"", "\"250.00\"").replace("withdrawn", "selected");
    let upgrade: OfferedUpgrade = read_record(Record::OfferedUpgrade, &text, &context()).typed().unwrap();
    assert_eq!(upgrade.price_usd.known(), Some(Usd::from_cents(25_000)));
    assert_eq!(upgrade.status.known(), Some(UpgradeStatus::Selected));
}

#[test]
fn a_token_is_found_where_it_is_the_only_text_and_never_shown() {
    let login = |text: &str| read_record(Record::LoginResponse, text, &context()).typed::<LoginResponse>().unwrap();
    let one = login(r#"{"key":"Qzvx","id":1,"expiry":null}"#);
    assert_eq!(one.token(), Some("Qzvx"));
    assert!(!format!("{one:?}").contains("Qzvx"));
    assert_eq!(login(r#"{"key":"Qzvx","name":"intake","expiry":null}"#).token(), None);
}

#[test]
fn a_list_is_read_bare_and_in_its_envelope() {
    let item = r#"{"id":1,"issue_key":null,"created_at":"2026-02-01"}"#;
    let list = |text: String| read_record(Record::CaseList, &text, &context()).typed::<CaseList>().unwrap();
    assert_eq!(list(format!("[{item}]")).items.len(), 1);
    let paged = list(format!(r#"{{"count":1,"results":[{item}]}}"#));
    assert_eq!((paged.items.len(), &paged.envelope["count"]), (1, &json!(1)));
}

#[test]
fn results_of_a_record_are_normalized() {
    let text = r#"{"id":1,"issue_key":null,"status":"x","results_data":{"case_type":"unknown"},"completed_at":null}"#;
    let record: ResultsRecord = read_record(Record::Results, text, &context()).typed().unwrap();
    assert!(record.results(&context()).typed().is_ok());
}

fn value() -> impl Strategy<Value = Value> {
    let keys = vec![
        "id",
        "status",
        "reason",
        "fee_usd",
        "eligible",
        "results",
        "attachments",
        "cancellation",
        "owner",
        "expiry",
        "x",
        "file_id",
        "error",
        "fee",
        "defendant_information",
        "additional_policies",
        "upgrade_id",
    ];
    let words = vec!["accepted", "rejected", "case_closed", "case_processing", "0.00", "75.00", ""];
    let scalar = prop_oneof![
        3 => prop::sample::select(words).prop_map(Value::from),
        1 => Just(Value::Null),
        1 => any::<bool>().prop_map(Value::from),
        1 => any::<f64>().prop_map(|number| json!(number)),
    ];
    scalar.prop_recursive(4, 24, 6, move |inner| {
        let key = prop::sample::select(keys.clone()).prop_map(str::to_owned);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(key, inner, 0..8)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn reading_changes_nothing_and_never_fails(value in value()) {
        let text = value.to_string();
        for record in Record::ALL {
            let read = read_record(*record, &text, &context());
            prop_assert_eq!(read.value.to_string(), text.clone());
            for note in &read.notes {
                let parent = note.at.rsplit_once('/').map_or("", |(parent, _)| parent);
                prop_assert!(value.pointer(parent).is_some(), "{}", note.at);
            }
            // Either the type holds it, or a note says why not.
            prop_assert!(again(&read).is_some() || !read.notes.is_empty(), "{:?} {}", record, text);
        }
    }
}
