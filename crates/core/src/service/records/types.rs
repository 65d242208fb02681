//! Records as Rust types. The tables in `table.rs` say what each member means; a test holds these types to them.

use crate::case::typed::whole_number;
use crate::context::Context;
use crate::rulebook::product::Product;
use crate::rulebook::tokens::{AttachmentStatus, CancellationReason, FileErrorCode, State, SyncState, UpgradeStatus};
use crate::service::or_unknown::Kept;
use crate::service::records::read::ReadRecord;
use crate::service::records::table::Record;
use crate::service::results::normalize::Normalized;
use crate::text::usd::Usd;
use serde::de::{DeserializeOwned, Deserializer, Error};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt;

/// A Rust type of a record.
pub trait RecordType: DeserializeOwned {
    /// Which record it is.
    const RECORD: Record;
}

/// The record cannot be held by the type that was asked for; the notes tell where.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the record is not as documented; its notes tell where")]
pub struct NotTyped;

impl ReadRecord {
    /// The record as a Rust value.
    ///
    /// ```
    /// use casegate::{Date, Context};
    /// use casegate::records::{Kept, Record, read_record, CaseDetail};
    /// use casegate::tokens::State;
    ///
    /// let context = Context::new(Date::parse("2026-03-01").ok_or("no such day")?);
    /// let text = r#"{
    ///     "id": 7, "issue_key": "CASE-7", "status": "received", "case_type": "pl", "results_ready": false,
    ///     "created_at": "2026-03-01T09:00:00Z", "updated_at": "2026-03-01T09:00:00Z",
    ///     "cancellation": { "eligible": true, "fee_usd": "0.00", "reason": "not_yet_dispatched" }
    /// }"#;
    /// let case: CaseDetail = read_record(Record::CaseDetail, text, &context).typed()?;
    /// assert_eq!(case.status, Kept::Known(State::Received));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`NotTyped`] where the record was read as another, a member is missing, or one is of another kind than
    /// documented. Unknown members and words are no reason, and neither is the form of a text.
    pub fn typed<T: RecordType>(&self) -> Result<T, NotTyped> {
        if self.record != Some(T::RECORD) {
            return Err(NotTyped);
        }
        serde_json::from_str(&self.value.to_string()).map_err(|_| NotTyped)
    }
}

macro_rules! records {
    ($($(#[$doc:meta])+ $name:ident $(= $record:ident)? { $($(#[$attribute:meta])* $field:ident: $type:ty,)* })+) => {
        $(
            $(#[$doc])+
            ///
            /// The members have the specification's names.
            #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
            #[expect(missing_docs, reason = "the names are the specification's")]
            pub struct $name {
                $(
                    $(#[$attribute])*
                    pub $field: $type,
                )*
                /// Members that are not documented. [`ReadRecord::value`] has their numbers digit by digit.
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
        /// The issue key; none until the tracker is synchronised, which takes minutes.
        case_ref: Option<String>,
        case_type: Kept<Product>,
        submitted: bool,
        #[serde(default)] attachments: Vec<Attachment>,
    }
    /// What became of one file of a create request.
    Attachment = Attachment {
        /// Sanitized, and so perhaps another than was sent.
        filename: String,
        label: String,
        status: Kept<AttachmentStatus>,
        /// A UUID, of an accepted file.
        #[serde(skip_serializing_if = "Option::is_none")] file_id: Option<String>,
        /// Of a rejected file.
        #[serde(skip_serializing_if = "Option::is_none")] error: Option<String>,
        /// Of a rejected file.
        #[serde(skip_serializing_if = "Option::is_none")] error_code: Option<Kept<FileErrorCode>>,
    }
    /// A case.
    CaseDetail = CaseDetail {
        #[serde(deserialize_with = "whole")] id: i64,
        issue_key: Option<String>,
        status: Kept<State>,
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
    /// Whether a case can be cancelled, and at what cost.
    CancellationBlock = CancellationBlock {
        eligible: bool,
        /// `0.00` where it is free.
        fee_usd: Option<Kept<Usd>>,
        reason: Kept<CancellationReason>,
    }
    /// The answer to an accepted cancellation.
    CancellationAccepted = CancellationAccepted {
        case_ref: String,
        /// Always `cancellation_accepted`.
        status: String,
        tier: String,
        fee: Option<CancellationFee>,
    }
    /// What a cancellation costs.
    CancellationFee {
        amount_usd: Option<Kept<Usd>>,
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
        tracker_sync_state: Kept<SyncState>,
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
        price_usd: Kept<Usd>,
        status: Kept<UpgradeStatus>,
    }
    /// Results as JSON.
    ResultsRecord = Results {
        /// A text or a number; which is not published.
        id: Value,
        issue_key: Option<String>,
        status: String,
        /// [`ResultsRecord::results`] reads it.
        results_data: Map<String, Value>,
        completed_at: Option<String>,
    }
    /// Results as a PDF.
    ResultsPdf = ResultsPdf {
        /// A text or a number; which is not published.
        id: Value,
        issue_key: Option<String>,
        status: String,
        /// Presigned for an hour.
        results_url: String,
        file_name: String,
        completed_at: Option<String>,
    }
    /// A ticket of the legacy flow. Its case fields are among the further members.
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
    /// The results in their documented shape.
    pub fn results(&self, context: &Context) -> Normalized {
        let text = serde_json::to_string(&self.results_data).unwrap_or_default();
        crate::service::results::normalize::normalize_results(&text, context)
    }
}

/// The list of cases: the items alone, or under `results` of an envelope whose other members are not published.
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

/// The answer to a login. What is shown of it for debugging holds no token.
#[derive(Clone, PartialEq, Deserialize)]
pub struct LoginResponse {
    /// Documented to be `null`: user tokens do not expire.
    pub expiry: Option<Value>,
    /// The other members; which one carries the token is not published.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

impl LoginResponse {
    /// The token, where it cannot be mistaken: the only member beside `expiry` that is a text.
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

/// A whole number, also one written `7.0`.
fn whole<'de, D: Deserializer<'de>>(from: D) -> Result<i64, D::Error> {
    whole_number(from)?.ok_or_else(|| D::Error::custom("no number"))
}
