//! Enumerates the space, and makes payloads. `casegate-exhaustive enumerate` judges everything; the
//! other commands print lines for `schema.mjs` and `digest.mjs`.

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

use casegate_exhaustive::differ::differ;
use casegate_exhaustive::enumerate::{Seen, at_random, enumerate};
use casegate_exhaustive::forecast::compare;
use casegate_exhaustive::judge::{report, schemas};
use casegate_exhaustive::payloads::{CHUNK, Payloads, hex};
use casegate_exhaustive::random::Random;
use casegate_exhaustive::receipts::{Receipts, TAMPERINGS, tampered};
use casegate_exhaustive::space::{self, FEW, Region};
use casegate_schema_tests::Which;
use hmac_sha256::Hash;
use serde_json::{Value, json};
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use std::thread;
use std::time::Instant;

const USAGE: &str = "usage: casegate-exhaustive enumerate [EVERY]          judges the space, or every so manyth of it
       casegate-exhaustive cases [EVERY]              the same as lines for ajv
       casegate-exhaustive forecast COUNT SEED        compares the forecasts of generated cases with a check on each day
       casegate-exhaustive differ FROM COUNT SEED -- COMMAND
                                                      compares the answers to generated payloads with those of a program
       casegate-exhaustive payloads COUNT SEED        the digest of the replies to generated payloads; with --lines the payloads
       casegate-exhaustive replies CHUNK COUNT SEED   the replies of one chunk of them
       casegate-exhaustive receipts COUNT SEED        lines for kit/verify.py: true receipts, each before a tampered one";

/// The number of random payloads that are judged besides the space.
const AT_RANDOM: usize = 500_000;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, otherwise: usize| arguments.get(at).map_or(Some(otherwise), |text| text.parse().ok());
    let done = match (arguments.first().map(String::as_str), number(1, 1), number(2, 1), number(3, 1)) {
        (Some("enumerate"), Some(every), ..) => return everything(every),
        (Some("forecast"), Some(count), Some(seed), _) => return forecasts(count, seed as u64),
        (Some("differ"), Some(from), Some(count), Some(seed)) => {
            return differences(&arguments, from, count, seed as u64);
        }
        (Some("cases"), Some(every), ..) => cases(every),
        (Some("payloads"), Some(count), Some(seed), _) => {
            payloads(count, seed as u64, arguments.iter().any(|word| word == "--lines"))
        }
        (Some("replies"), Some(chunk), Some(count), Some(seed)) => replies(chunk, count, seed as u64),
        (Some("receipts"), Some(count), Some(seed), _) => receipts(count, seed as u64),
        _ => {
            println!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // The reader has gone.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::FAILURE,
        Err(error) => {
            println!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn everything(every: usize) -> ExitCode {
    let started = Instant::now();
    let mut all = Seen::default();
    for (what, regions) in space::parts() {
        all.add(part(what, &regions, every));
    }
    let random = at_random(AT_RANDOM.div_ceil(every).max(FEW));
    for difference in &random.differences {
        println!("at random: {difference}");
    }
    println!("any number of fields at random: {} payloads, {} verdicts of schemas", random.judged, random.by_schemas);
    all.add(random);
    let one_sided = all.one_sided();
    for rule in &one_sided {
        println!("{rule}: no class of its fields breaks it, or none keeps it");
    }
    println!(
        "space: {} payloads, {} of them accepted, judged by the library and the reference; {} verdicts of the jsonschema \
         crate; {} of {} rules seen broken and held; {} differences; {:.0} s",
        all.judged,
        all.accepted,
        all.by_schemas,
        casegate::explain::rules().len() - one_sided.len(),
        casegate::explain::rules().len(),
        all.differences.len(),
        started.elapsed().as_secs_f64()
    );
    if all.differences.is_empty() && one_sided.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn forecasts(count: usize, seed: u64) -> ExitCode {
    let started = Instant::now();
    let all = compare(count, seed);
    for difference in all.differences.iter().take(10) {
        println!("{difference}");
    }
    println!(
        "forecast: {} cases, {} days, {} changes of findings, {} of verdicts; {} differences; {:.0} s",
        all.cases,
        all.days,
        all.changes,
        all.verdicts,
        all.differences.len(),
        started.elapsed().as_secs_f64()
    );
    if all.differences.is_empty() && all.verdicts > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn differences(arguments: &[String], from: usize, count: usize, seed: u64) -> ExitCode {
    let started = Instant::now();
    let command: Vec<String> = arguments.iter().skip_while(|word| *word != "--").skip(1).cloned().collect();
    if command.is_empty() {
        println!("{USAGE}");
        return ExitCode::from(2);
    }
    let all = match differ(&command, from, count, seed, thread::available_parallelism().map_or(1, usize::from)) {
        Ok(all) => all,
        Err(error) => {
            println!("differ: {error}");
            return ExitCode::from(2);
        }
    };
    for difference in all.differences.iter().take(20) {
        println!("{difference}");
    }
    println!(
        "differ: payloads {from} to {}, seed {seed}: {} answered by both, {} of them accepted, {} unsupported; {} differences; {:.0} s",
        from + count,
        all.cases,
        all.accepted,
        all.unsupported,
        all.differences.len(),
        started.elapsed().as_secs_f64()
    );
    if all.differences.is_empty() && all.accepted > 0 && all.unsupported == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn part(what: &str, regions: &[Region], every: usize) -> Seen {
    let started = Instant::now();
    let mut all = Seen::default();
    for region in regions {
        let seen = enumerate(region, every);
        for reported in &region.coarsened {
            println!(
                "  {}: {reported} classes, since all would be more than {} combinations",
                region.name,
                space::MOST
            );
        }
        for difference in &seen.differences {
            println!("{}: {difference}", region.name);
        }
        all.add(seen);
    }
    println!(
        "{what}: {} of them, {} payloads, {} verdicts of schemas, {:.1} s",
        regions.len(),
        all.judged,
        all.by_schemas,
        started.elapsed().as_secs_f64()
    );
    all
}

/// Prints a line of JSON for each schema, and one for each payload: for each of [`Which::all`]
/// whether it accepts it (`1`), refuses it (`0`) or is for another context (`-`), a space, and the
/// payload.
fn cases(every: usize) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 20, io::stdout().lock());
    for (number, which) in Which::all().enumerate() {
        for draft in casegate::export::Draft::ALL {
            let schema = which.schema(draft);
            writeln!(out, "{}", json!({ "which": number, "draft": draft.name(), "schema": schema }))?;
        }
    }
    for (_, regions) in space::parts() {
        for region in regions {
            for index in (0..region.len()).step_by(region.stride(every)) {
                let Some((payload, known)) = region.at(index) else { continue };
                let report = report(&payload, known);
                let asked: Vec<(Which, bool)> = schemas(known, &report).collect();
                if asked.is_empty() {
                    continue;
                }
                for which in Which::all() {
                    let says = asked.iter().find(|(asked, _)| *asked == which);
                    out.write_all(says.map_or(b"-", |(_, takes)| if *takes { b"1" } else { b"0" }))?;
                }
                writeln!(out, " {payload}")?;
            }
        }
    }
    out.flush()
}

/// Prints the digest, or the payloads: first the contexts, then for each payload the number of its
/// context and its text, and after each chunk the digest of its replies.
fn payloads(count: usize, seed: u64, as_lines: bool) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 20, io::stdout().lock());
    let payloads = Payloads::new(seed);
    let started = Instant::now();
    if as_lines {
        writeln!(out, "{}", json!(payloads.contexts().collect::<Vec<&str>>()))?;
    }
    let mut all = Hash::new();
    for from in (0..count).step_by(CHUNK) {
        let mut chunk = Hash::new();
        for index in from..(from + CHUNK).min(count) {
            let (payload, context) = payloads.at(index);
            if as_lines {
                writeln!(out, "{context} {}", Value::from(&*payload))?;
            }
            chunk.update(payloads.reply(&payload, context));
            chunk.update("\n");
        }
        let digest = hex(chunk.finalize());
        if as_lines {
            writeln!(out, "# {digest}")?;
            out.flush()?;
        }
        all.update(digest);
        all.update("\n");
    }
    if !as_lines {
        let seconds = started.elapsed().as_secs_f64();
        writeln!(out, "Rust     {count} payloads, seed {seed}: {}; {seconds:.0} s", hex(all.finalize()))?;
    }
    out.flush()
}

fn replies(chunk: usize, count: usize, seed: u64) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    let payloads = Payloads::new(seed);
    for index in (chunk * CHUNK..).take(count) {
        let (payload, context) = payloads.at(index);
        writeln!(out, "{}", Value::from(payloads.reply(&payload, context)))?;
    }
    out.flush()
}

/// Prints two lines for each receipt: the true one, and one that is tampered with in the next of
/// [`TAMPERINGS`].
fn receipts(count: usize, seed: u64) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 20, io::stdout().lock());
    let (mut receipts, mut random) = (Receipts::new(seed), Random::new(seed));
    let mut issued = 0;
    for index in 0.. {
        if issued == count {
            break;
        }
        let Some(receipt) = receipts.at(index) else { continue };
        writeln!(out, "{}", receipt.line())?;
        writeln!(out, "{}", tampered(&receipt, issued % TAMPERINGS.len(), &mut random).line())?;
        issued += 1;
    }
    out.flush()
}
