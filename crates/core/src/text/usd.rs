//! Amounts of money.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An amount of US dollars, exact to the cent and never negative (D34).
///
/// It is read and written as a decimal string with two places. It cannot be made from a float, so
/// that no cent is lost.
///
/// ```
/// use casegate::usd::Usd;
///
/// let fee = Usd::parse("75.00").ok_or("no amount")?;
/// assert_eq!((fee.cents(), fee.to_string().as_str()), (7_500, "75.00"));
/// assert!(Usd::parse("75").is_none() && Usd::parse("75.5").is_none() && Usd::parse("-1.00").is_none());
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Usd(u64);

impl Usd {
    /// No amount due.
    pub const ZERO: Usd = Usd(0);

    /// Creates an amount from cents.
    pub const fn from_cents(cents: u64) -> Usd {
        Usd(cents)
    }

    /// Returns the amount in cents.
    pub const fn cents(self) -> u64 {
        self.0
    }

    /// Parses digits, a point and two digits, without leading zeros. [`Usd`]'s `Display` writes the
    /// same text.
    pub fn parse(text: &str) -> Option<Usd> {
        let (dollars, cents) = text.split_once('.')?;
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let canonical = dollars == "0" || !(dollars.is_empty() || dollars.starts_with('0'));
        if !canonical || cents.len() != 2 || !digits(dollars) || !digits(cents) {
            return None;
        }
        let (dollars, cents): (u64, u64) = (dollars.parse().ok()?, cents.parse().ok()?);
        dollars.checked_mul(100)?.checked_add(cents).map(Usd)
    }
}

/// The text is not an amount with two places, or exceeds 2^64 cents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an amount is written in digits with two places, such as 75.00")]
#[non_exhaustive]
pub struct ParseUsdError;

impl std::str::FromStr for Usd {
    type Err = ParseUsdError;

    fn from_str(text: &str) -> Result<Usd, ParseUsdError> {
        Usd::parse(text).ok_or(ParseUsdError)
    }
}

impl std::fmt::Display for Usd {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

impl Serialize for Usd {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Usd {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Usd, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(input)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::Usd;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn an_amount_comes_back_as_it_went(cents: u64) {
            let amount = Usd::from_cents(cents);
            prop_assert_eq!(Usd::parse(&amount.to_string()), Some(amount));
        }

        #[test]
        fn what_is_read_is_written_the_same(text in r"[0-9+\-]{0,3}\.?[0-9]{0,3}") {
            if let Some(amount) = Usd::parse(&text) {
                prop_assert_eq!(amount.to_string(), text);
            }
        }
    }

    #[test]
    fn only_decimal_strings_with_two_places() {
        for text in
            ["", ".", "1", "1.", ".50", "1.5", "1.500", "01.00", "00.00", "1,50", "+1.00", "1.-1", "1.00 ", "１.00"]
        {
            assert_eq!(Usd::parse(text), None, "{text}");
        }
        assert_eq!(Usd::parse("184467440737095516.16"), None, "more than fits");
        assert!(serde_json::from_str::<Usd>("75.00").is_err(), "a float");
        assert_eq!(serde_json::from_str::<Usd>(r#""75.00""#).expect("an amount"), Usd::from_cents(7_500));
    }
}
