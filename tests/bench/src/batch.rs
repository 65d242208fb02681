//! The throughput of `casegate batch`, beside a pass over the same lines, and its memory. One core
//! is measured by processor time, including the reading thread's, which other work on the machine
//! changes little; two cores by the clock, beside one core in the same round.

// Bytes are far below 2^52.
#![expect(clippy::cast_precision_loss, reason = "the figure is for people")]

use crate::clock::median;
use crate::corpus::{self, TODAY};
use crate::figures::print_figure;
use serde::de::IgnoredAny;
use std::error::Error;
use std::fs::File;
use std::hint::black_box;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const MB: usize = 1_000_000;

/// Prints tables, and records their figures. `program` is casegate; `folder` takes files of up to 2
/// GB, which are removed.
pub fn measured(program: &str, folder: &Path, quick: bool) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(folder)?;
    let file = folder.join(format!("batch-{}.ndjson", std::process::id()));
    let measured = speed(program, &file, quick).and_then(|()| memory(program, &file, quick));
    std::fs::remove_file(&file)?;
    measured
}

fn speed(program: &str, file: &PathBuf, quick: bool) -> Result<(), Box<dyn Error>> {
    let (size, rounds) = if quick { (100 * MB, 3) } else { (400 * MB, 9) };
    println!("\n{:<52}{:>8}{:>8}{:>8}{:>9}", "casegate batch", "MB", "MB/s", "wall", "× scan");
    for name in ["typical", "clients"] {
        let size = write(file, name, size)?;
        let megabytes = size as f64 / MB as f64;
        let text = std::fs::read_to_string(file)?;
        let (mut scans, mut ones, mut twos) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..rounds {
            scans.push(scan(&text)?);
            ones.push(run(program, file, 1)?);
            twos.push(run(program, file, 2)?);
        }
        let row = |what: &str, runs: &[Run]| {
            let cpu = median(runs.iter().zip(&scans).map(|(run, scan)| run.cpu / scan.cpu));
            let (rate, wall) = (median(runs.iter().map(|run| run.cpu)), median(runs.iter().map(|run| run.wall)));
            println!("  {what:<50}{megabytes:>8.0}{:>8.0}{:>8.0}{cpu:>9.2}", megabytes / rate, megabytes / wall);
            cpu
        };
        row(&format!("{name}: serde_json, IgnoredAny, a line at a time"), &scans);
        let one = row(&format!("{name}: casegate batch, one core"), &ones);
        row(&format!("{name}: casegate batch, two cores"), &twos);
        let faster = median(ones.iter().zip(&twos).map(|(one, two)| one.wall / two.wall));
        println!("  {:<50}{:>33.2}", format!("{name}: two cores over one, by the clock"), faster);
        for (what, runs) in [("scan", &scans), ("one", &ones), ("two", &twos)] {
            let each = median(runs.iter().map(|run| run.wall)) / text.lines().count() as f64;
            print_figure(&format!("batch.{name}.{what}.cases"), 1.0 / each)?;
        }
        print_figure(&format!("batch.{name}.over-scan"), one)?;
        print_figure(&format!("batch.{name}.two-over-one"), faster)?;
    }
    Ok(())
}

/// Seconds.
struct Run {
    cpu: f64,
    wall: f64,
}

fn scan(text: &str) -> Result<Run, Box<dyn Error>> {
    let (wall, cpu) = (Instant::now(), spent()?.0);
    for line in text.lines() {
        let _ = black_box(serde_json::from_str::<IgnoredAny>(black_box(line)));
    }
    Ok(Run { cpu: spent()?.0 - cpu, wall: wall.elapsed().as_secs_f64() })
}

/// With one worker per processor, or with one worker.
fn command(program: &str, file: &Path, jobs: usize) -> Command {
    let mut command = Command::new(if jobs == 1 { "taskset" } else { program });
    if jobs == 1 {
        command.args(["-c", "0", program]);
    }
    command.args(["batch", "--today", TODAY, "--jobs", &jobs.to_string()]).arg(file).stdout(Stdio::null());
    command
}

fn run(program: &str, file: &Path, jobs: usize) -> Result<Run, Box<dyn Error>> {
    let (wall, cpu) = (Instant::now(), spent()?.1);
    if !command(program, file, jobs).status()?.success() {
        return Err("batch failed".into());
    }
    Ok(Run { cpu: spent()?.1 - cpu, wall: wall.elapsed().as_secs_f64() })
}

/// Processor seconds of this process and of its finished children.
fn spent() -> Result<(f64, f64), Box<dyn Error>> {
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    // After the name, which may have any characters: the state is first, utime the twelfth. A tick
    // is 10 ms on every Linux.
    let ticks: Vec<f64> = stat
        .rsplit(") ")
        .next()
        .unwrap_or_default()
        .split(' ')
        .skip(11)
        .take(4)
        .map(|ticks| ticks.parse().map(|ticks: f64| ticks / 100.0))
        .collect::<Result<_, _>>()?;
    let [user, system, waited_user, waited_system] = ticks.as_slice() else { return Err("no times".into()) };
    Ok((user + system, waited_user + waited_system))
}

/// Writes payloads in turn up to this size; returns their number.
fn write(file: &Path, name: &str, size: usize) -> Result<usize, Box<dyn Error>> {
    let corpus = corpus::named(name).ok_or("no such corpus")?;
    let mut out = BufWriter::with_capacity(1 << 20, File::create(file)?);
    let mut written = 0;
    for text in corpus.texts.iter().cycle() {
        if written >= size {
            break;
        }
        out.write_all(text.as_bytes())?;
        out.write_all(b"\n")?;
        written += text.len() + 1;
    }
    out.flush()?;
    Ok(written)
}

fn memory(program: &str, file: &Path, quick: bool) -> Result<(), Box<dyn Error>> {
    let sizes = if quick { [20, 200] } else { [100, 2_000] };
    println!("\n{:<52}{:>8}", "memory of casegate batch --jobs 2, at most", "MB");
    let mut peaks = Vec::new();
    for size in sizes {
        write(file, "clients", size * MB)?;
        let mut child = command(program, file, 2).spawn()?;
        let status = format!("/proc/{}/status", child.id());
        let mut peak = 0.0_f64;
        let ended = loop {
            let held = std::fs::read_to_string(&status).unwrap_or_default();
            let held = held.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
            peak = peak.max(held.trim().trim_end_matches(" kB").parse().unwrap_or_default());
            if let Some(ended) = child.try_wait()? {
                break ended;
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        if !ended.success() || peak == 0.0 {
            return Err("batch failed".into());
        }
        println!("  {:<50}{:>8.1}", format!("a file of {size} MB"), peak / 1024.0);
        peaks.push(peak);
    }
    Ok(print_figure("batch.memory-growth", peaks[1] / peaks[0])?)
}
