//! The number of checked cases, and the progress line on standard error.

use std::io::{self, IsTerminal, Write};
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
}

impl Progress {
    /// Returns `None` unless standard error is a terminal, and the reports go elsewhere.
    pub(crate) fn where_it_is_seen() -> Option<Progress> {
        let seen = io::stderr().is_terminal() && !io::stdout().is_terminal();
        let now = Instant::now();
        seen.then_some(Progress { began: now, printed_at: now })
    }

    /// Updates the line if it is due.
    pub(crate) fn print(&mut self, count: &Count) {
        if self.printed_at.elapsed() >= EVERY {
            self.printed_at = Instant::now();
            let _ = write!(io::stderr(), "\r{}\x1b[K", line(count, self.began.elapsed()));
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
    format!("{records} records, {refused} refused, {:.1} MB, {rate:.0} records/s", *bytes as f64 / 1e6)
}

#[cfg(test)]
mod tests {
    use super::{Count, line};
    use std::time::Duration;

    #[test]
    fn the_line_shows_records_size_and_rate() {
        let count = Count { records: 1500, blank: 0, refused: 2, bytes: 2_340_000 };
        assert_eq!(line(&count, Duration::from_secs(3)), "1500 records, 2 refused, 2.3 MB, 500 records/s");
    }
}
