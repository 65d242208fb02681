//! Amounts in US dollars, to the cent and without floats (D34).

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// An amount in US dollars, not negative, written as a decimal text with two places.
///
/// ```
/// use casegate::Usd;
///
/// let fee: Usd = "75.00".parse()?;
/// assert_eq!(fee.cents(), 7_500);
/// assert_eq!(fee.to_string(), "75.00");
/// assert!("75".parse::<Usd>().is_err());
/// # Ok::<(), casegate::NotAnAmount>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Usd(u64);

impl Usd {
    /// Nothing: `0.00`.
    pub const ZERO: Usd = Usd(0);

    /// An amount of cents.
    pub const fn from_cents(cents: u64) -> Usd {
        Usd(cents)
    }

    /// The amount in cents.
    pub const fn cents(self) -> u64 {
        self.0
    }
}

/// The text is no amount with two places, or beyond 2^64 cents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an amount is written in digits with two places, such as 75.00")]
pub struct NotAnAmount;

impl FromStr for Usd {
    type Err = NotAnAmount;

    /// Reads digits, a point and two digits; zeros may lead.
    fn from_str(text: &str) -> Result<Usd, NotAnAmount> {
        let (dollars, places) = text.split_once('.').ok_or(NotAnAmount)?;
        if dollars.is_empty() || places.len() != 2 {
            return Err(NotAnAmount);
        }
        let cents = dollars.bytes().chain(places.bytes()).try_fold(0_u64, |sum, digit| {
            let digit = digit.is_ascii_digit().then(|| u64::from(digit - b'0'))?;
            sum.checked_mul(10)?.checked_add(digit)
        });
        cents.map(Usd).ok_or(NotAnAmount)
    }
}

impl fmt::Display for Usd {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

impl Serialize for Usd {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Usd {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Usd, D::Error> {
        let text = <std::borrow::Cow<'_, str>>::deserialize(from)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::Usd;

    #[test]
    fn amounts_are_read_and_written_to_the_cent() {
        for text in ["0.00", "0.05", "75.00", "184467440737095516.15"] {
            assert_eq!(text.parse::<Usd>().map(|usd| usd.to_string()), Ok(text.to_owned()));
        }
        for text in [
            "",
            ".",
            "0",
            "0.0",
            "0.000",
            ".00",
            "-1.00",
            "+1.00",
            "1,000.00",
            "1e2.00",
            "٠.٠٠",
            "184467440737095516.16",
        ] {
            assert!(text.parse::<Usd>().is_err(), "{text}");
        }
    }
}
