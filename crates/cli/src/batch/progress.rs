//! The number of checked cases, and the progress line on standard error.

use crate::error::is_quiet;
use crate::style::counted;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The interval between updates of the line.
const EVERY: Duration = Duration::from_millis(200);

/// The number of checked cases.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Count {
    pub(crate) records: u64,
    /// Lines without a case.
    pub(crate) blank: u64,
    pub(crate) refused: u64,
    /// Bytes of input.
    pub(crate) bytes: u64,
}

pub(crate) struct Progress {
    began: Instant,
    printed_at: Instant,
    /// The number of bytes that were read.
    read: Arc<AtomicU64>,
    /// The number of bytes to read, if it is known.
    total: Option<u64>,
}

impl Progress {
    /// Returns `None` unless standard error is a terminal, and the reports go elsewhere.
    pub(crate) fn where_it_is_seen(read: Arc<AtomicU64>, total: Option<u64>) -> Option<Progress> {
        let seen = !is_quiet() && io::stderr().is_terminal() && !io::stdout().is_terminal();
        let now = Instant::now();
        seen.then_some(Progress { began: now, printed_at: now, read, total })
    }

    /// Updates the line if it is due.
    pub(crate) fn print(&mut self, count: &Count) {
        if self.printed_at.elapsed() >= EVERY {
            self.printed_at = Instant::now();
            let took = self.began.elapsed();
            let rest = self.total.and_then(|total| rest(self.read.load(Ordering::Relaxed), total, took));
            let _ = write!(io::stderr(), "\r{}{}\x1b[K", line(count, took), rest.unwrap_or_default());
        }
    }

    /// Writes the final line.
    pub(crate) fn end(&mut self, count: &Count) {
        let _ = writeln!(io::stderr(), "\r{}\x1b[K", line(count, self.began.elapsed()));
    }
}

// A progress line need not be exact beyond 2^53 records.
#[expect(clippy::cast_precision_loss, reason = "the figure is for people")]
fn line(count: &Count, took: Duration) -> String {
    let Count { records, refused, bytes, .. } = count;
    let rate = *records as f64 / took.as_secs_f64().max(0.001);
    let records = counted(*records, "record", "records");
    format!("{records}, {refused} refused, {:.1} MB, {rate:.0} records/s", *bytes as f64 / 1e6)
}

/// Returns the part that was read and the time that the rest takes at the same rate. What was read is not checked yet, so
/// a part is left to the end. A file that grows has no rest.
#[expect(clippy::cast_precision_loss, reason = "the figure is for people")]
fn rest(read: u64, total: u64, took: Duration) -> Option<String> {
    let left = total.checked_sub(read).filter(|_| read > 0)?;
    let seconds = took.as_secs_f64() * left as f64 / read as f64;
    let left = match seconds.ceil().max(1.0) {
        seconds if seconds < 120.0 => format!("{seconds:.0} s"),
        seconds if seconds < 7200.0 => format!("{:.0} min", seconds / 60.0),
        seconds => format!("{:.1} h", seconds / 3600.0),
    };
    Some(format!(", {:.0} %, {left} left", (read as f64 / total as f64 * 100.0).floor().min(99.0)))
}

#[cfg(test)]
mod tests {
    use super::{Count, line, rest};
    use std::time::Duration;

    #[test]
    fn the_line_shows_records_size_and_rate() {
        let count = Count { records: 1500, blank: 0, refused: 2, bytes: 2_340_000 };
        assert_eq!(line(&count, Duration::from_secs(3)), "1500 records, 2 refused, 2.3 MB, 500 records/s");
    }

    #[test]
    fn the_rest_is_a_part_and_a_time() {
        for (read, total, took, text) in [
            (0, 100, 3, None),
            (1, 300, 1, Some(", 0 %, 5 min left")),
            (25, 100, 3, Some(", 25 %, 9 s left")),
            (999, 1000, 3, Some(", 99 %, 1 s left")),
            (1, 10_000, 2, Some(", 0 %, 5.6 h left")),
            (100, 100, 3, Some(", 99 %, 1 s left")),
            (101, 100, 3, None),
        ] {
            assert_eq!(rest(read, total, Duration::from_secs(took)).as_deref(), text, "{read} of {total}");
        }
    }
}
