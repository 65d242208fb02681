//! The texts of `--help`, which are the manual.

pub(crate) const ABOUT: &str = "\
Checks insurance-coverage research cases before they are sent, and says why one would be refused.

`check` is for people and points into the file; `batch` is for machines and answers every line with a \
report. Both give the same verdict, and so do the Rust library and the npm package.";

pub(crate) const AFTER: &str = "\
Exit codes:
  0  every case may be sent (with `batch`: every line was answered)
  1  a case would be refused
  2  the command could not be carried out: wrong usage, unreadable input or settings

Examples:
  casegate check case.json
  casegate batch --today 2026-03-01 < cases.ndjson > reports.ndjson
  casegate explain pl.policyholder_named";

pub(crate) const CHECK: &str = "\
Check cases, for people: every finding at its line and column

Each file holds one case as a JSON object. A finding shows the line it is about, with carets under the \
value; for a missing field they are under the object that lacks it. Then come the rule, the values that \
made it apply, and the fix where there is one that invents nothing.

Errors are what the service refuses; warnings are what has no effect or what its documentation leaves \
open. Findings go to standard output, everything else to standard error.

With `--fix` each file is repaired first, as far as that needs nobody: what may not be there is removed, a misspelt field \
that is missing gets its name, and a value gets the form that the service reads. Nothing is invented; the errors that \
remain are questions for a person, and warnings stay. The rest of the file stays as it is written, and so do its owner, \
permissions and attributes; each of its names and links has the repaired case. A file that somebody else changed meanwhile is \
not written: exit code 2. A case on standard input goes repaired to standard output, and the findings to standard error.

With `--format json` each file gives one line: the report as the library writes it, with `ok`, `issues` \
and `facts`, and with `--fix` also `repair`: the JSON Patch that was made, and the questions.";

pub(crate) const CHECK_AFTER: &str = "\
Exit codes:
  0  every case may be sent
  1  a case would be refused
  2  wrong usage, a file that cannot be read or repaired or is not UTF-8, unusable settings

Without --today the date of this computer counts, and standard error says so. Cases are judged by the \
date: for Policy Existence a loss is too old after 365 days.

Examples:
  casegate check case.json
  casegate check --deny warnings cases/*.json
  casegate check --fix case.json
  casegate check --language es case.json
  curl -s https://intake.example.com/draft.json | casegate check
  casegate check --format json --today 2026-03-01 case.json | jq .issues
  casegate check --format github cases/*.json      (in a GitHub workflow)
  casegate check --context settings.json --credential master case.json

A file for --context:
  { \"today\": \"2026-03-01\", \"financing_enrolled\": true,
    \"carriers\": { \"refused\": [{ \"name\": \"Acme Mutual\", \"patterns\": [\"acme*\"] }] },
    \"words\": { \"search_reason\": [\"uninsured_motorist\"] },
    \"severity\": { \"unlisted_word\": \"error\" },
    \"limits\": { \"text_bytes\": 65536 },
    \"include\": [\"prepared\", \"trace\"] }";

pub(crate) const BATCH: &str = "\
Check a case a line, for machines: one report out for each line in

Reads NDJSON and writes NDJSON: exactly one report for each line, in order. An empty line, one that is \
broken, too long or not UTF-8 is refused like any other case, with a report of its own; the last line \
needs no line end, and an empty file has no lines. Input that begins like gzip is unpacked.

A report holds no value that was submitted, unless the settings include the prepared case. To know which record it is about, name an identifier with \
--id: each answer then begins with a member `id`, the record's own value letter by letter, or null where \
the record has none that can be read.

One process judges a few hundred thousand cases a second, on all processors; a cluster is seldom needed. \
Memory does not grow with the input, and of a line beyond the limit only the beginning is kept. Reports \
are written as soon as their lines are read. Where a person watches, standard error shows the progress.";

pub(crate) const BATCH_AFTER: &str = "\
Exit codes:
  0  every line was answered, whatever the verdicts
  1  with --fail-on-invalid: every line was answered, and a case would be refused
  2  wrong usage, input that cannot be read, output that cannot be written, unusable settings

--today is needed, here or as \"today\" in the file of --context, so that a run repeated tomorrow gives the \
same reports. When the reader of the output goes away, the command ends quietly.

Examples:
  casegate batch --today 2026-03-01 < cases.ndjson > reports.ndjson
  casegate batch --today 2026-03-01 --id /office_case_number cases-*.ndjson.gz > reports.ndjson
  casegate batch --today 2026-03-01 cases.ndjson | jq -c 'select(.ok | not) | [.issues[].code]'
  casegate batch --today 2026-03-01 --fail-on-invalid cases.ndjson > /dev/null

In PySpark, which starts it once for each partition and with an empty PATH (without
checkCode=True a crash would lose rows silently):
  sc.textFile(\"cases\").pipe(
    \"/usr/local/bin/casegate batch --today 2026-03-01 --jobs 1 --id /office_case_number\",
    checkCode=True)";

pub(crate) const PREPARE: &str = "\
Print a case as it should be sent

What says nothing, is old, ignored or filled in by the service is left out, and the insurance company \
stands under its current name. Everything else is kept letter by letter, unknown fields among it. \
Standard error tells what was left out. The case is not judged: use `check` for that.";

pub(crate) const PREPARE_AFTER: &str = "\
Exit codes:
  0  the case was printed
  1  the text is not a JSON object, or beyond the limits
  2  wrong usage, a file that cannot be read or is not UTF-8, unusable settings

Examples:
  casegate prepare draft.json > case.json
  casegate prepare < draft.json 2> /dev/null | casegate check";

pub(crate) const STATES: &str = "\
Print what a form must ask, field by field, as JSON

For each field: whether it is required, optional, forbidden or irrelevant, the rule that says so, the \
values that made the rule apply, the fields it depends on, whether it still has to be filled in, and the \
words to choose from. A case that is not there yet counts as an empty one.";

pub(crate) const STATES_AFTER: &str = "\
Exit codes:
  0  the states were printed
  2  wrong usage, a file that cannot be read or is not UTF-8, unusable settings

Examples:
  casegate states draft.json | jq -r '.[] | select(.needed) | .at'
  echo '{\"case_type\":\"pl\"}' | casegate states --today 2026-03-01";

pub(crate) const FILES: &str = "\
Judge files before they are sent: a list of files a line in, its verdicts a line out

A line is an object with `files`: a list of files with `name`, `size` in bytes and, where it has one, `label`. \
Further members: `endpoint`, which is `create` unless it is `append`; `labels`, the separate ones of create, paired by \
position; and for append `sent`, what the case was sent that way before, as a list of files or as `count` and `bytes`. \
Firm rules on files also need the `case` of create: a member of the line, or else the file of `--case`.

The answer has a verdict for each file, in order: its `status`, `error_code`, sanitized `filename`, `label`, the words \
in `error`, how it can be sent again in `retry`, and all findings in `issues`. The files themselves are not read. A \
line that is no such object gives an answer that says so.";

pub(crate) const FILES_AFTER: &str = "\
Exit codes:
  0  every line was answered, whatever the verdicts
  2  wrong usage, input that cannot be read, output that cannot be written, unusable settings

Examples:
  echo '{\"files\":[{\"name\":\"report.pdf\",\"size\":52000,\"label\":\"incident_report\"}]}' | casegate files
  casegate files requests.ndjson | jq -c '.files[] | select(.status == \"rejected\") | [.error_code, .retry]'
  echo '{\"endpoint\":\"append\",\"files\":[{\"name\":\"a.pdf\",\"size\":1}],\"sent\":{\"count\":25,\"bytes\":9000}}' |
    casegate files
  casegate files requests.ndjson --case case.json --context context.json";

pub(crate) const EXPLAIN: &str = "\
Tell a rule or a code in words

A rule is explained with its number, the fields it reads and the fields it concerns; a code with its \
meaning and its severity.";

pub(crate) const EXPLAIN_AFTER: &str = "\
Examples:
  casegate explain pl.policyholder_named
  casegate explain date_too_old
  casegate explain --language es pe.usdot_number_given";

pub(crate) const RULES_AFTER: &str = "\
Examples:
  casegate rules
  casegate rules --format json | jq -r '.[] | select(.product == \"pe\") | .id'";

pub(crate) const FIELDS: &str = "\
List the fields of a case

A table for the fields of every case and one for those of each product, with what each holds, whether it \
must be given, the words it may hold, and how an old one ends. \"by rule\": a rule asks for it; see `casegate rules`. \"and \
more\": the list is open, and a word outside it gives a warning.";

pub(crate) const FIELDS_AFTER: &str = "\
Examples:
  casegate fields
  casegate fields --product pl
  casegate fields --format json | jq -r '.fields[].at'
  casegate fields --format json --language es | jq -r '.fields[].label'";

pub(crate) const EXPORT: &str = "\
Print files that are written from the tables: types, schemas, pages, completions, a manual page

With --check FILE nothing is printed, and the exit code is 1 where the file is not what would be printed.";

pub(crate) const EXPORT_SCHEMA: &str = "\
The JSON Schema of a product's cases

It accepts exactly what `casegate check` finds no error in, for a context that sets nothing but the day. What JSON \
Schema cannot say is listed by `casegate export unsaid`; the age of a loss is said by a schema that is written for \
a day, with --today. With --context the schema also has the firm's own rules, except those that `casegate export unsaid \
--context` lists.";

pub(crate) const EXPORT_PAGE: &str = "\
A page about a rule in Markdown

With --vectors, the folder `tests/vectors` of the sources, it has examples on which the rule fires and holds.";

pub(crate) const EXPORT_AFTER: &str = "\
Examples:
  casegate export types > src/types.ts
  casegate export types --check src/types.ts
  casegate export fields --language es > src/fields.es.ts
  casegate export schema --product pl > case.pl.json
  casegate export schema --product pe --draft draft-07 --today 2026-03-01 > case.pe.json
  casegate export schema --product pl --context firm.json > case.pl.firm.json
  casegate export completions bash > ~/.local/share/bash-completion/completions/casegate
  casegate export man > casegate.1
  casegate export man batch > casegate-batch.1";

pub(crate) const REPLAY: &str = "\
Replay the lives of cases: a trace of triggers a line in, the states and events a line out

A line holds { \"trace\": [ … ] }, from the first trigger of a case on. Its answer has a step for each trigger: the \
state afterwards, the webhook events that it fires, and the reason where it is refused; a refused trigger changes \
nothing. Test cases move through the same states and fire no event.

Triggers, each with its name in \"type\" (members with ? may be left out):
  create             is_test?
  pick_up
  need_input         interaction_id, message?
  respond            interaction_id, message?, files? (a list, or how many)
  publish_results    digest
  find_policies      offer_id, upgrade_ids
  accept_offers      offer_id, selected_upgrade_ids, digest?
  confirm_delivery
  cancel             reason?, eligibility?, fee_usd?
  append_file        filename, label?, size (in bytes)

Whether a case may be cancelled is the service's to say, in \"eligibility\". Where it says nothing, a default of ours \
applies: free before research begins, for a fee until results are ready, not at all from then on.";

pub(crate) const REPLAY_AFTER: &str = "\
Exit codes:
  0  every line was answered, whatever was refused
  2  wrong usage, input that cannot be read, output that cannot be written, unusable settings

Examples:
  casegate replay < traces.ndjson
  casegate replay traces.ndjson | jq -c '[.steps[].events[]]'
  echo '{\"trace\":[{\"type\":\"create\"},{\"type\":\"pick_up\"}]}' | casegate replay";
pub(crate) const RESULTS: &str = "\
Bring results into their documented shape: `results_data` a line in, its shape and notes a line out

Each line holds the `results_data` of a case: the member of that name in the JSON results, not the record \
around it. The answer is one line, {\"normalized\":…,\"notes\":[…]}: every documented field of the product is \
there, null where no value was found, and the notes tell at which place something was added, changed or \
is not as documented. Nothing is invented. What is not recognised is kept; only what an entry that is not \
bought shows of its values is removed. Results from before version 2.3.0 and those of cancelled cases \
are read as well, and to normalize twice is to normalize once.";

pub(crate) const RESULTS_AFTER: &str = "\
Exit codes:
  0  every line was answered, whatever the notes
  2  wrong usage, input that cannot be read, output that cannot be written, unusable settings

Examples:
  jq -c .results_data records.ndjson | casegate results > results.ndjson
  casegate results results_data.ndjson | jq -c '[.notes[] | .code, .at]'";

pub(crate) const MIGRATE: &str = "\
Turn legacy traces into single requests: a trace a line in, a request a line out

A trace is a JSON object with the calls of the legacy three-step flow as `steps`, each with `method` and `path`, the JSON of \
step 1 as `body`, and the `name` and `size` of each upload as `file`. Paths may be whole addresses. Where a \
trace holds several tickets, `ticket_id` says which one is meant, and each step 1 may say as `ticket_id` what it returned.

The answer holds the `request` to the create endpoint, the files that do not fit into it as `append`, what \
is lost or in doubt as `losses`, and the verdict on the new case as `report`. The request is null where the \
trace holds no case, or where files of one ticket might reach the case of another.";

pub(crate) const MIGRATE_AFTER: &str = "\
Exit codes:
  0  every line was answered, whatever the answers say
  2  wrong usage, input that cannot be read, output that cannot be written, unusable settings

Examples:
  casegate migrate --today 2026-03-01 < traces.ndjson > requests.ndjson
  casegate migrate --today 2026-03-01 traces.ndjson | jq -c '[.losses[] | [.code, .at]]'";

pub(crate) const CALL: &str = "\
Carries out an operation of the library on each line: exactly one line out for each line in, in order. The answers are \
those that the JavaScript functions and the Rust module `wire` give, byte for byte. It exits with 0 whatever the \
answers say, and with 2 when it cannot read or write.";

pub(crate) const SERVE: &str = "\
Serve a stand-in of the whole service on this machine: every endpoint, webhooks, and the operator's side that moves a \
case along. Every decision is the rulebook's, so that what passes here is what passes `check`. Nothing is sent anywhere \
but to the webhook addresses that you name.

It prints its address, its tokens, and a line to log in with. All data stays in one folder, also after a kill; delete \
the folder to begin anew. Ctrl-C stops it.";

pub(crate) const SERVE_AFTER: &str = "\
Examples:
  casegate serve
  casegate serve --webhook http://127.0.0.1:8788/      with `casegate listen` in another terminal
  casegate serve --demo                                with a law firm's site, of scripts/demo
  casegate serve --data /tmp/casegate --port 0 --config stand-in.json

docs/stand-in.md leads from an empty folder to a closed case with webhooks, and tells the settings.";

pub(crate) const LISTEN: &str = "\
Show webhooks as they come: the type of each event, its case, and the case as all its events picture it, in whatever order \
they come. Where they leave something open, the line says what to ask the service. (again) marks a repeated delivery. \
What an event carries is shown with --format json only. Ctrl-C stops it.";

pub(crate) const LISTEN_AFTER: &str = "\
Examples:
  casegate listen
  casegate listen --status 500                         and see the retries
  casegate listen --secret \"$SECRET\" --format json";
