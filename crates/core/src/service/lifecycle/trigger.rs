//! What happens to a case.

use crate::rulebook::reasons::Refusal;
use crate::rulebook::reasons::TriggerType;
use crate::rulebook::tokens::{CancellationReason, tokens};
use crate::text::json::document::Document;
use crate::text::json::integer::{size, whole};
use crate::text::usd::Usd;

tokens! {
    /// Who pulls a trigger.
    Actor {
        /// The law firm, or its software.
        Caller "caller",
        /// The service and its staff.
        Service "service",
    }
}

/// What happens to a case, with what the rules need to know of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trigger {
    /// A case is submitted, through any intake channel. The case JSON has passed [`crate::case::check::check_case`].
    Create {
        /// Whether it is a test case, which never fires an event (D33).
        is_test: bool,
    },
    /// Research begins.
    PickUp,
    /// A specialist needs input.
    NeedInput {
        /// Names the request; unlike any other of the case.
        interaction_id: String,
        /// What is needed; at most 8 × 1024 bytes of UTF-8 (D23).
        message: String,
    },
    /// The caller replies.
    Respond {
        /// The open request.
        interaction_id: String,
        /// The reply's text; may be empty where there is a file.
        message: String,
        /// How many files come with it.
        files: usize,
    },
    /// Results are published, or published anew.
    PublishResults {
        /// Tells results apart: equal for equal results (D30).
        digest: String,
    },
    /// Additional policies are located and offered.
    FindPolicies {
        /// Names the offer; unlike any other of the case.
        offer_id: String,
        /// The offered policies.
        upgrade_ids: Vec<i64>,
    },
    /// The caller accepts offered policies.
    AcceptOffers {
        /// The offer; an earlier one of the case may still be accepted (D46).
        offer_id: String,
        /// The policies that are accepted.
        selected_upgrade_ids: Vec<i64>,
        /// The digest of the regenerated results (D45); where it is not known, they count as changed.
        digest: Option<String>,
    },
    /// Delivery is confirmed, and paid where a payment is due.
    ConfirmDelivery {
        /// A closing note, delivered verbatim as the reason of `case.closed`; a blank one is none (D1).
        note: Option<String>,
    },
    /// The caller cancels.
    Cancel {
        /// The caller's words, delivered verbatim with `case.closed`.
        reason: Option<String>,
        /// Whether the case may be cancelled; without it [`crate::service::lifecycle::cancellation`]'s default applies (D34).
        eligibility: Option<CancellationReason>,
        /// The fee where one applies; `None` where the context does not know it.
        fee_usd: Option<Usd>,
    },
    /// The caller appends a file.
    AppendFile {
        /// The name that it came with.
        filename: String,
        /// Its label; none or a blank one is `other` (D47).
        label: Option<String>,
        /// Its size in bytes.
        size: u64,
    },
}

impl Trigger {
    /// Its kind.
    pub const fn kind(&self) -> TriggerType {
        match self {
            Trigger::Create { .. } => TriggerType::Create,
            Trigger::PickUp => TriggerType::PickUp,
            Trigger::NeedInput { .. } => TriggerType::NeedInput,
            Trigger::Respond { .. } => TriggerType::Respond,
            Trigger::PublishResults { .. } => TriggerType::PublishResults,
            Trigger::FindPolicies { .. } => TriggerType::FindPolicies,
            Trigger::AcceptOffers { .. } => TriggerType::AcceptOffers,
            Trigger::ConfirmDelivery { .. } => TriggerType::ConfirmDelivery,
            Trigger::Cancel { .. } => TriggerType::Cancel,
            Trigger::AppendFile { .. } => TriggerType::AppendFile,
        }
    }

    /// Reads a trigger: an object with its kind in `type`, and its members. Others are passed over.
    ///
    /// ```
    /// use casegate::json::Document;
    /// use casegate::lifecycle::{Refusal, Trigger};
    ///
    /// let read = |text: &str| Trigger::read(&Document::read(text).unwrap_or(Document::Null));
    /// assert_eq!(read(r#"{"type": "create"}"#), Ok(Trigger::Create { is_test: false }));
    /// assert_eq!(read(r#"{"type": "reopen"}"#), Err(Refusal::UnknownTrigger));
    /// assert_eq!(read(r#"{"type": "create", "is_test": "yes"}"#), Err(Refusal::MalformedTrigger));
    /// ```
    ///
    /// # Errors
    ///
    /// [`Refusal::UnknownTrigger`] or [`Refusal::MalformedTrigger`].
    pub fn read(document: &Document) -> Result<Trigger, Refusal> {
        let word = document.get("type").and_then(Document::as_str).ok_or(Refusal::MalformedTrigger)?;
        let kind = TriggerType::from_name(word).ok_or(Refusal::UnknownTrigger)?;
        let given = Given(document);
        Ok(match kind {
            TriggerType::Create => {
                Trigger::Create { is_test: given.maybe("is_test", Document::as_bool)?.unwrap_or_default() }
            }
            TriggerType::PickUp => Trigger::PickUp,
            TriggerType::NeedInput => Trigger::NeedInput {
                interaction_id: given.must("interaction_id", text)?,
                message: given.maybe("message", text)?.unwrap_or_default(),
            },
            TriggerType::Respond => Trigger::Respond {
                interaction_id: given.must("interaction_id", text)?,
                message: given.maybe("message", text)?.unwrap_or_default(),
                files: given.maybe("files", files)?.unwrap_or_default(),
            },
            TriggerType::PublishResults => Trigger::PublishResults { digest: given.must("digest", text)? },
            TriggerType::FindPolicies => Trigger::FindPolicies {
                offer_id: given.must("offer_id", text)?,
                upgrade_ids: given.must("upgrade_ids", integers)?,
            },
            TriggerType::AcceptOffers => Trigger::AcceptOffers {
                offer_id: given.must("offer_id", text)?,
                selected_upgrade_ids: given.must("selected_upgrade_ids", integers)?,
                digest: given.maybe("digest", text)?,
            },
            TriggerType::ConfirmDelivery => Trigger::ConfirmDelivery { note: given.maybe("note", text)? },
            TriggerType::Cancel => Trigger::Cancel {
                reason: given.maybe("reason", text)?,
                eligibility: given
                    .maybe("eligibility", |value| value.as_str().and_then(CancellationReason::from_name))?,
                fee_usd: given.maybe("fee_usd", |value| value.as_str().and_then(Usd::parse))?,
            },
            TriggerType::AppendFile => Trigger::AppendFile {
                filename: given.must("filename", text)?,
                label: given.maybe("label", text)?,
                size: given.must("size", bytes)?,
            },
        })
    }
}

/// The members of a trigger.
struct Given<'d>(&'d Document);

impl Given<'_> {
    /// A member that may be absent or null.
    fn maybe<T>(&self, name: &str, read: impl FnOnce(&Document) -> Option<T>) -> Result<Option<T>, Refusal> {
        match self.0.get(name) {
            None | Some(Document::Null) => Ok(None),
            Some(value) => read(value).map(Some).ok_or(Refusal::MalformedTrigger),
        }
    }

    fn must<T>(&self, name: &str, read: impl FnOnce(&Document) -> Option<T>) -> Result<T, Refusal> {
        self.maybe(name, read)?.ok_or(Refusal::MalformedTrigger)
    }
}

fn text(value: &Document) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn integers(value: &Document) -> Option<Vec<i64>> {
    value.as_list()?.iter().map(integer).collect()
}

/// How many files there are: a number, or the files themselves, whatever is told of each.
fn files(value: &Document) -> Option<usize> {
    match value {
        Document::List(list) => Some(list.len()),
        number => usize::try_from(integer(number)?).ok(),
    }
}

fn bytes(value: &Document) -> Option<u64> {
    if let Document::Number(written) = value { size(written) } else { None }
}

fn integer(value: &Document) -> Option<i64> {
    if let Document::Number(written) = value { i64::try_from(whole(written)?).ok() } else { None }
}
