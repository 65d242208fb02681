//! Measures the time per byte for texts that are made to be expensive, at sizes that double: it
//! must not grow. `cargo run --release -p casegate --example hostile [-- --gate] [--giant]`: with
//! `--gate`, exit 1 if a byte of the longest text costs more than twice a byte of the shortest, or
//! if more memory is held than some multiples of a text; with `--giant`, texts of 1 GB too.

#![expect(
    clippy::print_stdout,
    clippy::indexing_slicing,
    clippy::cast_precision_loss,
    reason = "a program for the terminal"
)]

use casegate::Context;
use casegate::context::Limits;
use casegate::wire::{CASE_OPERATIONS, Operation, SERVICE_OPERATIONS};
use std::process::ExitCode;
use std::sync::LazyLock;
use std::time::Instant;

/// The approximate lengths of the texts, in bytes.
const LENGTHS: [usize; 4] = [1 << 18, 1 << 19, 1 << 20, 1 << 21];
/// The total time for each measurement, in nanoseconds.
const ENOUGH: u128 = 60_000_000;
/// The number of measurements of each length, all lengths in turns. The lowest counts, so that
/// other work on the machine is not taken for the cost of a length.
const TURNS: usize = 3;
/// The greatest allowed growth of the cost of a byte. A quadratic cost would grow by a factor of
/// eight.
const MOST: f64 = 2.0;
/// The lengths of long texts, and of giant ones. The second kind has more than a million keys.
const LONG: [usize; 2] = [1 << 20, 1 << 24];
const GIANT: usize = 1 << 30;
/// The most memory beside a text, as a multiple of its length: unknown keys are kept for their
/// findings.
const HELD: f64 = 16.0;

/// A kind of expensive text.
struct Trap {
    name: &'static str,
    operation: &'static str,
    context: &'static str,
    text: fn(usize) -> String,
}

const USUAL: &str = r#"{"today":"2026-03-01"}"#;
const ALL: &str = r#"{"today":"2026-03-01","include":["trace","prepared"]}"#;
const PATTERNS: &str = r#"{"today":"2026-03-01",
    "carriers":{"refused":[{"name":"a*a*a*a*a*a*a*a*b"},{"name":"*aaaaaaaaaaaaaaaaaaaaaaaaaaaaab*"}]},
    "house":{"rules":[{"id":"firm.summary","product":"pl","message":{"en":"No."},"severity":"warning",
        "then":[{"field":"/summary","like":"*a*a*a*a*a*a*a*a*b"},{"field":"/summary","like":"*aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa?b"}]}]}}"#;

static TRAPS: &[Trap] = &[
    trap("nesting, deeper than is read", "check_case", USUAL, |length| format!("{{\"x\":{}", "[".repeat(length))),
    trap("nesting, as deep as is read", "prepare_case", USUAL, |length| {
        list(length, |_| "[".repeat(60) + &"]".repeat(60), "{\"x\":[", "]}")
    }),
    trap("keys, all different", "check_case", ALL, |length| list(length, |at| format!("\"k{at}\":0"), "{", "}")),
    trap("keys, all the same", "check_case", ALL, |length| list(length, |_| "\"k\":0".to_owned(), "{", "}")),
    trap("keys, two in turns", "check_case", ALL, |length| list(length, |at| format!("\"k{}\":0", at % 2), "{", "}")),
    trap("keys, two in a record that comes again", "check_case", USUAL, |length| {
        list(length, |_| "\"vehicle_information\":{\"a\":1,\"b\":1}".to_owned(), "{\"case_type\":\"pl\",", "}")
    }),
    trap("keys, many before some of a record", "check_case", USUAL, |length| {
        let some = list(length / 80, |at| format!("\"vehicle_mak{at}\":0"), ",\"vehicle_information\":{", "}}");
        list(length, |at| format!("\"k{at}\":0"), "{\"case_type\":\"pl\",", &some)
    }),
    trap("keys, a field's again and again", "check_case", ALL, |length| {
        list(length, |_| "\"summary\":\"a\"".to_owned(), "{", "}")
    }),
    trap("keys, nearly a field's", "check_case", ALL, |length| {
        list(length, |at| format!("\"plaintif_name{at}\":\"a\""), "{", "}")
    }),
    trap("keys of a member, nearly a member's", "check_case", ALL, |length| {
        list(length, |at| format!("\"first_nam{at}\":\"a\""), "{\"case_type\":\"pl\",\"defendant_information\":{", "}}")
    }),
    trap("keys, repaired", "repair_case", USUAL, |length| {
        list(length, |at| format!("\"plaintif_name{at}\":null"), "{\"case_type\":\"pl\",", "}")
    }),
    trap("words, nearly a list's", "check_case", USUAL, |length| {
        list(length, |at| format!("\"skip_trac{at}\""), "{\"case_type\":\"pl\",\"add_on_services\":[", "]}")
    }),
    trap("words, every other one no text", "check_case", USUAL, |length| {
        list(
            length,
            |at| if at % 2 == 0 { "1" } else { "\"\"" }.to_owned(),
            "{\"case_type\":\"pl\",\"add_on_services\":[",
            "]}",
        )
    }),
    trap("words, repaired", "repair_case", USUAL, |length| {
        list(length, |at| format!("\"skip_trac{at}\""), "{\"case_type\":\"pl\",\"add_on_services\":[", "]}")
    }),
    trap("words, on a receipt", "receipt", USUAL, |length| {
        list(length, |at| format!("\"skip_trac{at}\""), "{\"case_type\":\"pl\",\"add_on_services\":[", "]}")
    }),
    trap("one string", "check_case", USUAL, |length| format!("{{\"summary\":\"{}\"}}", "a".repeat(length))),
    trap("one string of escapes", "check_case", ALL, |length| {
        format!("{{\"summary\":\"{}\"}}", "\\u00e4\\ud83d\\ude00".repeat(length / 18))
    }),
    trap("one string that is never closed", "check_case", USUAL, |length| {
        format!("{{\"summary\":\"{}", "\\\"".repeat(length / 2))
    }),
    trap("one key", "check_case", ALL, |length| format!("{{\"{}\":0}}", "k".repeat(length))),
    trap("one number", "check_case", ALL, |length| format!("{{\"policy_number\":{}}}", "7".repeat(length))),
    trap("white space", "check_case", USUAL, |length| format!("{{{}}}", " \n".repeat(length / 2))),
    trap("addresses", "check_case", USUAL, |length| {
        list(length, |at| format!("a.b-{at}@example.com"), "{\"cc_emails\":\"", "\"}").replace(',', " ")
    }),
    trap("one address", "check_case", USUAL, |length| format!("{{\"cc_emails\":\"a@{}\"}}", "a-.".repeat(length / 3))),
    trap("patterns, of firm rules", "check_case", PATTERNS, |length| {
        format!("{{\"case_type\":\"pl\",\"summary\":\"{}\"}}", "a".repeat(length))
    }),
    trap("patterns, of carriers", "check_case", PATTERNS, |length| {
        format!("{{\"case_type\":\"pl\",\"insurance_company\":\"{}\"}}", "a".repeat(length))
    }),
    trap("a form's questions", "field_states", USUAL, |length| list(length, |at| format!("\"k{at}\":0"), "{", "}")),
    trap("inputs of a form", "case_from_form", USUAL, |length| {
        list(length, |at| format!("\"vehicle_information.k{at}\":\"\""), "{", "}")
    }),
    trap("entries of a form's list", "case_from_form", USUAL, |length| {
        list(length, |at| format!("\"add_on_services[{at}]\":\"a\""), "{", "}")
    }),
    trap("edits of a form", "play_session", USUAL, |length| {
        list(length, |at| format!("{{\"set\":\"/summary\",\"value\":\"{at}\"}}"), "{\"payload\":{},\"steps\":[", "]}")
    }),
    trap("places that are touched", "play_session", USUAL, |length| {
        list(length, |at| format!("{{\"touch\":\"/add_on_services/{at}\"}}"), "{\"payload\":{},\"steps\":[", "]}")
    }),
    trap("firm rules, far too many", "check_house", USUAL, |length| {
        list(
            length,
            |at| {
                format!(
                    "{{\"id\":\"firm.r{at}\",\"then\":[{{\"required\":\"/summary\"}}],\"message\":{{\"en\":\"No.\"}}}}"
                )
            },
            "{\"rules\":[",
            "]}",
        )
    }),
    trap("files", "judge_files", USUAL, |length| {
        list(length, |at| format!("{{\"name\":\"{at}.exe\",\"size\":1,\"label\":\"othr\"}}"), "{\"files\":[", "]}")
    }),
    trap("one file name", "judge_files", USUAL, |length| {
        format!("{{\"files\":[{{\"name\":\"{}\",\"size\":1}}]}}", "../".repeat(length / 3))
    }),
    trap("results, members of one", "normalize_results", USUAL, |length| {
        list(length, |at| format!("\"k{at}\":0"), "{\"results\":[{", "}]}")
    }),
    trap("results, many", "normalize_results", USUAL, |length| {
        list(length, |_| "{}".to_owned(), "{\"results\":[", "]}")
    }),
    trap("a record's list", "read_record", USUAL, |length| {
        list(length, |at| format!("{{\"id\":{at}}}"), "{\"record\":\"case_list\",\"value\":[", "]}")
    }),
    trap("an event's members", "read_event", USUAL, |length| {
        list(length, |at| format!("\"k{at}\":0"), "{\"event\":\"case.closed\",", "}")
    }),
    trap("facts", "follow", USUAL, |length| {
        list(
            length,
            |at| format!("{{\"event\":{{\"event\":\"case.files.updated\",\"file_id\":\"{at}\"}}}}"),
            "{\"facts\":[",
            "]}",
        )
    }),
    trap("facts, each with a basis", "follow", USUAL, |length| {
        list(
            length,
            |at| format!("{{\"detail\":{{\"id\":7,\"status\":\"received\"}},\"basis\":[\"k{at}\"]}}"),
            "{\"facts\":[",
            "]}",
        )
    }),
    trap("a life's steps", "replay", USUAL, |length| {
        list(length, |_| "{\"type\":\"pick_up\"}".to_owned(), "{\"trace\":[", "]}")
    }),
    trap("one path", "check_request", USUAL, |length| {
        format!("{{\"method\":\"GET\",\"path\":\"https://a/{}\"}}", "%2e/".repeat(length / 4))
    }),
    trap("a query", "check_request", USUAL, |length| {
        list(length, |at| format!("sourc{at}=all"), "{\"method\":\"GET\",\"path\":\"/api/v1/partner/cases/?", "\"}")
            .replace(",sourc", "&sourc")
    }),
];

const fn trap(name: &'static str, operation: &'static str, context: &'static str, text: fn(usize) -> String) -> Trap {
    Trap { name, operation, context, text }
}

/// Parts between a beginning and an end, separated by commas, of about the given length.
fn list(length: usize, part: impl Fn(usize) -> String, begin: &str, end: &str) -> String {
    let mut out = begin.to_owned();
    let mut at = 0;
    while out.len() < length {
        if at > 0 {
            out.push(',');
        }
        out.push_str(&part(at));
        at += 1;
    }
    out + end
}

/// Texts that are long and simple.
static LENGTHY: &[Trap] = &[
    trap("nesting, deeper than is read", "check_case", USUAL, |length| format!("{{\"x\":{}", "[".repeat(length))),
    trap("nesting, as deep as is read", "check_case", USUAL, |length| {
        list(length, |_| "[".repeat(60) + &"]".repeat(60), "{\"x\":[", "]}")
    }),
    trap("keys, all different", "check_case", USUAL, |length| list(length, |at| format!("\"k{at}\":0"), "{", "}")),
    trap("keys, all the same", "check_case", USUAL, |length| list(length, |_| "\"k\":0".to_owned(), "{", "}")),
    trap("one string", "check_case", USUAL, |length| format!("{{\"summary\":\"{}\"}}", "a".repeat(length))),
    trap("one string of escapes", "check_case", USUAL, |length| {
        format!("{{\"plaintiff_name\":\"{}\"}}", "\\u00e4".repeat(length / 6))
    }),
];

impl Trap {
    /// The cost of a text of each length.
    fn costs<const N: usize>(&self, lengths: [usize; N]) -> Result<[Cost; N], Box<dyn std::error::Error>> {
        let texts = lengths.map(self.text);
        let limits = Limits::default().text_bytes(Limits::MAX_TEXT_BYTES);
        let context = Context::from_json(self.context)?.limits(limits);
        let mut operations = CASE_OPERATIONS.iter().chain(SERVICE_OPERATIONS);
        let operation = operations.find(|operation| operation.name == self.operation).ok_or("no such operation")?;
        let mut costs = [Cost { nanoseconds: f64::INFINITY, held: 0.0 }; N];
        for _ in 0..TURNS {
            for (cost, text) in costs.iter_mut().zip(&texts) {
                let turn = Cost::of(operation, text, &context);
                cost.nanoseconds = cost.nanoseconds.min(turn.nanoseconds);
                cost.held = cost.held.max(turn.held);
            }
        }
        Ok(costs)
    }
}

/// The cost of a text.
#[derive(Clone, Copy)]
struct Cost {
    nanoseconds: f64,
    /// Bytes held beside the text.
    held: f64,
}

impl Cost {
    fn of(operation: &Operation, text: &str, context: &Context) -> Cost {
        let before = forget_peak();
        let mut calls = 0;
        let least = if text.len() > 2 * LONG[1] { 1 } else { 3 };
        let start = spent();
        // The count grows in steps of some milliseconds.
        while calls < least || (spent() - start < ENOUGH && calls < 10_000) {
            std::hint::black_box(operation.call_with(std::hint::black_box(text), context));
            calls += 1;
        }
        let bytes = text.len() as f64;
        Cost {
            nanoseconds: (spent() - start) as f64 / f64::from(calls) / bytes,
            held: (peak("VmHWM:") - before).max(0.0) / bytes,
        }
    }
}

/// The cost of a byte of the last text relative to a byte of the first. A text that is refused
/// unread costs almost nothing.
fn growth(costs: &[Cost]) -> f64 {
    match costs {
        [first, .., last] => last.nanoseconds / first.nanoseconds.max(0.01),
        _ => 1.0,
    }
}

/// Resets the peak counter of the system, and returns the bytes that the process holds now.
fn forget_peak() -> f64 {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    peak("VmRSS:")
}

/// Bytes from a line of the process's status; 0 where the system has no such line.
fn peak(line: &str) -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let found = status.lines().find_map(|own| own.strip_prefix(line)?.trim().strip_suffix(" kB")?.parse::<f64>().ok());
    found.unwrap_or_default() * 1024.0
}

/// Nanoseconds of processor time of this thread, which other work on the machine does not change;
/// or the elapsed time, where the system does not count them.
fn spent() -> u128 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let counted = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let counted = counted.and_then(|counts| counts.split(' ').next()?.parse().ok());
    counted.unwrap_or_else(|| START.elapsed().as_nanos())
}

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let gate = std::env::args().any(|argument| argument == "--gate");
    let giant = std::env::args().any(|argument| argument == "--giant");
    let [short, long] = LONG;
    let long_and_wrong = if giant { lengthy([short, long, GIANT])? } else { lengthy(LONG)? };
    let head = LENGTHS.map(|length| format!("{:>8} KB", length / 1024)).concat();
    println!("\n{:<40}{:<20}{head}{:>9}", "nanoseconds a byte, hostile texts", "operation", "last/1st");
    let mut steep = 0;
    for trap in TRAPS {
        let costs = trap.costs(LENGTHS)?;
        let growth = growth(&costs);
        steep += usize::from(growth > MOST);
        let costs = costs.map(|cost| format!("{:>11.2}", cost.nanoseconds)).concat();
        println!("  {:<38}{:<20}{costs}{growth:>9.2}", trap.name, trap.operation);
    }
    println!(
        "  {} texts, {steep} that cost more than {MOST} × as much a byte when they are {} × as long",
        TRAPS.len(),
        LENGTHS[LENGTHS.len() - 1] / LENGTHS[0]
    );
    Ok(if gate && steep + long_and_wrong > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Prints the costs of texts of these lengths; returns the number of texts that cost too much.
fn lengthy<const N: usize>(lengths: [usize; N]) -> Result<usize, Box<dyn std::error::Error>> {
    let columns = lengths.map(|length| format!("{:>8} MB{:>7}", length >> 20, "held")).concat();
    println!("\n{:<40}{:<12}{columns}{:>9}", "nanoseconds a byte, long texts", "operation", "last/1st");
    let mut wrong = 0;
    for trap in LENGTHY {
        let costs = trap.costs(lengths)?;
        let growth = growth(&costs);
        let held = costs.iter().skip(1).fold(0.0, |most: f64, cost| most.max(cost.held));
        wrong += usize::from(growth > MOST || held > HELD);
        let row = costs.map(|cost| format!("{:>11.2}{:>6.1}×", cost.nanoseconds, cost.held)).concat();
        println!("  {:<38}{:<12}{row}{growth:>9.2}", trap.name, trap.operation);
    }
    println!(
        "  {} texts, {wrong} that cost more than {MOST} × as much a byte, or hold more than {HELD} × their length",
        LENGTHY.len()
    );
    Ok(wrong)
}
