//! Why a trigger is refused.

use super::limits::{APPEND, MESSAGE_BYTES};
use crate::issue::{Param, Params};
use crate::messages::{Language, en, es};
use crate::tokens::tokens;

tokens! {
    /// Why a trigger is refused. The case stays as it was (D31).
    ///
    /// Hosts match on it; [`Refusal::message`] has the words.
    Refusal {
        /// The trigger is none that a case knows.
        UnknownTrigger "unknown_trigger",
        /// A member of the trigger is missing, names nothing, or is of another kind.
        MalformedTrigger "malformed_trigger",
        /// There is no case yet.
        NoCase "no_case",
        /// The case was created before.
        CaseExists "case_exists",
        /// The case is closed, and nothing leads out of that (`ST-closed-terminal`).
        CaseClosed "case_closed",
        /// The trigger has no effect in the state of the case (`ST-no-other-transitions`).
        WrongState "wrong_state",
        /// A request for input is open, and there is one at a time (`ST-one-open-request`).
        RequestOpen "request_open",
        /// The `interaction_id` names an earlier request of the case (D46).
        ReusedInteraction "reused_interaction",
        /// The message is longer than 8 KB (`LIM-action-message`).
        MessageTooLong "message_too_long",
        /// The `interaction_id` is not that of the open request (`RSP-open-interaction`).
        UnknownInteraction "unknown_interaction",
        /// The request was answered before: an earlier reply has arrived (`ERR-respond-repeat`).
        AlreadyResponded "already_responded",
        /// The reply has neither visible text nor a file (`RSP-message-or-file`).
        EmptyReply "empty_reply",
        /// The `offer_id` names an earlier offer of the case.
        ReusedOffer "reused_offer",
        /// The offer holds no policy.
        EmptyOffer "empty_offer",
        /// The case has no offer of this `offer_id`.
        UnknownOffer "unknown_offer",
        /// No policy is selected (D46).
        EmptySelection "empty_selection",
        /// A selected policy is not part of the offer (D46).
        UnknownUpgrade "unknown_upgrade",
        /// Research is complete, so that the case cannot be cancelled any more (D34).
        ResearchComplete "research_complete",
        /// A cancellation is under way (D34).
        CancellationPending "cancellation_pending",
        /// The case is being processed, so that it cannot be cancelled now (D34).
        CaseProcessing "case_processing",
        /// The label of the file is not one of the four (`FA-label-enum`).
        UnknownLabel "unknown_label",
        /// The file is larger than 25 MB (`FA-file-25MB`).
        FileTooLarge "file_too_large",
        /// 25 files were appended before (`LIM-append-count`).
        TooManyFiles "too_many_files",
        /// The file would take the appended files past 100 MB (`LIM-append-bytes`).
        FilesTooLarge "files_too_large",
    }
}

impl Refusal {
    /// What is wrong, why, and what to do.
    ///
    /// ```
    /// use casegate::{Language, Refusal};
    ///
    /// assert_eq!(
    ///     Refusal::TooManyFiles.message(Language::English),
    ///     "A case takes at most 25 files after it was created. Send what is needed in a new case."
    /// );
    /// ```
    pub fn message(self, language: Language) -> String {
        let texts = language.pick(en::lifecycle::REFUSALS, es::lifecycle::REFUSALS);
        let text = texts.iter().find(|(known, _)| *known == self).map_or("", |(_, text)| text);
        language.catalogue().fill(text, &self.params())
    }

    fn params(self) -> Params {
        let limit = match self {
            Refusal::MessageTooLong => MESSAGE_BYTES as u64,
            Refusal::FileTooLarge => APPEND.file.0,
            Refusal::TooManyFiles => APPEND.files,
            Refusal::FilesTooLarge => APPEND.total.0,
            _ => return Params::default(),
        };
        Params::default().with("limit", Param::Number(limit))
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.message(Language::English))
    }
}

impl std::error::Error for Refusal {}
