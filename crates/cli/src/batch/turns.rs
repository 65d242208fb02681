//! Writes the reports of workers in the order of their blocks.
//!
//! An early worker leaves its reports to the worker before it, and continues. If many reports are
//! waiting, it pauses, which bounds memory. The worker whose turn it is never pauses, so there is
//! always progress.

use super::progress::{Count, Progress};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::mem;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

pub(crate) struct Turns<W> {
    state: Mutex<State<W>>,
    moved: Condvar,
    /// The most blocks whose reports may wait.
    most: usize,
}

struct State<W> {
    to: W,
    /// The block whose turn it is.
    due: u64,
    /// Reports of later blocks.
    left: BTreeMap<u64, (String, Count)>,
    count: Count,
    /// The reason why output is impossible.
    ended: Option<io::Error>,
    progress: Option<Progress>,
}

impl<W: Write> State<W> {
    fn write(&mut self, text: &str) {
        if self.ended.is_none() {
            self.ended = self.to.write_all(text.as_bytes()).and_then(|()| self.to.flush()).err();
        }
    }

    fn end(&mut self, text: &str, count: &Count) {
        self.write(text);
        self.due += 1;
        self.count.records += count.records;
        self.count.blank += count.blank;
        self.count.refused += count.refused;
        self.count.bytes += count.bytes;
        if let Some(progress) = &mut self.progress {
            progress.print(&self.count);
        }
    }
}

impl<W: Write> Turns<W> {
    pub(crate) fn new(to: W, most: usize, progress: Option<Progress>) -> Turns<W> {
        let state = State { to, due: 0, left: BTreeMap::new(), count: Count::default(), ended: None, progress };
        Turns { state: Mutex::new(state), moved: Condvar::new(), most }
    }

    /// Writes some reports of a block in its turn. Returns `false` if output is impossible.
    pub(crate) fn write(&self, block: u64, text: &str) -> bool {
        let mut state = self.wait(block, 0);
        state.write(text);
        self.go_on(&state)
    }

    /// Writes the last reports of a block, or leaves them waiting. Returns `false` if output is
    /// impossible.
    pub(crate) fn end(&self, block: u64, text: &mut String, count: &Count) -> bool {
        let mut state = self.wait(block, self.most);
        if state.due == block {
            state.end(text, count);
            while let Some((text, count)) = {
                let due = state.due;
                state.left.remove(&due)
            } {
                state.end(&text, &count);
            }
        } else {
            state.left.insert(block, (mem::take(text), *count));
        }
        self.go_on(&state)
    }

    /// Waits until it is a block's turn, fewer than `most` are waiting, or output has ended.
    fn wait(&self, block: u64, most: usize) -> MutexGuard<'_, State<W>> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while state.due != block && state.left.len() >= most && state.ended.is_none() {
            state = self.moved.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state
    }

    fn go_on(&self, state: &State<W>) -> bool {
        self.moved.notify_all();
        state.ended.is_none()
    }

    /// Returns the totals, and the reason for an early end.
    pub(crate) fn finish(self) -> (Count, Option<io::Error>) {
        let mut state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(progress) = &mut state.progress {
            progress.end(&state.count);
        }
        (state.count, state.ended)
    }
}

#[cfg(test)]
mod tests {
    use super::Turns;
    use crate::batch::progress::Count;
    use std::io::{self, Write};
    use std::thread;

    #[test]
    fn blocks_are_written_in_order_whoever_comes_first() {
        let mut text = Vec::new();
        let turns = Turns::new(&mut text, 3, None);
        thread::scope(|scope| {
            for block in (0..20_u64).rev() {
                let turns = &turns;
                scope.spawn(move || {
                    let count = Count { records: 1, ..Count::default() };
                    let early = block % 3 != 0 || turns.write(block, "");
                    early && turns.end(block, &mut format!("{block}, "), &count)
                });
            }
        });
        assert_eq!(turns.finish().0.records, 20);
        let expected: Vec<_> = (0..20).map(|block| block.to_string()).collect();
        assert_eq!(String::from_utf8_lossy(&text), expected.join(", ") + ", ");
    }

    struct Closed;

    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::Error::from(io::ErrorKind::BrokenPipe))
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn nobody_waits_for_a_turn_that_never_comes() {
        let turns = Turns::new(Closed, 2, None);
        thread::scope(|scope| {
            let waiting = scope.spawn(|| turns.write(1, "later"));
            assert!(!turns.write(0, "first"));
            assert!(!waiting.join().unwrap_or(true));
        });
        assert!(turns.finish().1.is_some());
    }
}
