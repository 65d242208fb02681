//! Notes on the rules about carriers for people: the fee that applies, and rules that were not checked.

use casegate::Product;
use casegate::report::{CarrierCheck, Facts};

/// Returns the fee that applies. A possible fee is among the findings.
pub(super) fn fee(facts: &Facts) -> Option<String> {
    let fee = facts.carrier_fee_usd.as_deref()?;
    Some(format!("note: an add-on fee of {fee} USD applies, because of the insurance company\n"))
}

/// Returns the rules that were not checked because the context lists no carriers.
pub(super) fn unchecked(facts: &Facts) -> Option<&'static str> {
    if facts.case_type != Some(Product::PolicyLimit) {
        return None;
    }
    match (facts.refused_carriers, facts.specialty_carriers) {
        (CarrierCheck::NotChecked, CarrierCheck::NotChecked) => {
            Some("`pl.carrier_accepted` and `pl.specialty_carrier_fee` were not checked: the context lists no carriers")
        }
        (CarrierCheck::NotChecked, CarrierCheck::Checked) => {
            Some("`pl.carrier_accepted` was not checked: the context lists no refused carriers")
        }
        (CarrierCheck::Checked, CarrierCheck::NotChecked) => {
            Some("`pl.specialty_carrier_fee` was not checked: the context lists no specialty carriers")
        }
        (CarrierCheck::Checked, CarrierCheck::Checked) => None,
    }
}
