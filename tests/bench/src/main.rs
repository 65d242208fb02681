//! Measures natively, and writes the payloads for the measurements in Node.
//!
//!     casegate-bench time [--quick]
//!     casegate-bench edits [--quick]
//!     casegate-bench batch PROGRAM FOLDER [--quick]
//!     casegate-bench corpus FOLDER
//!     casegate-bench once CONTENDER CORPUS      each payload once and nothing else, for counting instructions

use casegate_bench::clock::measure;
use casegate_bench::contenders::{self, Contender};
use casegate_bench::corpus;
use casegate_bench::figures::print_figure;
use casegate_bench::{batch, edits};
use serde_json::json;
use std::error::Error;
use std::hint::black_box;
use std::path::Path;

/// The number of refused payloads for the quality of reports.
const REFUSED: usize = 2_000;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let quick = arguments.iter().any(|argument| argument == "--quick");
    let rounds = if quick { 15 } else { 101 };
    let words: Vec<&str> = arguments.iter().map(String::as_str).filter(|word| *word != "--quick").collect();
    match words.as_slice() {
        ["time"] => time(rounds),
        ["edits"] => edits::measured(rounds),
        ["batch", program, folder] => batch::measured(program, Path::new(folder), quick),
        ["corpus", folder] => write(Path::new(folder)),
        ["once", id, corpus] => once(id, corpus),
        _ => Err(
            "time [--quick] | edits [--quick] | batch PROGRAM FOLDER [--quick] | corpus FOLDER | once CONTENDER CORPUS"
                .into(),
        ),
    }
}

fn write(folder: &Path) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(folder)?;
    for corpus in corpus::all() {
        std::fs::write(folder.join(format!("{}.ndjson", corpus.name)), corpus.texts.join("\n") + "\n")?;
    }
    let mut lines = String::new();
    for case in corpus::refused(REFUSED) {
        let violations: Vec<_> =
            case.violations.iter().map(|it| json!({ "at": it.at, "kind": it.kind.name() })).collect();
        lines += &json!({ "text": case.text, "violations": violations }).to_string();
        lines.push('\n');
    }
    Ok(std::fs::write(folder.join("quality.ndjson"), lines)?)
}

fn once(id: &str, name: &str) -> Result<(), Box<dyn Error>> {
    let corpus = corpus::named(name).ok_or("no such corpus")?;
    let contender = contenders::named(id)?;
    counted(&contender, &corpus.texts);
    Ok(())
}

/// What is counted: the counting tool looks for this name.
#[inline(never)]
fn counted(contender: &Contender, texts: &[String]) {
    for text in texts {
        black_box((contender.read)(black_box(text)));
    }
}

fn time(rounds: usize) -> Result<(), Box<dyn Error>> {
    let contenders = contenders::all()?;
    for corpus in corpus::all() {
        let refused = contenders::refused(&corpus, &contenders)?;
        let works: Vec<_> = contenders.iter().map(|contender| || counted(contender, &corpus.texts)).collect();
        let works: Vec<&dyn Fn()> = works.iter().map(|work| work as &dyn Fn()).collect();
        let rows = measure(&works, corpus.texts.len(), rounds);
        let (name, payloads, bytes) = (corpus.name, corpus.texts.len(), corpus.bytes());
        let title = format!("native, JSON text, {name} ({payloads} payloads of {bytes} bytes, {refused} refused)");
        println!("\n{title:<68}{:>8}{:>9}", "µs", "×");
        for (contender, row) in contenders.iter().zip(&rows) {
            println!("  {:<66}{:>8.2}{:>9.2}", contender.name, row.micros, row.ratio);
            print_figure(&format!("native.{name}.{}", contender.id), row.ratio)?;
        }
        if let Some(scan) = rows.first() {
            print_figure(&format!("native.{name}.scan.micros"), scan.micros)?;
        }
    }
    Ok(())
}
