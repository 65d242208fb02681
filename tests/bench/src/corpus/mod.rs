//! Payloads as clients send them: names, key orders and optional fields differ from one to the
//! next. A single repeated object favours whatever adapts to its shape, so that every contender
//! gets hundreds of them in turn. All people in them are invented.

mod case;
mod clients;
mod make;
mod mistakes;
mod parts;
mod words;

use crate::random::Random;
use case::Case;
use make::{policy_existence_case, policy_limit_case};
pub use mistakes::{Kind, Violation};
use serde_json::Value;

/// The value of today for all of them.
pub const TODAY: &str = "2026-03-01";

/// The size of a payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// About 0.8 KB: what is required, and little else.
    Small,
    /// About 1.85 KB: nested records and most optional fields.
    Typical,
    /// About 8 KB: everything, with long free text.
    Large,
}

impl Size {
    fn bytes(self) -> std::ops::RangeInclusive<usize> {
        match self {
            Size::Small => 700..=900,
            Size::Typical => 1_700..=2_000,
            Size::Large => 7_500..=8_500,
        }
    }

    /// The percentage of optional fields that are given.
    fn fullness(self) -> usize {
        match self {
            Size::Small => 12,
            Size::Typical => 82,
            Size::Large => 95,
        }
    }
}

/// A set of payloads.
#[derive(Debug, Clone)]
pub struct Corpus {
    pub name: &'static str,
    pub texts: Vec<String>,
    /// Accepted payloads may have warnings.
    pub has_warnings: bool,
}

impl Corpus {
    /// The bytes of a payload, on average.
    pub fn bytes(&self) -> usize {
        self.texts.iter().map(String::len).sum::<usize>() / self.texts.len()
    }
}

/// The measured sets.
pub const SETS: [&str; 6] = ["typical", "clients", "long", "small", "large", "refused"];

/// The set of this name.
pub fn named(name: &str) -> Option<Corpus> {
    match name {
        "typical" => Some(clean("typical", Size::Typical, 300)),
        "clients" => Some(clients::corpus("clients")),
        "long" => Some(long("long")),
        "small" => Some(clean("small", Size::Small, 300)),
        "large" => Some(clean("large", Size::Large, 100)),
        "refused" => Some(spoilt("refused", 300)),
        _ => None,
    }
}

/// Every set.
pub fn all() -> impl Iterator<Item = Corpus> {
    SETS.into_iter().filter_map(named)
}

/// Payloads without findings, both products in turn.
pub fn clean(name: &'static str, size: Size, count: usize) -> Corpus {
    let mut random = Random::new(0xCA5E_6A7E ^ size as u64);
    let texts = (0..count).map(|at| of_size(&mut random, size, at.is_multiple_of(2)).text(&mut random)).collect();
    Corpus { name, texts, has_warnings: false }
}

/// Typical payloads with one long free text, of which one letter in ten takes two bytes.
fn long(name: &'static str) -> Corpus {
    let mut random = Random::new(0x10_0DA7A);
    let one = |at: usize| {
        let mut case = of_size(&mut random, Size::Typical, at.is_multiple_of(2));
        let mut text = String::new();
        while text.len() < 7_500 {
            text += &parts::prose(&mut random, Size::Typical).replace('o', "ő");
        }
        case.set("summary", text);
        case.text(&mut random)
    };
    Corpus { name, texts: (0..100).map(one).collect(), has_warnings: false }
}

/// Typical payloads, each refused for a few of many reasons.
fn spoilt(name: &'static str, count: usize) -> Corpus {
    let texts = refused_with(0x0BAD_CA5E, count).into_iter().map(|case| case.text).collect();
    Corpus { name, texts, has_warnings: false }
}

/// A refused payload, and all its faults.
#[derive(Debug, Clone)]
pub struct Refused {
    pub text: String,
    pub violations: Vec<Violation>,
}

/// Payloads for the quality of reports, with known faults.
pub fn refused(count: usize) -> Vec<Refused> {
    refused_with(0x2000_BAD5, count)
}

fn refused_with(seed: u64, count: usize) -> Vec<Refused> {
    let mut random = Random::new(seed);
    let one = |at: usize| {
        let mut case = of_size(&mut random, Size::Typical, at.is_multiple_of(2));
        let violations = mistakes::make(&mut case, &mut random);
        Refused { text: case.text(&mut random), violations }
    };
    (0..count).map(one).collect()
}

fn of_size(random: &mut Random, size: Size, policy_limit: bool) -> Case {
    loop {
        let case = if policy_limit { policy_limit_case(random, size) } else { policy_existence_case(random, size) };
        // In the most usual style; other styles differ by some bytes.
        if size.bytes().contains(&Value::Object(case.0.iter().cloned().collect()).to_string().len()) {
            return case;
        }
    }
}
