//! Runs the searches, and shows what they saw in a table.

use super::cases;
use super::service::{Habits, Stamps};
use super::tally::Tally;
use super::worlds::{self, Bounds};
use casegate::lifecycle::transitions;
use std::collections::BTreeSet;
use std::fmt::Write;

pub struct Report {
    pub text: String,
    pub broken: Vec<String>,
    pub cases: cases::Counts,
    pub worlds: worlds::Counts,
}

impl Report {
    /// Returns `true` if the search was at least about half as large as the quick share: a search
    /// that ends early violates nothing.
    pub fn is_whole(&self) -> bool {
        let cases::Counts { cases, taken, refused, .. } = self.cases;
        let worlds::Counts { worlds, late, doubled, .. } = self.worlds;
        cases > 1_000 && taken > 5_000 && refused > 10_000 && worlds > 10_000 && late > 8_000 && doubled > 20_000
    }
}

/// Searches the cases, and the schedules within each of the bounds. With `files`, cases also take
/// files wherever that is possible, which makes five of each.
pub fn run(bounds: &[Bounds], files: bool) -> Report {
    let mut tally = Tally::default();
    let mut text = String::new();
    let alphabet = if files { cases::alphabet() } else { cases::without_files() };
    cases::before(&alphabet, &mut tally);
    let _ = writeln!(text, "Cases, each with its test twin: searched to the end\n");
    let head = ["triggers", "cases", "tried", "taken", "refused"];
    let _ = writeln!(text, "  {:44} {}", "", head.map(|name| format!("{name:>12}")).join(" "));
    let mut taken = BTreeSet::new();
    let (mut all_cases, mut all_worlds) = (cases::Counts::default(), worlds::Counts::default());
    for (name, alphabet) in [("every kind of trigger", alphabet), ("many files", cases::files())] {
        let (counts, rows) = cases::search(&alphabet, &mut tally);
        all_cases.join(counts);
        let cases::Counts { cases, tried, taken: steps, refused } = counts;
        let triggers = alphabet.len();
        let _ = writeln!(text, "  {name:44} {triggers:>12} {cases:>12} {tried:>12} {steps:>12} {refused:>12}");
        taken.extend(rows);
    }
    let rows = transitions().iter().filter(|row| !row.from.is_empty()).count();
    tally.holds("every row of the table is taken", taken.len() == rows, || format!("{taken:?}"));

    for bounds in bounds {
        let Bounds { steps, polls } = *bounds;
        let _ = writeln!(text, "\nSchedules to a follower: each fact late, doubled, dropped or shuffled\n");
        let name = format!("steps of the service: {steps}, requests: {polls}");
        let head = ["histories", "worlds", "edges", "late", "doubled", "schedules"];
        let _ = writeln!(text, "  {name:44} {}", head.map(|name| format!("{name:>12}")).join(" "));
        let mut all = worlds::Counts::default();
        for (name, habits, is_test) in services() {
            let seen = worlds::search(*bounds, habits, is_test, &mut tally);
            let _ = writeln!(text, "  {name:44} {}", row(&seen));
            all.join(seen);
        }
        let _ = writeln!(text, "  {:44} {}", "together", row(&all));
        all_worlds.join(all);
    }

    let _ = writeln!(text, "\nProperties, and how often each was held\n");
    for (property, times) in tally.rows() {
        let _ = writeln!(text, "  {property:84} {times:>12}");
    }
    let (cases, worlds, broken) = (all_cases.cases, all_worlds.worlds, tally.broken());
    let (properties, times) = tally.rows().fold((0, 0), |(rows, sum), (_, times)| (rows + 1, sum + times));
    let _ = writeln!(
        text,
        "\nlifecycle: {cases} cases, {worlds} worlds of a case and its follower; {properties} properties held {times} times, {} broken",
        broken.len()
    );
    Report { text, broken, cases: all_cases, worlds: all_worlds }
}

/// The services that differ by what the specification leaves open, with real and with test cases.
fn services() -> impl Iterator<Item = (String, Habits, bool)> {
    let all = Habits::all().flat_map(|habits| [(habits, false), (habits, true)]);
    // A test case fires nothing, so that ids and times of events make no difference.
    let all = all.filter(|(habits, is_test)| !is_test || (habits.names && habits.stamps == Stamps::Steps));
    all.map(|(habits, is_test)| {
        let events = match (is_test, habits.names) {
            (true, _) => "test case".to_owned(),
            (false, true) => format!("ids, times: {:?}", habits.stamps),
            (false, false) => format!("no ids, times: {:?}", habits.stamps),
        };
        let updated_at = if habits.updated_at { "read" } else { "not read" };
        (format!("{events}, updated_at {updated_at}"), habits, is_test)
    })
}

fn row(counts: &worlds::Counts) -> String {
    let worlds::Counts { histories, worlds, edges, late, doubled, schedules } = *counts;
    let schedules = if schedules < 10_000_000 { schedules.to_string() } else { in_powers(schedules) };
    format!("{histories:>12} {worlds:>12} {edges:>12} {late:>12} {doubled:>12} {schedules:>12}")
}

/// `1.2e15`
fn in_powers(number: u128) -> String {
    let digits = number.to_string();
    format!("{}.{}e{}", &digits[..1], &digits[1..2], digits.len() - 1)
}
