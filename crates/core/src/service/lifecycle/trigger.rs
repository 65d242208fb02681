//! The triggers of the lifecycle, and how they are read from JSON.

use crate::rulebook::reasons::Refusal;
use crate::rulebook::reasons::TriggerType;
use crate::rulebook::tokens::{CancellationReason, tokens};
use crate::text::json::document::Document;
use crate::text::json::integer::{size, whole};
use crate::text::usd::Usd;

tokens! {
    /// The actor that performs a trigger.
    Actor, "actor" {
        /// The law firm, or its software.
        Caller "caller",
        /// The service and its staff.
        Service "service",
    }
}

/// A trigger with the data that the lifecycle rules need.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema), schemars(tag = "type", rename_all = "snake_case"))]
pub enum Trigger {
    /// A case is submitted through any intake channel. Its JSON has passed
    /// [`crate::case::check::check_case`].
    Create {
        /// `true` for a test case, which never fires an event (D33).
        #[cfg_attr(feature = "export", schemars(default))]
        is_test: bool,
    },
    /// Research begins.
    PickUp,
    /// A specialist needs input.
    NeedInput {
        /// The id of the request, which is unique within the case.
        interaction_id: String,
        /// The input that the specialist needs, at most 8 × 1024 bytes of UTF-8 (D23).
        #[cfg_attr(feature = "export", schemars(default))]
        message: String,
    },
    /// The caller replies.
    Respond {
        /// The id of the open request.
        interaction_id: String,
        /// The text of the reply. It may be empty if the reply has a file.
        #[cfg_attr(feature = "export", schemars(default))]
        message: String,
        /// The number of files in the reply. Its JSON may have the files themselves.
        #[cfg_attr(feature = "export", schemars(default, extend("type" = ["integer", "array"])))]
        files: usize,
    },
    /// Results are published for the first time, or again.
    PublishResults {
        /// A digest of the results. It is equal for equal results and differs otherwise (D30).
        digest: String,
    },
    /// Additional policies are located and offered.
    FindPolicies {
        /// The id of the offer, which is unique within the case.
        offer_id: String,
        /// The offered policies.
        upgrade_ids: Vec<i64>,
    },
    /// The caller accepts offered policies.
    AcceptOffers {
        /// The id of the offer. An earlier offer of the case may still be accepted (D46).
        offer_id: String,
        /// The accepted policies.
        selected_upgrade_ids: Vec<i64>,
        /// The digest of the regenerated results (D45). If it is `None`, the results count as
        /// changed.
        digest: Option<String>,
    },
    /// Delivery is confirmed, after payment if one is due.
    ConfirmDelivery {
        /// A closing note, which becomes the reason of `case.closed` verbatim. A blank note counts
        /// as absent (D1).
        note: Option<String>,
    },
    /// The caller cancels.
    Cancel {
        /// The caller's reason, delivered verbatim with `case.closed`.
        reason: Option<String>,
        /// The eligibility of the case for cancellation. If it is `None`, the default of
        /// [`crate::service::lifecycle::cancellation`] applies (D34).
        eligibility: Option<CancellationReason>,
        /// The fee, or `None` if no fee applies or the context does not know it.
        fee_usd: Option<Usd>,
    },
    /// The caller appends a file.
    AppendFile {
        /// The file name.
        filename: String,
        /// The label. An absent or blank label means `other` (D47).
        label: Option<String>,
        /// The size in bytes.
        size: u64,
    },
}

impl Trigger {
    /// The type of the trigger, without its data.
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

    /// Reads a trigger from an object whose `type` member holds its type. Unknown members are
    /// ignored.
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
    /// Returns [`Refusal::UnknownTrigger`] if `type` is not a known trigger, and
    /// [`Refusal::MalformedTrigger`] if a member is missing or has the wrong type.
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

/// The members of a trigger object.
struct Given<'d>(&'d Document);

impl Given<'_> {
    /// Reads an optional member. `null` counts as absent.
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

/// Reads a number of files: either a JSON number, or a list whose length counts.
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
