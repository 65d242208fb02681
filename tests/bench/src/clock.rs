//! Compares times on a machine that does other work as well.

use std::time::{Duration, Instant};

/// A batch is repeated until it takes this long, so that the clock's resolution does not matter.
const BATCH: Duration = Duration::from_millis(2);

pub struct Row {
    /// The time for one piece of work in the median round.
    pub micros: f64,
    /// The ratio to the first, the median over rounds.
    pub ratio: f64,
}

/// Runs all in turn, round after round, each round with another first: other work on the machine
/// affects all alike, and a round's ratio compares neighbours in time. Each runs `pieces` pieces of
/// work.
pub fn measure(works: &[&dyn Fn()], pieces: usize, rounds: usize) -> Vec<Row> {
    let passes: Vec<u32> = works.iter().map(|work| passes(work)).collect();
    let mut times = vec![Vec::with_capacity(rounds); works.len()];
    for round in 0..rounds {
        for turn in 0..works.len() {
            let at = (round + turn) % works.len();
            times[at].push(batch(works[at], passes[at], pieces));
        }
    }
    times
        .iter()
        .map(|own| Row {
            micros: median(own.iter().copied()),
            ratio: median(own.iter().zip(&times[0]).map(|(own, first)| own / first)),
        })
        .collect()
}

/// The number of repetitions in a batch.
fn passes(work: &dyn Fn()) -> u32 {
    let mut passes = 1;
    loop {
        let start = Instant::now();
        (0..passes).for_each(|_| work());
        if start.elapsed() >= BATCH {
            return passes;
        }
        passes *= 2;
    }
}

/// Microseconds for a piece of work.
fn batch(work: &dyn Fn(), passes: u32, pieces: usize) -> f64 {
    let start = Instant::now();
    (0..passes).for_each(|_| work());
    #[expect(clippy::cast_precision_loss, reason = "the figure is for people")]
    let done = f64::from(passes) * pieces as f64;
    start.elapsed().as_secs_f64() * 1e6 / done
}

/// The median; 0 of none.
pub fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = values.collect();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}
