//! Rust types of the records. The tables in `table.rs` define each member, and a test checks these
//! types against them.

use crate::case::deserializers::whole_number;
use crate::context::Context;
use crate::rulebook::product::Product;
use crate::rulebook::tokens::{AttachmentStatus, CancellationReason, FileErrorCode, State, SyncState, UpgradeStatus};
use crate::service::or_unknown::OrUnknown;
use crate::service::records::read::ReadRecord;
use crate::service::records::table::Record;
use crate::service::results::normalize::Normalized;
use crate::text::usd::Usd;
use serde::de::{DeserializeOwned, Deserializer, Error};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt;

/// A Rust type that represents a record.
pub trait RecordType: DeserializeOwned {
    /// The record that the type represents.
    const RECORD: Record;
}

/// The error for a record that does not fit the requested type. The record's notes contain the
/// locations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the record is not as documented; its notes say where")]
#[non_exhaustive]
pub struct RecordTypeError;

impl ReadRecord {
    /// Converts the record to a Rust value.
    ///
    /// ```
    /// use casegate::{Date, Context};
    /// use casegate::records::{OrUnknown, Record, read_record, CaseDetail};
    /// use casegate::tokens::State;
    ///
    /// let context = Context::new(Date::parse("2026-03-01").ok_or("no such day")?);
    /// let text = r#"{
    ///     "id": 7, "issue_key": "CASE-7", "status": "received", "case_type": "pl", "results_ready": false,
    ///     "created_at": "2026-03-01T09:00:00Z", "updated_at": "2026-03-01T09:00:00Z",
    ///     "cancellation": { "eligible": true, "fee_usd": "0.00", "reason": "not_yet_dispatched" }
    /// }"#;
    /// let case: CaseDetail = read_record(Record::CaseDetail, text, &context).typed()?;
    /// assert_eq!(case.status, OrUnknown::Known(State::Received));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`RecordTypeError`] if the record was read as a different one, or if a member is missing or
    /// has another type than documented. Unknown members, undocumented tokens and malformed strings
    /// are not errors.
    pub fn typed<T: RecordType>(&self) -> Result<T, RecordTypeError> {
        if self.record != Some(T::RECORD) {
            return Err(RecordTypeError);
        }
        serde_json::from_str(&self.value.to_string()).map_err(|_| RecordTypeError)
    }
}

macro_rules! records {
    ($($(#[$doc:meta])+ $name:ident $(= $record:ident)? { $($(#[$attribute:meta])* $field:ident: $type:ty,)* })+) => {
        $(
            $(#[$doc])+
            ///
            /// The members have the names of the specification.
            #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
            #[expect(missing_docs, reason = "the names are the specification's")]
            pub struct $name {
                $(
                    $(#[$attribute])*
                    pub $field: $type,
                )*
                /// Undocumented members. [`ReadRecord::value`] retains the exact digits of their
                /// numbers.
                #[serde(flatten)]
                pub extra: Map<String, Value>,
            }
            $(impl RecordType for $name {
                const RECORD: Record = Record::$record;
            })?
        )+
    };
}

records! {
    /// The answer to a create request.
    CreateResponse = CreateResponse {
        #[serde(deserialize_with = "whole")] case_id: i64,
        /// The issue key, or `None` until the case is synchronized with the tracker, which takes
        /// minutes.
        case_ref: Option<String>,
        case_type: OrUnknown<Product>,
        submitted: bool,
        #[serde(default)] attachments: Vec<Attachment>,
    }
    /// The outcome for one file of a create request.
    Attachment = Attachment {
        /// The sanitized name, which may differ from the name that was sent.
        filename: String,
        label: String,
        status: OrUnknown<AttachmentStatus>,
        /// A UUID. Present for an accepted file.
        #[serde(skip_serializing_if = "Option::is_none")] file_id: Option<String>,
        /// Present for a rejected file.
        #[serde(skip_serializing_if = "Option::is_none")] error: Option<String>,
        /// Present for a rejected file.
        #[serde(skip_serializing_if = "Option::is_none")] error_code: Option<OrUnknown<FileErrorCode>>,
    }
    /// A case.
    CaseDetail = CaseDetail {
        #[serde(deserialize_with = "whole")] id: i64,
        issue_key: Option<String>,
        status: OrUnknown<State>,
        case_type: String,
        created_at: String,
        updated_at: String,
        results_ready: bool,
        cancellation: CancellationBlock,
    }
    /// A case in a list.
    CaseListItem = CaseListItem {
        #[serde(deserialize_with = "whole")] id: i64,
        issue_key: Option<String>,
        created_at: String,
    }
    /// The eligibility of a case for cancellation, and the fee.
    CancellationBlock = CancellationBlock {
        eligible: bool,
        /// `0.00` if the cancellation is free.
        fee_usd: Option<OrUnknown<Usd>>,
        reason: OrUnknown<CancellationReason>,
    }
    /// The answer to an accepted cancellation.
    CancellationAccepted = CancellationAccepted {
        case_ref: String,
        /// Always `cancellation_accepted`.
        status: String,
        tier: String,
        fee: Option<CancellationFee>,
    }
    /// The fee of a cancellation.
    CancellationFee {
        amount_usd: Option<OrUnknown<Usd>>,
        description: Option<String>,
    }
    /// The answer to a cancellation that was refused.
    CancelError = CancelError {
        error: String,
        detail: String,
    }
    /// The answer to an appended file.
    FileAppended = FileAppended {
        /// A UUID.
        file_id: String,
        filename: String,
        label: String,
        tracker_sync_state: OrUnknown<SyncState>,
    }
    /// The answer to a reply.
    Responded = Responded {
        interaction_id: String,
        /// Always `responded`.
        status: String,
        message: String,
    }
    /// An offer of additional policies.
    Offer = Offer {
        offer_id: String,
        additional_policies: Vec<OfferedUpgrade>,
    }
    /// A policy of an offer.
    OfferedUpgrade = OfferedUpgrade {
        #[serde(deserialize_with = "whole")] upgrade_id: i64,
        r#type: String,
        researcher_note: Option<String>,
        price_usd: OrUnknown<Usd>,
        status: OrUnknown<UpgradeStatus>,
    }
    /// Results as JSON.
    ResultsRecord = Results {
        /// A string or a number. The specification does not define which.
        id: Value,
        issue_key: Option<String>,
        status: String,
        /// The results, which [`ResultsRecord::results`] reads.
        results_data: Map<String, Value>,
        completed_at: Option<String>,
    }
    /// Results as a PDF.
    ResultsPdf = ResultsPdf {
        /// A string or a number. The specification does not define which.
        id: Value,
        issue_key: Option<String>,
        status: String,
        /// A presigned URL that is valid for an hour.
        results_url: String,
        file_name: String,
        completed_at: Option<String>,
    }
    /// A ticket of the legacy flow. Its case fields are in `extra`.
    Ticket = Ticket {
        #[serde(deserialize_with = "whole")] id: i64,
        owner: String,
        created_at: String,
        updated_at: String,
        tracker_url: Option<String>,
        creating_token_name: Option<String>,
    }
}

impl ResultsRecord {
    /// Normalizes the results to their documented shape.
    pub fn results(&self, context: &Context) -> Normalized {
        let text = serde_json::to_string(&self.results_data).unwrap_or_default();
        crate::service::results::normalize::normalize_results(&text, context)
    }
}

/// The list of cases. It is either a plain list, or an object with the list under `results` and
/// unpublished other members.
#[derive(Debug, Clone, PartialEq)]
pub struct CaseList {
    /// The cases.
    pub items: Vec<CaseListItem>,
    /// The other members of the envelope.
    pub envelope: Map<String, Value>,
}

impl<'de> Deserialize<'de> for CaseList {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<CaseList, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Form {
            Items(Vec<CaseListItem>),
            Envelope {
                results: Vec<CaseListItem>,
                #[serde(flatten)]
                envelope: Map<String, Value>,
            },
        }
        Ok(match Form::deserialize(from)? {
            Form::Items(items) => CaseList { items, envelope: Map::new() },
            Form::Envelope { results, envelope } => CaseList { items: results, envelope },
        })
    }
}

impl RecordType for CaseList {
    const RECORD: Record = Record::CaseList;
}

/// The answer to a login. Its `Debug` output does not contain the token.
#[derive(Clone, PartialEq, Deserialize)]
pub struct LoginResponse {
    /// Documented to be `null`, because user tokens do not expire.
    pub expiry: Option<Value>,
    /// The other members. The name of the member that contains the token is not published.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

impl LoginResponse {
    /// Returns the token if it is unambiguous: the only string among the members other than
    /// `expiry`.
    pub fn token(&self) -> Option<&str> {
        let mut texts = self.extra.values().filter_map(Value::as_str);
        texts.next().filter(|_| texts.next().is_none())
    }
}

impl fmt::Debug for LoginResponse {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&String> = self.extra.keys().collect();
        out.debug_struct("LoginResponse").field("members", &names).finish_non_exhaustive()
    }
}

impl RecordType for LoginResponse {
    const RECORD: Record = Record::LoginResponse;
}

/// Reads an integer, which may be written as `7.0`.
fn whole<'de, D: Deserializer<'de>>(from: D) -> Result<i64, D::Error> {
    whole_number(from)?.ok_or_else(|| D::Error::custom("no number"))
}
