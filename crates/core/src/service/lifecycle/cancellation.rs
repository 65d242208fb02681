//! Whether a case may be cancelled, and for what fee (D34).

use crate::rulebook::tokens::{CancellationReason, State};
use crate::service::lifecycle::case::{CaseState, Closing};
use crate::text::usd::Usd;
use serde::Serialize;

/// The cancellation block of a case's detail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct CancellationBlock {
    /// Whether the case may be cancelled.
    pub eligible: bool,
    /// The fee: `0.00` where it is free; `None` where there is none to name, or the context did not name it.
    pub fee_usd: Option<Usd>,
    /// Why.
    pub reason: CancellationReason,
}

/// Where the fee of a block comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fee {
    /// There is none.
    None,
    /// It is free: `0.00`.
    Free,
    /// The context names it.
    Given,
    /// It was locked when the case was cancelled; none where the case was closed otherwise.
    Locked,
}

/// The block of each reason: eligible, fee (D34, `CB-fee_usd-free`, `CB-fee_usd-locked-pending`,
/// `CB-fee_usd-locked-completed`, `CB-fee_usd-null`). A reason without a row is not eligible, and has no fee.
const BLOCKS: &[(CancellationReason, bool, Fee)] = &[
    (CancellationReason::NotYetDispatched, true, Fee::Free),
    (CancellationReason::DispatchedFeeApplies, true, Fee::Given),
    (CancellationReason::CaseClosed, false, Fee::Locked),
    (CancellationReason::CancellationPending, false, Fee::Given),
];

/// Whether a case may be cancelled, why, and for what fee.
///
/// Eligibility is the context's to name: it never follows from the state alone (D34). Where the context names none, this
/// default of ours applies: a case that was never picked up is `not_yet_dispatched`; one that was, and is not finished,
/// is `dispatched_fee_applies`; one with results is `research_complete`. A closed case is `case_closed`, whatever the
/// context says. `fee_usd` is the fee of `dispatched_fee_applies`, or the locked one of `cancellation_pending`; elsewhere
/// it has no effect.
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

/// Whether the reason of a block is the default, as the context named none and the state does not say it by itself.
pub(crate) fn is_assumed(case: &CaseState, eligibility: Option<CancellationReason>) -> bool {
    eligibility.is_none() && case.state != State::Closed
}
