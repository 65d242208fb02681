//! The texts of servers, and of commands that call them or the service.

pub(crate) const API: &str = "\
Answer the operations of the library over HTTP

For programs in languages without a binding. `POST /v1/OPERATION` takes the input of an operation of `casegate call` \
as its body, and answers with the same bytes. A refused case is answered with 200, because the report is the content; \
an invalid context or request gets a problem document. `GET /openapi.json` describes every path, and `GET /healthz` \
answers while the server does.

The server has no database, files or tokens, and stores nothing. The context comes from the options; the header \
`Casegate-Context` of a request replaces single settings. Without a given day, each request is judged on this computer's \
date in its time zone. The service publishes no time zone: set the variable TZ to the firm's, or send the day. The log contains no submitted value. Ctrl-C or SIGTERM stops the server after the requests in progress, within ten \
seconds. The program of a release has this command, and so has one that is built with `cargo install casegate-cli \
--features api`.";

pub(crate) const API_AFTER: &str = "\
Examples:
  casegate api
  TZ=America/New_York casegate api
  casegate api --address 0.0.0.0 --context settings.json
  curl -s http://127.0.0.1:8789/v1/check_case --data-binary @case.json
  curl -s http://127.0.0.1:8789/v1/check_case -H 'Casegate-Context: {\"today\":\"2026-03-01\"}' --data-binary @case.json

docs/http-api.md has the limits and all statuses.";

pub(crate) const SERVE: &str = "\
Run a stand-in for the service on this machine

It has every endpoint, webhooks, and an operator's API and page that move cases along. The rulebook makes every \
decision, so requests pass here exactly if they pass `check`. Nothing is sent anywhere except to the webhook \
addresses that you name.

The stand-in prints its address, its tokens, and a line to log in. All data stays in one folder, even after a kill; \
delete the folder to start afresh. Ctrl-C stops the stand-in. The program of a release has this command, and so has \
one that is built with `cargo install casegate-cli --features service`.";

pub(crate) const SERVE_AFTER: &str = "\
Examples:
  casegate serve
  casegate serve --webhook http://127.0.0.1:8788/      with `casegate listen` in another terminal
  casegate serve --demo                                with a law firm's site, built by scripts/demo
  casegate serve --data /tmp/casegate --port 0 --config stand-in.json
  casegate serve --data \"$(mktemp -d)\" --port 0 --seed 1 --format json      for tests

docs/stand-in.md has a tutorial from an empty folder to a closed case with webhooks, and all settings.";

pub(crate) const LISTEN: &str = "\
Show webhooks as they arrive, and the state of each case

A line has the type of an event, its case, and the state of the case from all its events, in whatever order they \
arrive. If they leave the state open, the line names the endpoint to ask. (again) marks a repeated delivery. Use \
--format json to see the content of events. Ctrl-C stops the command. The program of a release has this \
command, and so has one that is built with `cargo install casegate-cli --features service`.";

pub(crate) const LISTEN_AFTER: &str = "\
Examples:
  casegate listen
  casegate listen --status 500                         causes retries
  casegate listen --secret \"$SECRET\" --format json";

pub(crate) const TRIGGER: &str = "\
Bring a case of a running stand-in to where an event is sent

Carries out the operator's actions that lead from the state of the case to the event, and prints each with the state \
and the events that follow. An action may be named in place of an event. `case.files_updated` is sent without a file, \
because only a partner appends files. The program of a release has this command, and so has one that is built with \
`cargo install casegate-cli --features service`.";

pub(crate) const TRIGGER_AFTER: &str = "\
Examples:
  casegate trigger case.results_ready --case 1 --operator \"$OPERATOR\"
  casegate trigger case.closed                         with the token in CASEGATE_OPERATOR
  casegate trigger need_input --case 1 --base \"$BASE\" --operator \"$OPERATOR\"";

pub(crate) const RECORD: &str = "\
Record how the real service answers, without any submitted value

With --upstream it is a proxy in front of the service: give its address to your program in place of the service's, \
and name the address with /casegate-webhooks/ as a receiver of webhooks. With --from it reads saved exchanges: HAR files \
of a browser or a proxy, or logs with a JSON line for each exchange.

The recording has a JSON line for each exchange and each event. A line has the classes of values: absent, null, \
blank, a wrong type, a published word, a range of days; for answers, the status, the names of properties and error codes. \
It never has a value. A word or name that no table publishes is a hash with the key in the file beside the recording. \
Cases have running numbers in place of their ids. Keep the key: `record reveal` needs it to confirm a word.";

pub(crate) const RECORD_AFTER: &str = "\
Exit codes:
  0  recorded, or revealed
  1  `reveal` found no hash of the word
  2  wrong usage, input that cannot be read, output that cannot be written

Examples:
  casegate record --upstream https://service.example --into recording.ndjson
  casegate record --from session.har --into recording.ndjson
  casegate record reveal recording.ndjson --word commercial_boat_policy_limits

docs/drift.md has the form of logs, and a tutorial against the local stand-in.";

pub(crate) const DRIFT: &str = "\
Compare a recording of the real service with the rulebook

Each exchange is predicted by the rulebook itself, from a case with made-up values of the recorded classes. The report \
has each difference once: requests that only one of the two refuses, other statuses, properties, words, outcomes of files, \
events, and events that no transition leads to. It names the rule, the numbered decision, and the smallest set of \
values that explains the difference. For each decision it counts the exchanges that confirm and contradict it.

The context has the settings that the account has at the service. Carriers, firm rules and limits have no effect on a \
recording, which contains no values. Each exchange is judged on its own day.";

pub(crate) const DRIFT_AFTER: &str = "\
Exit codes:
  0  nothing contradicts the rulebook
  1  something does
  2  wrong usage, a recording that cannot be read, output that cannot be written, invalid settings

Examples:
  casegate drift recording.ndjson
  casegate drift recording.ndjson --format json | jq '.findings[].message'
  casegate drift recording.ndjson --propose-context settings.json --propose-vectors vectors.json";

pub(crate) const CERTIFY: &str = "\
Play the service against a backend, and judge what it sends, answers and believes

The stand-in plays the service: it answers late or never, delivers events late, twice and in the wrong order, and \
watches the backend from outside. Each scenario tests requirements of the specification; `casegate explain ID` \
describes one. Without --only, every scenario is played. Values are masked in all output.

--start is run by the shell, and stopped at the end with all processes that it started. Its environment has \
SERVICE_URL, MASTER_TOKEN, WEBHOOK_SECRET, DATA (an empty folder), PORT (that of --submit), POLL_SECONDS and SETTLE_SECONDS. Use an \
empty database: the numbers of cases begin at 1. Scenarios that need an address that is not given are not tested. The \
program of a release has this command, and so has one that is built with `cargo install casegate-cli --features \
service`.";

pub(crate) const CERTIFY_AFTER: &str = "\
Exit codes:
  0  every scenario that was tested passed
  1  a scenario failed
  2  wrong usage, a backend that does not start, output that cannot be written

Examples:
  casegate certify --list
  casegate certify --start 'npm start' --submit http://127.0.0.1:3000/cases \\
    --webhook http://127.0.0.1:3000/webhooks --read http://127.0.0.1:3000/cases/{id}
  casegate certify … --only create-answer-lost
  casegate certify … --report certificate.html

docs/certify.md leads from an empty folder to a certificate, and lists what a backend has to offer.";
