//! Classes of strings.
//!
//! The rulebook distinguishes digits and zeros in USDOT numbers. The other formats and the lengths
//! have no effect on its verdict; they name the cause if the service distinguishes them.

use crate::classes::{Text, TextFormat};
use casegate::Date;
use casegate::email::is_email_address;

/// The greatest number of characters of each class of length. 150 is the limit of a legacy owner.
const LENGTHS: [usize; 6] = [16, 50, 100, 150, 255, 1000];

/// Returns the class of a string that is not blank.
pub(crate) fn class(text: &str, same: Option<usize>) -> Text {
    let characters = text.chars().count();
    let is_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let format = match text {
        _ if is_digits && text.bytes().all(|byte| byte == b'0') => TextFormat::Zeros,
        _ if is_digits => TextFormat::Digits,
        _ if Date::parse(text).is_some() => TextFormat::Date,
        _ if is_email_address(text) => TextFormat::Email,
        _ => TextFormat::Other,
    };
    Text { format, up_to: LENGTHS.into_iter().find(|most| characters <= *most), same }
}

impl Text {
    pub(crate) fn words(&self) -> String {
        let what = match self.format {
            TextFormat::Digits => "digits",
            TextFormat::Zeros => "zeros",
            TextFormat::Email => "an email address",
            TextFormat::Date => "a day as text",
            TextFormat::Other => "text",
        };
        match self.up_to.and_then(|most| LENGTHS.iter().position(|known| *known == most)) {
            Some(0) => what.to_owned(),
            Some(_) => format!("{what} of {} to {} characters", self.least(), self.up_to.unwrap_or_default()),
            None => format!("{what} of {} characters or more", self.least()),
        }
    }

    /// Returns the least number of characters of the class.
    fn least(&self) -> usize {
        let most = self.up_to.unwrap_or(usize::MAX);
        LENGTHS.into_iter().filter(|known| *known < most).max().map_or(1, |known| known + 1)
    }

    /// Returns a string of the class. Different numbers of `same` give different strings.
    pub(crate) fn representative(&self) -> String {
        let (same, least) = (self.same.unwrap_or_default(), self.least());
        let padded = |start: &str, letter: &str, end: &str| {
            let missing = least.saturating_sub(start.len() + end.len());
            [start, &letter.repeat(missing), end].concat()
        };
        match self.format {
            TextFormat::Zeros => "0".repeat(least + same),
            TextFormat::Digits => padded("1", "0", &format!("{}", 10 + same)),
            TextFormat::Email => padded("a", "a", &format!("{same}@b.example")),
            // Only one length has days. Years differ.
            TextFormat::Date => format!("{:04}-01-01", 1900 + same % 8000),
            TextFormat::Other => padded("text", "x", &format!(" {same}")),
        }
    }
}
