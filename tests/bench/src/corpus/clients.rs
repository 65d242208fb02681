//! Payloads as a service gets them over a day: eight clients, each with one order of keys and one
//! style, two payloads in five with warnings, one in six with accented letters.
//!
//! One usual warning is left out: a single word where an array is documented. Schemas would refuse
//! it, and all contenders must agree on each payload.

use super::case::{Case, Style};
use super::{Corpus, Size, of_size};
use crate::random::Random;
use serde_json::{Value, json};

const PAYLOADS: usize = 256;
const CLIENTS: usize = 8;

pub(super) fn corpus(name: &'static str) -> Corpus {
    let mut random = Random::new(0x000C_11E2);
    let clients: Vec<Client> = (0..CLIENTS).map(|at| Client::new(&mut random, at)).collect();
    let texts = (0..PAYLOADS)
        .map(|at| {
            let policy_limit = random.percent(50);
            let mut case = of_size(&mut random, Size::Typical, policy_limit);
            if random.percent(40) {
                warn(&mut case, &mut random);
            }
            if at % 6 != 0 {
                case.0.iter_mut().for_each(|(_, value)| unaccent(value));
            }
            clients[random.below(CLIENTS)].text(case)
        })
        .collect();
    Corpus { name, texts, has_warnings: true }
}

/// The program of one client.
struct Client {
    /// A number that differs from client to client. It decides the order of keys.
    seed: u64,
    style: Style,
}

impl Client {
    fn new(random: &mut Random, number: usize) -> Client {
        let seed = u64::try_from(random.below(usize::MAX)).unwrap_or_default();
        Client { seed, style: if number == 0 { Style::Python } else { Style::Compact } }
    }

    /// Every payload of a client has its keys in the same order.
    fn text(&self, mut case: Case) -> String {
        let place = |key: &str| {
            let letters = key.bytes().fold(self.seed, |sum, letter| sum.rotate_left(5) ^ u64::from(letter));
            Random::new(letters).below(usize::MAX)
        };
        case.0.sort_by_key(|(key, _)| place(key));
        case.written(self.style)
    }
}

/// Adds what the service accepts, and casegate warns of: one or two things.
fn warn(case: &mut Case, random: &mut Random) {
    let warnings: [fn(&mut Case); 4] = [
        |case| case.set("is_payment_via_financing", true),
        |case| case.set("matter_number", "M-2026-117"),
        |case| case.set("is_black_card", true),
        |case| {
            let record = case.0.iter_mut().find(|(key, _)| key == "defendant_information");
            if let Some((_, Value::Object(members))) = record {
                members.insert("id".to_owned(), json!(4_711));
            }
        },
    ];
    for _ in 0..=random.below(2) {
        let add = random.pick(&warnings);
        add(case);
    }
}

fn unaccent(value: &mut Value) {
    match value {
        Value::String(text) => *text = text.chars().map(plain).collect(),
        Value::Array(items) => items.iter_mut().for_each(unaccent),
        Value::Object(members) => members.values_mut().for_each(unaccent),
        _ => {}
    }
}

fn plain(letter: char) -> char {
    match letter {
        'é' => 'e',
        'í' => 'i',
        'ó' | 'ø' => 'o',
        _ => letter,
    }
}
