//! Closed lists of words that the service uses around a case: states, labels, event types.
//!
//! The words of the payload's own fields are in [`crate::rulebook::vocabulary`].

use crate::rulebook::product::Product;

/// Declares an enum whose variants are words of the service.
macro_rules! tokens {
    ($(#[doc = $about:literal])+ $name:ident { $($(#[doc = $doc:literal])+ $variant:ident $word:literal,)+ }) => {
        $(#[doc = $about])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub enum $name {
            $($(#[doc = $doc])+ #[serde(rename = $word)] $variant,)+
        }

        impl $name {
            /// All of them, in the specification's order.
            pub const ALL: &[$name] = &[$($name::$variant,)+];

            /// Their words, in the same order.
            pub const NAMES: &[&str] = &[$($word,)+];

            /// The word as the service spells it.
            pub const fn name(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)+
                }
            }

            /// The value of a word.
            pub fn from_name(word: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|known| known.name() == word)
            }
        }
    };
}
pub(crate) use tokens;

tokens! {
    /// The state of a case (`ST-list`).
    State {
        /// Queued, not yet in active research.
        Received "received",
        /// In active research.
        InProgress "in_progress",
        /// The caller has to supply information or documents.
        ActionRequired "action_required",
        /// Results are published.
        ResultsReady "results_ready",
        /// Done or cancelled; nothing leads out of it.
        Closed "closed",
    }
}

tokens! {
    /// The type of a webhook event (`EVT-list`).
    EventType {
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
        /// Results were published, or published anew.
        ResultsReady "case.results_ready",
        /// The case is completed or cancelled.
        Closed "case.closed",
    }
}

tokens! {
    /// Why a case can or cannot be cancelled (`CB-reason-enum`).
    CancellationReason {
        /// Research has not been dispatched; cancelling is free.
        NotYetDispatched "not_yet_dispatched",
        /// Research was dispatched; cancelling costs a fee.
        DispatchedFeeApplies "dispatched_fee_applies",
        /// Research is complete.
        ResearchComplete "research_complete",
        /// The case is closed.
        CaseClosed "case_closed",
        /// A cancellation is under way.
        CancellationPending "cancellation_pending",
        /// The case is being processed.
        CaseProcessing "case_processing",
    }
}

tokens! {
    /// The label of a file (`EP-create-labels-enum`).
    Label {
        /// A police report, crash report or exchange-of-information card.
        IncidentReport "incident_report",
        /// A letter of an insurance company.
        InsuranceLetter "insurance_letter",
        /// A driver's licence or another identity document.
        DriverLicenseOrOtherId "driver_license_or_other_id",
        /// Anything else; the label of a file that has none.
        Other "other",
    }
}

tokens! {
    /// Why a file was rejected (`ATT-error_code-enum`).
    FileErrorCode {
        /// It is over a size limit.
        FileTooLarge "file_too_large",
        /// Its extension is not among those accepted.
        ExtensionNotAllowed "extension_not_allowed",
        /// Its label is not one of the four.
        UnknownLabel "unknown_label",
        /// Another reason on the service's side, the count of files among them (D25).
        InternalError "internal_error",
    }
}

tokens! {
    /// What became of a file of a create request (`ATT-status`).
    AttachmentStatus {
        /// It is stored.
        Accepted "accepted",
        /// It is not; the error code tells why.
        Rejected "rejected",
    }
}

tokens! {
    /// Whether an appended file has reached the tracker (`FAR-tracker_sync_state`).
    SyncState {
        /// Not yet.
        Pending "pending",
        /// It has.
        Synced "synced",
    }
}

tokens! {
    /// The status of an offered upgrade at the offers endpoint (`UPG-status`). There is no way back
    /// (`ST-upgrade-selected`).
    UpgradeStatus {
        /// Offered.
        Created "created",
        /// Accepted.
        Selected "selected",
    }
}

tokens! {
    /// The status of an additional policy in results (`ENV-status`).
    PolicyStatus {
        /// May be bought; its values are not shown.
        Offered "offered",
        /// Bought; its values are shown.
        Accepted "accepted",
        /// A free note.
        Included "included",
    }
}

impl From<UpgradeStatus> for PolicyStatus {
    /// The offers endpoint's words and those of results (`RESULT-status-mapping`).
    fn from(raw: UpgradeStatus) -> PolicyStatus {
        match raw {
            UpgradeStatus::Created => PolicyStatus::Offered,
            UpgradeStatus::Selected => PolicyStatus::Accepted,
        }
    }
}

tokens! {
    /// The product as results name it (`RES-case_type`).
    ResultsCaseType {
        /// Policy Limit.
        PolicyLimitSearch "policy_limit_search",
        /// Policy Existence.
        PolicyExistenceSearch "policy_existence_search",
        /// Rarely: not known.
        Unknown "unknown",
    }
}

impl From<Product> for ResultsCaseType {
    /// The word of results for a product (`RES-case_type`).
    fn from(product: Product) -> ResultsCaseType {
        match product {
            Product::PolicyLimit => ResultsCaseType::PolicyLimitSearch,
            Product::PolicyExistence => ResultsCaseType::PolicyExistenceSearch,
        }
    }
}
