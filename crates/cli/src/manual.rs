//! The texts of `--help` and of the manual pages.

mod map;
mod servers;

use std::fmt::Write;

pub(crate) use map::{MAP, MAP_CASES, MAP_CASES_AFTER, MAP_CHECK_AFTER, MAP_ROWS, MAP_ROWS_AFTER};
pub(crate) use servers::{
    API, API_AFTER, CERTIFY, CERTIFY_AFTER, DRIFT, DRIFT_AFTER, LISTEN, LISTEN_AFTER, RECORD, RECORD_AFTER, SERVE,
    SERVE_AFTER, TRIGGER, TRIGGER_AFTER,
};

pub(crate) const ABOUT: &str = "\
Checks insurance-coverage research cases before they are sent, and explains every refusal.

`check` is for people and shows findings in the file. `batch` is for programs and answers every line with \
a report. Both give the same verdict as the Rust library and the npm package.";

pub(crate) const AFTER: &str = "\
Exit codes:
  0  every case may be sent (with `batch`: every line was answered)
  1  a case would be refused
  2  the command failed: wrong usage, unreadable input, invalid settings

Examples:
  casegate check case.json
  casegate batch --today 2026-03-01 < cases.ndjson > reports.ndjson
  casegate explain pl.policyholder_named";

/// The groups of commands in `casegate --help`. Those before the bar are on the first page, that of
/// `casegate` and `casegate -h`.
const GROUPS: [(&str, &[&str], &[&str]); 5] = [
    ("Cases", &["check", "batch", "map", "files"], &["forecast", "prepare", "states"]),
    ("Rulebook", &["explain", "rules", "fields"], &["analyze"]),
    ("Around a case", &["results"], &["replay"]),
    ("Servers and tests", &["serve", "listen", "trigger", "certify", "drift"], &["record"]),
    ("For programs", &["api"], &["call", "export"]),
];

/// Lists the commands in groups: clap has one list of all.
pub(crate) fn grouped(command: clap::Command) -> clap::Command {
    let list = |is_long: bool| {
        let mut text = String::new();
        for (heading, usual, rare) in GROUPS {
            let _ = writeln!(text, "{heading}:");
            for name in usual.iter().chain(rare.iter().filter(|_| is_long)) {
                let about = command.find_subcommand(name).and_then(clap::Command::get_about).map(ToString::to_string);
                let _ = writeln!(text, "  {name:<9} {}", about.unwrap_or_default());
            }
            text.push('\n');
        }
        text + if is_long { "`casegate help COMMAND` explains one." } else { "`casegate --help` lists every command." }
    };
    let (short, long) = (list(false), list(true));
    command
        .before_help(short)
        .before_long_help(long)
        .help_template("{about-with-newline}\n{usage-heading} {usage}\n\n{before-help}Options:\n{options}{after-help}")
}

pub(crate) const FORECAST: &str = "\
Find the cases whose verdict changes until a day

A verdict on an unchanged case changes as time passes: a loss becomes too old, and parts of the rulebook end on days \
that the service has announced. The answer lists each case that is refused or accepted from a day on, below the rule \
that decides, with the field. Cases of which only warnings change, those that are refused already, and those that \
cannot be read are counted.

Standard input has one case per line, unless it is one JSON value. A line that is not UTF-8 is a case that cannot be \
read.

A case is checked on the days on which a rule can decide otherwise: those of its dates and of the calendar. The \
answer is that of a check on each day.

With `--format json`, each case with a change gives one line: `file`, for files with a case per line `line`, `ok` for \
today, and `changes`, each with `on`, `ok`, and the findings that are `new` and `gone`.";

pub(crate) const FORECAST_AFTER: &str = "\
Exit codes:
  0  every case that is accepted today is accepted on that day
  1  a case that is accepted today is refused on that day
  2  wrong usage, a file that is missing, cannot be read or is not UTF-8, invalid settings

Examples:
  casegate forecast cases --on 2026-12-31
  casegate forecast --surface legacy drafts.ndjson --on 2026-11-11
  casegate forecast --format json cases --on 2026-12-31 | jq -r '.file + \" \" + .changes[0].on'";

pub(crate) const CHECK: &str = "\
Check cases, and show every finding at its line and column

Each file contains one case as a JSON object. A finding shows its line with carets below the value; for a \
missing field, they are below the object that lacks it. Then follow the rule, the values that made it \
apply, and a fix if there is one that invents nothing.

The service refuses errors. Warnings are about values without effect, and about matters that its \
documentation leaves open. Findings go to standard output, everything else to standard error.

With `--fix`, files are repaired first, as far as no person is needed: forbidden values are removed, a \
misspelled name of a missing field is corrected, and values get the form that the service reads. Nothing \
is invented. The remaining errors are questions for a person, and warnings stay. The rest of a file stays \
as written, as do its owner, permissions, attributes and links. A file that was changed meanwhile is not \
written; the exit code is then 2. A case on standard input is repaired to standard output, and its \
findings go to standard error. A file that starts with a byte order mark is not JSON and is refused; `--fix` \
takes the mark out.

A folder means all `*.json` files below it, in the order of their names. Skipped are hidden ones, those in \
`node_modules`, those that a `.gitignore` names, and links to folders. A JSON object without any field of a case, such \
as a `package.json`, is no case and is passed over, with a note. A pattern is expanded if the shell did not expand it: `*` and `?` stand for parts of a name, `[ab]` for one \
of several characters, and `**` for any number of folders.

With `--format json`, each file gives one line: `file`, then the library's report with `ok`, `issues` and `facts`. \
Each issue ends with its `line` and `column`, from 1, unless it is about the file as a whole. With `--fix`, the line \
also has `repair`: the JSON Patch that was applied, and the questions. A file that cannot be read gives a line with \
`file` and `error`, which has `code` and `message`. Standard input is the file `-`.

`--format sarif` and `--format junit` print one document for all files, also without any findings. A file that cannot \
be read is in it as well.";

pub(crate) const CHECK_AFTER: &str = "\
Exit codes:
  0  every case may be sent
  1  a case would be refused
  2  wrong usage, a file that is missing, cannot be read or repaired or is not UTF-8, invalid settings

Verdicts depend on the date: for Policy Existence, a loss is too old after 365 days. Without --today, it is this \
computer's date in its time zone, with a note on standard error. The service publishes no time zone, so use the \
firm's: set the variable TZ or, on Windows, whose programs do not read it, --today.

Examples:
  casegate check case.json
  casegate check --deny warnings cases
  TZ=America/New_York casegate check 'cases/**/*.json'
  casegate check --fix case.json
  curl -s https://intake.example.com/draft.json | casegate check
  casegate check --format json --today 2026-03-01 cases | jq -r 'select(.ok | not).file'
  casegate check --format json --today 2026-03-01 cases |
    jq -r '.file as $file | .issues[]? | [$file, .line, .column, .message] | join(\":\")'
  casegate check --format github cases             (in a GitHub workflow)
  casegate check --format sarif cases > casegate.sarif
  casegate check --format junit cases > casegate.xml
  casegate check --context settings.json --credential master case.json

A file for --context:
  { \"today\": \"2026-03-01\", \"financing_enrolled\": true,
    \"carriers\": { \"refused\": [{ \"name\": \"Acme Mutual\", \"patterns\": [\"acme*\"] }] },
    \"words\": { \"search_reason\": [\"uninsured_motorist\"] },
    \"severity\": { \"unlisted_word\": \"error\" },
    \"limits\": { \"text_bytes\": 65536 },
    \"include\": [\"prepared\", \"trace\"] }";

pub(crate) const BATCH: &str = "\
Check cases given as JSON lines, and print one report per line

Reads and writes NDJSON: exactly one report for each line, in order. Lines that are invalid, too long or \
not UTF-8 are refused like any other case, with a report of their own. Blank lines have no case and no report; their \
number goes to standard error. So is each line of one case that is \
spread over several lines; `casegate check` reads such a file. The last line needs no line \
end, and an empty file has no lines. Gzip input is recognized and decompressed.

A report contains no submitted value, unless the settings include the prepared case. To identify records, \
use --id: each answer then starts with a property `id`, the record's own value verbatim, or null if the \
record has none that can be read.

One process checks a few hundred thousand cases per second on all processors, so a cluster is seldom \
needed. Memory does not grow with the input, and of a line beyond the limit only the start is kept. Reports \
are written as soon as their lines are read. On a terminal, standard error shows the progress, for files with the time left.";

pub(crate) const BATCH_AFTER: &str = "\
Exit codes:
  0  every line was answered, whatever the verdicts
  1  with --fail-on-invalid: every line was answered, and a case would be refused
  2  wrong usage, input that cannot be read, output that cannot be written, invalid settings

--today is required, here or as \"today\" in the file of --context, so a run repeated tomorrow gives the \
same reports. The service publishes no time zone: give the day of the firm, not that of the machine. If the reader of the output disconnects, the command ends without an error.

Examples:
  casegate batch --today 2026-03-01 < cases.ndjson > reports.ndjson
  casegate batch --today 2026-03-01 --id /office_case_number cases-*.ndjson.gz > reports.ndjson
  casegate batch --today 2026-03-01 cases.ndjson | jq -c 'select(.ok | not) | [.issues[].code]'
  casegate batch --today 2026-03-01 --fail-on-invalid cases.ndjson > /dev/null

On a cluster, the Python package casegate checks the rows where they are. In PySpark:
  import casegate
  import pyarrow

  def check(batches):
      for batch in batches:
          cases = batch.column(\"value\")
          reports = pyarrow.array(casegate.check_batch(cases, {\"today\": \"2026-03-01\"}))
          yield pyarrow.RecordBatch.from_arrays([cases, reports.cast(\"string\")], [\"case\", \"report\"])

  reports = spark.read.text(\"cases\").mapInArrow(check, \"case string, report string\")

Workers without that package can start this program, once per partition, with an empty PATH
(without checkCode=True a crash would lose rows silently):
  sc.textFile(\"cases\").pipe(
    \"/usr/local/bin/casegate batch --today 2026-03-01 --jobs 1 --id /office_case_number\",
    checkCode=True)";

pub(crate) const PREPARE: &str = "\
Print a case as it should be sent

Empty, deprecated, ignored and read-only values are omitted, and the insurance company moves to its current \
name. Everything else is kept verbatim, including unknown fields. Standard error lists the omitted values. The \
case is not checked; use `check` for that.";

pub(crate) const PREPARE_AFTER: &str = "\
Exit codes:
  0  the case was printed
  1  the text is not a JSON object, or beyond the limits
  2  wrong usage, a file that cannot be read or is not UTF-8, invalid settings

Examples:
  casegate prepare draft.json > case.json
  casegate prepare < draft.json 2> /dev/null | casegate check";

pub(crate) const STATES: &str = "\
Print the state of each form field as JSON

For each field: whether it is required, optional, forbidden or irrelevant, the rule behind that, the values \
that made the rule apply, the fields that it depends on, whether it still has to be filled in, and its \
choices. A missing case counts as an empty one.";

pub(crate) const STATES_AFTER: &str = "\
Exit codes:
  0  the states were printed
  2  wrong usage, a file that cannot be read or is not UTF-8, invalid settings

Examples:
  casegate states draft.json | jq -r '.[] | select(.needed) | .at'
  echo '{\"case_type\":\"pl\"}' | casegate states --today 2026-03-01";

pub(crate) const FILES: &str = "\
Judge files before they are sent

A line, or a file with one JSON value, is an object with `files`: an array of files with `name`, `size` in bytes and, \
optionally, `label`. Other properties are `endpoint`, which is `create` (the default) or `append`; `labels`, the separate labels of create, \
paired by position; and, for append, `sent`: the files that were appended before, as a list or as `count` and \
`bytes`. Firm rules on files also need the `case` of create, in the line or in the file of `--case`.

The answer has a verdict for each file, in order: `status`, `error_code`, the sanitized `filename`, `label`, the \
message in `error`, another way to send it in `retry`, and all findings in `issues`. The bytes of a file \
are read with `--paths`, or from `head` and `tail`, its first and last 64 KB in base64, and cause warnings only. A line of another form gives an answer that reports it.";

pub(crate) const FILES_AFTER: &str = "\
Exit codes:
  0  every line was answered, whatever the verdicts
  2  wrong usage, input that cannot be read or has a text on several lines among others, output that cannot be written, invalid settings

Examples:
  echo '{\"files\":[{\"name\":\"report.pdf\",\"size\":52000,\"label\":\"incident_report\"}]}' | casegate files
  casegate files requests.ndjson | jq -c '.files[] | select(.status == \"rejected\") | [.error_code, .retry]'
  echo '{\"endpoint\":\"append\",\"files\":[{\"name\":\"a.pdf\",\"size\":1}],\"sent\":{\"count\":25,\"bytes\":9000}}' |
    casegate files
  casegate files requests.ndjson --case case.json --context context.json";

pub(crate) const EXPLAIN: &str = "\
Describe a rule, a field, a code, a requirement, a decision or a scenario

For a rule: its number, the fields that it reads, and the fields of its findings. For a field: its \
type, whether it is needed, its words and its rules. For a code: its meaning and its severity. For the `requirement_id` \
of a finding or for a decision, such as D17: its meaning. For a scenario of `certify`, in a program that has it: what it \
tests. Similar names are offered for a misspelled one.";

pub(crate) const EXPLAIN_AFTER: &str = "\
Examples:
  casegate explain pl.policyholder_named
  casegate explain date_of_loss
  casegate explain date_too_old
  casegate explain FLD-cc_emails-required
  casegate explain create-answer-lost";

pub(crate) const ANALYZE: &str = "\
Find rules that contradict each other, never apply, or refuse every case

The rules of the rulebook and of the firm are evaluated on payloads of one value for each class of values that rules \
can tell apart. A finding has the rules, the fields, the values with which it occurs, and the smallest case that was \
found with it. Questions that this cannot decide are listed as not examined, and are no findings.

The page docs/analysis.md has an example of each fault, and what to do.";

pub(crate) const ANALYZE_AFTER: &str = "\
Exit codes:
  0  no rule has a fault
  1  rules have faults
  2  wrong usage, invalid settings

Examples:
  casegate analyze --context settings.json
  casegate analyze --context settings.json --format json | jq -c '.findings[] | [.fault, .rules]'";

pub(crate) const RULES_AFTER: &str = "\
Examples:
  casegate rules
  casegate rules --product pe
  casegate rules --format json | jq -r '.[] | select(.product == \"pe\") | .id'";

pub(crate) const FIELDS: &str = "\
List the fields of a case

A table for the fields of every case, and one for those of each product, with the type of each field, whether \
it is required, its words, and the end of a deprecated one. \"by rule\" means that a rule requires it; see `casegate \
rules`. \"and more\" means that the list is open, and a word outside it causes a warning.";

pub(crate) const FIELDS_AFTER: &str = "\
Examples:
  casegate fields
  casegate fields --product pl
  casegate fields --format json | jq -r '.fields[].at'";

pub(crate) const EXPORT: &str = "\
Print files that are generated from the tables: schemas, completions, a manual page

With --check FILE nothing is printed, and the exit code is 1 unless the file has the expected content. The completions \
of bash, zsh and fish also know the names of `explain` and the scenarios of `certify`.";

pub(crate) const EXPORT_SCHEMA: &str = "\
The JSON Schema of a product's cases

The schema accepts exactly the cases without an error of `casegate check`, for a context that sets only the day. \
`casegate export unsaid` lists the exceptions. With --today, the schema is for one day, and checks the age of a \
loss. With --context, it also has the firm rules, except those that `casegate export unsaid --context` lists.";

pub(crate) const EXPORT_AFTER: &str = "\
Examples:
  casegate export openapi > openapi.json
  casegate export openapi --check openapi.json
  casegate export schema --product pl > case.pl.json
  casegate export schema --product pe --draft draft-07 --today 2026-03-01 > case.pe.json
  casegate export schema --product pl --context firm.json > case.pl.firm.json
  casegate export completions bash > ~/.local/share/bash-completion/completions/casegate
  casegate export man > casegate.1
  casegate export man batch > casegate-batch.1";

pub(crate) const REPLAY: &str = "\
Replay the lives of cases from their triggers

A line, or a file with one JSON value, is { \"trace\": [ … ] }, from the first trigger of a case on. The answer has a step for each trigger: the \
resulting state, the webhook events, and the reason if the trigger is refused. A refused trigger changes nothing. \
Test cases have the same states and fire no events.

Triggers, each with its name in \"type\" (properties with ? are optional):
  create             is_test?
  pick_up
  need_input         interaction_id, message?
  respond            interaction_id, message?, files? (a list, or their number)
  publish_results    digest
  find_policies      offer_id, upgrade_ids
  accept_offers      offer_id, selected_upgrade_ids, digest?
  confirm_delivery   note?
  cancel             reason?, eligibility?, fee_usd?
  append_file        filename, label?, size (in bytes)

The service decides in \"eligibility\" if a case can be canceled. Without it, a default applies: free before \
research starts, for a fee until results are ready, and not at all afterwards.";

pub(crate) const REPLAY_AFTER: &str = "\
Exit codes:
  0  every line was answered, whatever was refused
  2  wrong usage, input that cannot be read or has a text on several lines among others, output that cannot be written, invalid settings

Examples:
  casegate replay < traces.ndjson
  casegate replay traces.ndjson | jq -c '[.steps[].events[]]'
  echo '{\"trace\":[{\"type\":\"create\"},{\"type\":\"pick_up\"}]}' | casegate replay";
pub(crate) const RESULTS: &str = "\
Bring results into their documented shape

Each line, or a file with one JSON value, is the `results_data` of a case: the property of that name in the JSON results, not the record around \
it. The answer is one line, {\"normalized\":…,\"notes\":[…]}. It has every documented field of the product, with \
null for missing values. The notes have the places of additions, changes and deviations from the documentation. \
Nothing is invented. Unknown properties are kept; only the values of policies that are not bought are removed. \
Results before version 2.3.0 and those of canceled cases are read as well. Normalizing twice changes nothing.";

pub(crate) const RESULTS_AFTER: &str = "\
Exit codes:
  0  every line was answered, whatever the notes
  2  wrong usage, input that cannot be read or has a text on several lines among others, output that cannot be written, invalid settings

Examples:
  jq -c .results_data records.ndjson | casegate results > results.ndjson
  casegate results results_data.ndjson | jq -c '[.notes[] | .code, .at]'";

pub(crate) const CALL: &str = "\
Run any operation of the library on JSON lines

Prints exactly one line for each line of input, in order. The answers have the same bytes as those of the JavaScript \
functions and of the Rust module `wire`. The exit code is 0 whatever the answers are, and 2 if reading or writing \
fails.";

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use std::collections::BTreeSet;

    #[test]
    fn every_command_is_in_one_group_and_fourteen_are_on_the_first_page() {
        let command = crate::args::Cli::command();
        let all: BTreeSet<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        let listed: Vec<&str> = GROUPS.iter().flat_map(|(_, usual, rare)| [*usual, *rare].concat()).collect();
        assert_eq!(listed.iter().copied().collect::<BTreeSet<&str>>(), all);
        assert_eq!(listed.len(), all.len());
        assert!(GROUPS.iter().map(|(_, usual, _)| usual.len()).sum::<usize>() <= 14);
    }
}
