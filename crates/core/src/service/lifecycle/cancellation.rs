//! The eligibility of a case for cancellation, and the fee (D34).

use crate::rulebook::tokens::{CancellationReason, State};
use crate::service::lifecycle::case::{CaseState, Closing};
use crate::text::usd::Usd;
use serde::Serialize;

/// The cancellation block of a case's detail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CancellationBlock {
    /// `true` if the case may be canceled.
    pub eligible: bool,
    /// The fee: `0.00` if the cancellation is free, `None` if no fee applies or the context did not
    /// give it.
    pub fee_usd: Option<Usd>,
    /// The reason why the case is eligible or not.
    pub reason: CancellationReason,
}

/// The source of a block's fee.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fee {
    /// No fee applies.
    None,
    /// The cancellation is free: `0.00`.
    Free,
    /// The context gives the fee.
    Given,
    /// The fee was locked when the case was canceled. A case that was closed by delivery has none.
    Locked,
}

/// For each reason, the eligibility and the fee (D34, `CB-fee_usd-free`,
/// `CB-fee_usd-locked-pending`, `CB-fee_usd-locked-completed`, `CB-fee_usd-null`). A reason without
/// a row is not eligible and has no fee.
const BLOCKS: &[(CancellationReason, bool, Fee)] = &[
    (CancellationReason::NotYetDispatched, true, Fee::Free),
    (CancellationReason::DispatchedFeeApplies, true, Fee::Given),
    (CancellationReason::CaseClosed, false, Fee::Locked),
    (CancellationReason::CancellationPending, false, Fee::Given),
];

/// Returns the cancellation block of a case.
///
/// The context decides eligibility, because it never follows from the state alone (D34). If the
/// context gives no `eligibility`, this library's default applies:
///
/// - A case that was never picked up is `not_yet_dispatched`.
/// - A case that was picked up and has no results is `dispatched_fee_applies`.
/// - A case with results is `research_complete`.
///
/// A closed case is always `case_closed`. `fee_usd` is the fee of `dispatched_fee_applies` or the
/// locked fee of `cancellation_pending`. It is ignored for every other reason.
///
/// ```
/// use casegate::lifecycle::{CaseState, cancellation};
/// use casegate::tokens::CancellationReason;
/// use casegate::usd::Usd;
///
/// let case: CaseState = serde_json::from_str(r#"{ "state": "in_progress" }"#)?;
/// let block = cancellation(&case, None, Some(Usd::from_cents(15_000)));
/// assert_eq!(block.reason, CancellationReason::DispatchedFeeApplies);
/// assert_eq!(serde_json::to_string(&block)?, r#"{"eligible":true,"fee_usd":"150.00","reason":"dispatched_fee_applies"}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn cancellation(
    case: &CaseState,
    eligibility: Option<CancellationReason>,
    fee_usd: Option<Usd>,
) -> CancellationBlock {
    let reason = match (case.state, eligibility) {
        (State::Closed, _) => CancellationReason::CaseClosed,
        (_, Some(named)) => named,
        (State::ResultsReady, None) => CancellationReason::ResearchComplete,
        (_, None) if case.picked_up => CancellationReason::DispatchedFeeApplies,
        (_, None) => CancellationReason::NotYetDispatched,
    };
    let row = BLOCKS.iter().find(|(known, _, _)| *known == reason);
    let (eligible, fee) = row.map_or((false, Fee::None), |(_, eligible, fee)| (*eligible, *fee));
    let fee_usd = match fee {
        Fee::None => None,
        Fee::Free => Some(Usd::ZERO),
        Fee::Given => fee_usd,
        Fee::Locked => match &case.closing {
            Some(Closing::Cancellation { fee_usd, .. }) => *fee_usd,
            Some(Closing::Delivery { .. }) | None => None,
        },
    };
    CancellationBlock { eligible, fee_usd, reason }
}

/// Returns `true` if the block's reason is the default, because the context gave none and the case
/// is not closed.
pub(crate) fn is_assumed(case: &CaseState, eligibility: Option<CancellationReason>) -> bool {
    eligibility.is_none() && case.state != State::Closed
}
