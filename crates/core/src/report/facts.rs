//! Facts that follow from a payload besides the verdict: product, reporter, family of coverage,
//! carrier fee. A fact never repeats a submitted value; it names the field that contains it.

use crate::context::Context;
use crate::context::carriers::{CarrierList, Likeness};
use crate::judge::Judge;
use crate::judge::evaluate::Shape;
use crate::payload::slots::Value;
use crate::rulebook::fields::names::BASE_PRODUCT;
use crate::rulebook::product::Product;
use crate::rulebook::rules::test::Carriers;
use crate::rulebook::rules::{CC_EMAILS, IS_TEST, SPECIALTY_CARRIER_FEE_USD};
use crate::rulebook::tokens::tokens;
use crate::text::email::{entries, is_email_address};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The facts about a payload. A fact is `None` if it cannot be known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Facts {
    /// The product that was judged.
    pub case_type: Option<Product>,
    /// `true` for a test case.
    pub test: bool,
    /// The reporting requester (D13).
    pub reporter: Option<Reporter>,
    /// The family of coverage (D15).
    pub family: Option<Family>,
    /// Whether the context gave a list of refused carriers (D19).
    pub refused_carriers: CarrierCheck,
    /// Whether the context gave a list of specialty carriers (D19).
    pub specialty_carriers: CarrierCheck,
    /// The fee for specialty carriers (rule 5, D50). `None` if no list was checked or no company is
    /// named.
    pub carrier_fee: Option<CarrierFee>,
    /// The fee that applies, in US dollars with two places. `None` if a fee is only possible.
    pub carrier_fee_usd: Option<Cow<'static, str>>,
}

tokens! {
    /// The source of the reporting requester's address.
    Reporter, "reporter" {
        /// The first entry of `cc_emails`.
        CcEmails "cc_emails",
        /// The token's name, if it is an address.
        TokenName "token_name",
        /// The case has no reporter.
        None "none",
    }
}

tokens! {
    /// A family of coverage, given by the prefixes of the words.
    Family, "family of coverage" {
        /// All words with a family are commercial.
        Commercial "commercial",
        /// All words with a family are personal.
        Personal "personal",
        /// No word has a family.
        Neither "neither",
    }
}

tokens! {
    /// Whether carriers were compared with a list.
    CarrierCheck, "check of carriers" {
        /// They were compared with the context's list.
        Checked "checked",
        /// The context gave no list.
        NotChecked "not_checked",
    }
}

tokens! {
    /// The fee for specialty carriers.
    CarrierFee, "fee for a carrier" {
        /// The company is not in the context's list.
        None "none",
        /// The company is in the context's list.
        Applies "applies",
        /// The company contains a name of the context's list, is a part of one, or nearly equals one.
        Possible "possible",
    }
}

impl CarrierFee {
    fn of(likeness: Likeness) -> CarrierFee {
        match likeness {
            Likeness::None => CarrierFee::None,
            Likeness::Same => CarrierFee::Applies,
            Likeness::Similar => CarrierFee::Possible,
        }
    }
}

impl CarrierCheck {
    fn of(list: &CarrierList) -> CarrierCheck {
        if list.is_empty() { CarrierCheck::NotChecked } else { CarrierCheck::Checked }
    }
}

impl Facts {
    pub(crate) fn of(judge: &Judge<'_>) -> Facts {
        let case = &judge.case;
        let reporter = case.text(CC_EMAILS).map(|text| reporter(text, case.context));
        let family = match (case.product.map(|_| case.shape(BASE_PRODUCT)), case.families(BASE_PRODUCT)) {
            (Some(Shape::Set), (true, false)) => Some(Family::Commercial),
            (Some(Shape::Set), (false, true)) => Some(Family::Personal),
            (Some(Shape::Set), (false, false)) => Some(Family::Neither),
            _ => None,
        };
        let is_checked = case.product == Some(Product::PolicyLimit) && !case.context.specialty.is_empty();
        let carrier_fee = if is_checked { case.likeness(Carriers::Specialty).map(CarrierFee::of) } else { None };
        Facts {
            case_type: case.product,
            test: case.payload.value(IS_TEST) == Value::Boolean(true),
            reporter,
            family,
            carrier_fee,
            carrier_fee_usd: (carrier_fee == Some(CarrierFee::Applies))
                .then_some(Cow::Borrowed(SPECIALTY_CARRIER_FEE_USD)),
            ..Facts::unknown(case.context)
        }
    }

    /// Returns the facts about an unreadable payload.
    pub(crate) fn unknown(context: &Context) -> Facts {
        Facts {
            case_type: None,
            test: false,
            reporter: None,
            family: None,
            refused_carriers: CarrierCheck::of(&context.refused),
            specialty_carriers: CarrierCheck::of(&context.specialty),
            carrier_fee: None,
            carrier_fee_usd: None,
        }
    }
}

fn reporter(cc_emails: &str, context: &Context) -> Reporter {
    if entries(cc_emails).next().is_some_and(is_email_address) {
        Reporter::CcEmails
    } else if context.token_name.as_deref().is_some_and(is_email_address) {
        Reporter::TokenName
    } else {
        Reporter::None
    }
}
