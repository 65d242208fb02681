//! Closed word lists around a case: states, labels, event types. The words of payload fields are in
//! [`crate::rulebook::vocabulary`].

use crate::rulebook::product::Product;

/// Declares an enum whose variants are words of the service. The text after the name describes a
/// value in errors. The enum after `error` is an error, so that its `Display` is a message.
macro_rules! tokens {
    (error $(#[$about:meta])+ $name:ident, $kind:literal { $($(#[doc = $doc:literal])+ $variant:ident $word:literal,)+ }) => {
        $(#[$about])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
        pub enum $name {
            $($(#[doc = $doc])+ #[serde(rename = $word)] $variant,)+
        }

        impl $name {
            /// All values.
            pub const ALL: &[$name] = &[$($name::$variant,)+];

            /// All names, in the same order.
            pub const NAMES: &[&str] = &[$($word,)+];

            /// The name.
            pub const fn name(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)+
                }
            }

            /// Returns the value of a name.
            pub fn from_name(word: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|known| known.name() == word)
            }
        }

        $crate::text::name::parsed!($name, from_name, $kind);
    };
    ($(#[$about:meta])+ $name:ident $($rest:tt)+) => {
        $crate::rulebook::tokens::tokens! { error $(#[$about])+ $name $($rest)+ }
        $crate::text::name::displayed!($name, name);
    };
}
pub(crate) use tokens;

tokens! {
    /// The state of a case (`ST-list`).
    State, "state of a case" {
        /// Queued, not yet in active research.
        Received "received",
        /// In active research.
        InProgress "in_progress",
        /// The caller must supply information or documents.
        ActionRequired "action_required",
        /// Results are published.
        ResultsReady "results_ready",
        /// Done or canceled; no transition leaves it.
        Closed "closed",
    }
}

tokens! {
    /// The type of a webhook event (`EVT-list`).
    EventType, "type of event" {
        /// The case was submitted.
        Received "case.received",
        /// A file was appended.
        FilesUpdated "case.files_updated",
        /// The case entered active research.
        InProgress "case.in_progress",
        /// Information or documents are needed.
        ActionRequired "case.action_required",
        /// Additional policies were located.
        AdditionalPoliciesFound "case.additional_policies_found",
        /// Results were published for the first time or again.
        ResultsReady "case.results_ready",
        /// The case is completed or canceled.
        Closed "case.closed",
    }
}

tokens! {
    /// The reason why a case can or cannot be canceled (`CB-reason-enum`).
    CancellationReason, "reason of a cancellation block" {
        /// Research has not been dispatched; canceling is free.
        NotYetDispatched "not_yet_dispatched",
        /// Research was dispatched; canceling costs a fee.
        DispatchedFeeApplies "dispatched_fee_applies",
        /// Research is complete.
        ResearchComplete "research_complete",
        /// The case is closed.
        CaseClosed "case_closed",
        /// A cancellation is in progress.
        CancellationPending "cancellation_pending",
        /// The case is being processed.
        CaseProcessing "case_processing",
    }
}

tokens! {
    /// The label of a file (`EP-create-labels-enum`).
    Label, "label of a file" {
        /// A police report, crash report or exchange-of-information card.
        IncidentReport "incident_report",
        /// A letter of an insurance company.
        InsuranceLetter "insurance_letter",
        /// A driver's licence or another identity document.
        DriverLicenseOrOtherId "driver_license_or_other_id",
        /// Anything else, and files without a label.
        Other "other",
    }
}

tokens! {
    /// The reason of a rejected file (`ATT-error_code-enum`).
    FileErrorCode, "error code of a file" {
        /// The file exceeds a size limit.
        FileTooLarge "file_too_large",
        /// The extension is not accepted.
        ExtensionNotAllowed "extension_not_allowed",
        /// The label is not one of the four.
        UnknownLabel "unknown_label",
        /// Another reason of the service, including the number of files (D25).
        InternalError "internal_error",
    }
}

tokens! {
    /// The outcome for a file of a create request (`ATT-status`).
    AttachmentStatus, "status of an attachment" {
        /// The file is stored.
        Accepted "accepted",
        /// The file is not stored; the error code has the reason.
        Rejected "rejected",
    }
}

tokens! {
    /// The progress of an appended file towards the tracker (`FAR-tracker_sync_state`).
    SyncState, "state of synchronization" {
        /// The tracker does not have the file yet.
        Pending "pending",
        /// The tracker has the file.
        Synced "synced",
    }
}

tokens! {
    /// The status of an offered upgrade at the offers endpoint (`UPG-status`). A selection is final
    /// (`ST-upgrade-selected`).
    UpgradeStatus, "status of an upgrade" {
        /// Offered.
        Created "created",
        /// Accepted.
        Selected "selected",
    }
}

tokens! {
    /// The status of an additional policy in results (`ENV-status`).
    PolicyStatus, "status of a policy" {
        /// Can be bought; its values are not shown.
        Offered "offered",
        /// Bought; its values are shown.
        Accepted "accepted",
        /// A free note.
        Included "included",
    }
}

impl From<UpgradeStatus> for PolicyStatus {
    /// Maps the offers endpoint's words to those of results (`RESULT-status-mapping`).
    fn from(raw: UpgradeStatus) -> PolicyStatus {
        match raw {
            UpgradeStatus::Created => PolicyStatus::Offered,
            UpgradeStatus::Selected => PolicyStatus::Accepted,
        }
    }
}

tokens! {
    /// The product, as results name it (`RES-case_type`).
    ResultsCaseType, "case type of results" {
        /// Policy Limit.
        PolicyLimitSearch "policy_limit_search",
        /// Policy Existence.
        PolicyExistenceSearch "policy_existence_search",
        /// Not known, which is rare.
        Unknown "unknown",
    }
}

impl From<Product> for ResultsCaseType {
    /// Maps a product to the word of results (`RES-case_type`).
    fn from(product: Product) -> ResultsCaseType {
        match product {
            Product::PolicyLimit => ResultsCaseType::PolicyLimitSearch,
            Product::PolicyExistence => ResultsCaseType::PolicyExistenceSearch,
        }
    }
}
