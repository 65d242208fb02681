//! Whole numbers, read from their digits and never as floats: `7.0` and `7e0` are 7 (D2).

use crate::text::json::scanner::Scanner;

/// Returns the value of a number that is whole. A number with more than 36 digits counts as the
/// largest.
pub(crate) fn whole(written: &str) -> Option<i128> {
    if !Scanner::new(written, 0).number().is_ok_and(|is_whole| is_whole) {
        return None;
    }
    let (mantissa, exponent) = written.split_once(['e', 'E']).unwrap_or((written, "0"));
    let (before, after) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = [before.trim_start_matches('-'), after].concat();
    if digits.bytes().all(|digit| digit == b'0') {
        return Some(0);
    }
    // An exponent beyond 64 bits counts as the largest; a number with a smaller one would not be
    // whole.
    let exponent = exponent.trim_start_matches('+').parse().unwrap_or(i64::MAX);
    let shift = exponent.saturating_sub(i64::try_from(after.len()).unwrap_or(i64::MAX));
    let cut = usize::try_from(shift.min(0).unsigned_abs()).unwrap_or(usize::MAX);
    // The removed digits are zeros, otherwise the number would not be whole.
    let kept = digits.get(..digits.len().saturating_sub(cut)).unwrap_or_default();
    let digit = |number, digit: u8| times_ten(number).saturating_add(i128::from(digit - b'0'));
    let number = kept.bytes().fold(0, digit);
    // Forty more zeros exceed 128 bits for every number.
    let number = (0..shift.clamp(0, 40)).fold(number, |number, _| times_ten(number));
    Some(if written.starts_with('-') { -number } else { number })
}

/// Avoids a multiplication of 128 bits, which is code that a module does not need otherwise.
fn times_ten(number: i128) -> i128 {
    if number > i128::MAX >> 4 { i128::MAX } else { (number << 3) + (number << 1) }
}

/// Returns the value of a size, a non-negative whole number. A size beyond 64 bits counts as the
/// largest, which exceeds every limit.
pub(crate) fn size(written: &str) -> Option<u64> {
    let number = whole(written).filter(|number| *number >= 0)?;
    Some(u64::try_from(number).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::{size, whole};
    use proptest::prelude::*;

    #[test]
    fn whole_numbers_are_read_however_they_are_written() {
        for (written, value) in [
            ("0", Some(0)),
            ("-0", Some(0)),
            ("-0.0e5", Some(0)),
            ("25000000", Some(25_000_000)),
            ("2.5e7", Some(25_000_000)),
            ("2.50E+7", Some(25_000_000)),
            ("12300e-2", Some(123)),
            ("1.0", Some(1)),
            ("0.001e3", Some(1)),
            ("18446744073709551615", Some(u64::MAX)),
            ("18446744073709551616", Some(u64::MAX)),
            ("1e400", Some(u64::MAX)),
            ("1e99999999999999999999", Some(u64::MAX)),
            ("0e99999999999999999999", Some(0)),
            ("1e-99999999999999999999", None),
            ("1.5", None),
            ("123e-1", None),
            ("-1", None),
            ("-1e3", None),
            // As floats, these would be whole.
            ("1e-400", None),
            ("4503599627370497.5e0", None),
        ] {
            assert_eq!(size(written), value, "{written}");
        }
    }

    #[test]
    fn signs_count() {
        for (written, value) in [
            ("-7.0", Some(-7)),
            ("-12e1", Some(-120)),
            ("-0", Some(0)),
            ("-1e400", Some(i128::MIN + 1)),
            ("-1e-1", None),
        ] {
            assert_eq!(whole(written), value, "{written}");
        }
    }

    proptest! {
        #[test]
        fn a_shifted_number_is_the_same(number in 0..=u64::MAX / 1_000_000, shift in 0_usize..=6) {
            let zeros = "0".repeat(shift);
            prop_assert_eq!(size(&format!("{number}{zeros}e-{shift}")), Some(number));
            prop_assert_eq!(size(&format!("{number}.0{zeros}e{shift}")), Some(number * 10_u64.pow(u32::try_from(shift).unwrap())));
        }
    }
}
