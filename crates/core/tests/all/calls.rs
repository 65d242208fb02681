//! The decisions of a client: a table of single calls, and all small worlds of a create without an
//! answer.

use casegate::Context;
use casegate::answers::Answer;
use casegate::calls::{AfterLoss, Call, CallOutcome, Clock, Intent, Limits, Settled, Settling, Step, listed, settle};
use casegate::json::Document;
use casegate::requests::{EndpointId, endpoints};
use chrono::{DateTime, Datelike, TimeDelta};

fn context() -> Context {
    Context::from_json(r#"{ "today": "2026-03-01" }"#).unwrap()
}

/// What a scripted service answers.
#[derive(Clone, Copy)]
enum Reply {
    /// Status and body.
    Status(u16, &'static str),
    /// Status and `Retry-After`.
    Later(u16, &'static str),
    Reset,
    Unreached,
    Cut,
}

/// Runs a call against a script, whose last reply repeats. Returns the outcome, the requests that
/// were sent, and the milliseconds until the end, or until the caller may try again.
fn run(endpoint: EndpointId, script: &[Reply], limits: Limits) -> (CallOutcome, usize, u64) {
    let (mut call, mut now, mut sent) = (Call::new(endpoint, 0), 0, 0);
    loop {
        assert_eq!(call.step(now), call.step(now), "asked twice, it says the same");
        match call.step(now) {
            Step::Wait { until, .. } => now = until,
            Step::Done(done) => return (done.outcome, sent, done.until.unwrap_or(now)),
            Step::Send { .. } => {
                let reply = script.get(sent).or(script.last()).copied().unwrap();
                sent += 1;
                assert!(sent < 20, "{endpoint:?} never ends");
                let answer = match reply {
                    Reply::Status(status, body) => {
                        Answer { status: Some(status), body: Some(body), ..Answer::default() }
                    }
                    Reply::Later(status, wait) => Answer {
                        status: Some(status),
                        retry_after: Some(wait),
                        date: Some("Sun, 01 Mar 2026 10:00:00 GMT"),
                        ..Answer::default()
                    },
                    Reply::Reset => Answer::default(),
                    Reply::Unreached => Answer { sent: false, ..Answer::default() },
                    Reply::Cut => Answer { status: Some(200), complete: false, ..Answer::default() },
                };
                call.answered(&answer, &context(), limits, now);
            }
        }
    }
}

#[test]
fn a_call_ends_as_the_table_says() {
    use CallOutcome::{Answer as Done, Landed, Refused, Unavailable, Unknown};
    use EndpointId::{Accept, Append, Cancel, Create, Detail, List, Login, Logout, Respond};
    use Reply::{Cut, Later, Reset, Status, Unreached};
    const CREATED: Reply = Status(201, r#"{"case_id":7}"#);
    let mut rows: Vec<(EndpointId, Vec<Reply>, CallOutcome, usize)> = vec![
        (Create, vec![CREATED], Done, 1),
        (Create, vec![Unreached], Unavailable, 3),
        (Create, vec![Unreached, CREATED], Done, 2),
        (Create, vec![Status(429, ""), CREATED], Done, 2),
        (Create, vec![Status(401, ""), CREATED], Done, 2),
        (Create, vec![Status(401, "")], Refused, 2),
        (Create, vec![Later(503, "1"), CREATED], Unknown, 1),
        (Create, vec![Unreached, Reset, CREATED], Unknown, 2),
        (Create, vec![Status(400, "{}")], Refused, 1),
        (Create, vec![Status(422, "")], Refused, 1),
        (Login, vec![Status(401, "")], Refused, 1),
        (Login, vec![Reset, Status(200, r#"{"token":"t"}"#)], Done, 2),
        (Logout, vec![Status(401, "")], Done, 1),
        (Detail, vec![Status(401, ""), Status(200, r#"{"id":1}"#)], Done, 2),
        (Detail, vec![Status(503, "")], Unavailable, 3),
        (Detail, vec![Status(200, "<h1>"), Status(200, r#"{"id":1}"#)], Done, 2),
        (List, vec![Status(200, "[]")], Done, 1),
        (List, vec![Status(200, "null")], Unavailable, 3),
        (Cancel, vec![Reset, Reset, Status(202, r#"{"id":1}"#)], Done, 3),
        (Cancel, vec![Reset], Unknown, 3),
        (Cancel, vec![Reset, Unreached], Unknown, 3),
        (Cancel, vec![Status(204, ""), Status(202, r#"{"id":1}"#)], Done, 2),
        (Cancel, vec![Status(409, "")], Refused, 1),
        (Accept, vec![Reset, Status(200, "")], Done, 2),
        (Respond, vec![Reset, Status(400, r#"{"detail":"already responded"}"#)], Landed, 2),
        (Respond, vec![Status(400, r#"{"detail":"already responded"}"#)], Refused, 1),
        (Respond, vec![Reset, Status(400, "{}")], Unknown, 2),
        (Append, vec![Reset], Unknown, 1),
        (Append, vec![Status(429, ""), Status(201, r#"{"file_id":1}"#)], Done, 2),
    ];
    // Whatever leaves open if a case exists ends a create, whatever would come next.
    let open = [Reset, Cut, Status(204, ""), Status(200, "{}"), Status(200, "[]"), Status(201, "null")];
    let open =
        open.into_iter().chain([302, 303, 307, 408, 409, 425, 500, 502, 503, 504, 0].map(|one| Status(one, "{}")));
    rows.extend(open.map(|reply| (Create, vec![reply, CREATED], Unknown, 1)));
    for (row, (endpoint, script, outcome, sent)) in rows.into_iter().enumerate() {
        let ended = run(endpoint, &script, Limits::default());
        assert_eq!((ended.0, ended.1), (outcome, sent), "row {row}, {endpoint:?}");
    }
}

#[test]
fn pauses_are_obeyed_up_to_two_minutes_and_then_handed_back() {
    use Reply::{Later, Reset, Status};
    let found = Status(200, r#"{"id":1}"#);
    for (wait, outcome, sent, ends) in [
        ("3", CallOutcome::Answer, 2, 3_000),
        ("Sun, 01 Mar 2026 10:00:05 GMT", CallOutcome::Answer, 2, 5_000),
        ("7200", CallOutcome::Unavailable, 1, 7_200_000),
        ("soon", CallOutcome::Answer, 2, 500),
        ("-1", CallOutcome::Answer, 2, 500),
    ] {
        assert_eq!(
            run(EndpointId::Detail, &[Later(429, wait), found], Limits::default()),
            (outcome, sent, ends),
            "{wait}"
        );
    }
    let none = Limits { retries: 0, ..Limits::default() };
    assert_eq!(run(EndpointId::Detail, &[Reset, found], none).1, 1);
    let exhausted = Limits { requests: 200, repeats: 20, ..Limits::default() };
    assert_eq!(run(EndpointId::Detail, &[Reset, found], exhausted).1, 1);
}

/// The table of endpoints has all that decides.
#[test]
fn creates_are_the_requests_that_are_never_sent_again() {
    let of = |after| -> Vec<&str> {
        endpoints().iter().filter(|row| row.after_loss() == after).map(|row| row.id.name()).collect()
    };
    let legacy = ["legacy_create_pe", "legacy_create_pl", "legacy_upload", "legacy_ready"];
    assert_eq!(of(AfterLoss::Never), [&["create"][..], &legacy].concat());
    assert_eq!(of(AfterLoss::Later), ["append"]);
}

const SECOND: i64 = 1_000;
const MINUTE: i64 = 60 * SECOND;
const DAY: i64 = 24 * 60 * MINUTE;
/// The moment of the first create: 1 March 2026, 10:00 UTC.
const SENT: i64 = 1_772_359_200_000;

/// How a list writes times.
#[derive(Clone, Copy, Debug)]
enum Times {
    Utc,
    Offset,
    /// Local time of Tokyo or New York without a zone.
    Bare(i64),
    Minutes,
    None,
}

/// What a list shows of itself.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Envelope {
    Whole,
    Pages,
    OnlyFirst,
    /// It says that there is no other page, and counts more cases than it has.
    Counted,
    NoNext,
    Array,
}

/// The `Date` of answers, by the milliseconds that the service's clock is ahead.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Dates {
    Right,
    None,
    /// One of the answers, when the create was sent or when the list was read, is from a cache.
    Outlier {
        early: bool,
        by: i64,
    },
    /// The client's clock was wrong when the create was sent, and was set right before the list was read.
    SetRight,
}

impl Dates {
    /// What was measured when the create was sent, and when the list was read.
    fn clocks(self, skew: i64) -> [Clock; 2] {
        let of = |differences: &[i64]| {
            let mut clock = Clock::default();
            for ahead in differences {
                let at = DateTime::from_timestamp_millis(SENT + ahead).unwrap();
                let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
                let month = months[at.month0() as usize];
                let date = format!("Sun, {:02} {month} {:04} {:.8} GMT", at.day(), at.year(), at.time().to_string());
                let now = u64::try_from(SENT).unwrap();
                clock.learn(&Answer { date: Some(&date), ..Answer::default() }, now);
            }
            clock
        };
        let right = of(&[skew, skew - 800, skew]);
        match self {
            Dates::Right => [right.clone(), right],
            Dates::None => [of(&[]), of(&[])],
            Dates::Outlier { early: true, by } => [of(&[skew, skew + by]), right],
            Dates::Outlier { early: false, by } => [right, of(&[skew + by, skew, skew])],
            Dates::SetRight => [right, of(&[0])],
        }
    }
}

/// Another create of the same client at the same time.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Sibling {
    None,
    Settled,
    OpenLanded,
    OpenLost,
}

#[derive(Clone, Debug)]
struct World {
    /// When the first create was carried out, after it was sent.
    landed: Option<i64>,
    /// When other programs created cases.
    others: Vec<i64>,
    sibling: Sibling,
    newest_first: bool,
    envelope: Envelope,
    clock: Times,
    /// The service's clock is ahead of the client's when the create is sent.
    skew: i64,
    dates: Dates,
    asked: i64,
    /// A person submitted the form again when the list was asked for.
    again: bool,
    only_writer: bool,
}

#[derive(Default, Debug)]
struct Tally {
    worlds: usize,
    right: usize,
    second_orders: usize,
    foreign: usize,
    person: usize,
    /// Of one writer, one open create, a complete list and 11 minutes.
    clear: usize,
    clear_and_right: usize,
}

const FIRST: u64 = 1;
const SECOND_CREATE: u64 = 2;
const SIBLING: u64 = 3;
const OTHER: u64 = 10;

impl World {
    /// The cases at a moment of the client's clock: ids, and when they were created.
    fn cases(&self, now: i64, second: Option<i64>) -> Vec<(u64, i64)> {
        let mine = self.landed.map(|late| (FIRST, SENT + late)).into_iter();
        let others = self.others.iter().zip(OTHER..).map(|(at, id)| (id, SENT + at));
        let has_sibling = matches!(self.sibling, Sibling::Settled | Sibling::OpenLanded);
        let sibling = has_sibling.then_some((SIBLING, SENT + MINUTE));
        let second = second.map(|at| (SECOND_CREATE, at));
        mine.chain(others).chain(sibling).chain(second).filter(|(_, at)| *at <= now).collect()
    }

    fn pages(&self, now: i64, second: Option<i64>) -> Vec<Document> {
        let mut cases = self.cases(now, second);
        cases.sort_by_key(|(_, at)| if self.newest_first { -at } else { *at });
        let item = |(id, at): &(u64, i64)| match self.written(at + self.skew) {
            Some(text) => format!(r#"{{"id":{id},"issue_key":null,"created_at":"{text}"}}"#),
            None => format!(r#"{{"id":{id}}}"#),
        };
        let items: Vec<String> = cases.iter().map(item).collect();
        let page = |items: &[String], next: &str| format!(r#"{{"results":[{}]{next}}}"#, items.join(","));
        let first = &items[..items.len().min(1)];
        let texts = match self.envelope {
            Envelope::Whole => vec![page(&items, r#","next":null"#)],
            Envelope::NoNext => vec![page(&items, "")],
            Envelope::Array => vec![format!("[{}]", items.join(","))],
            Envelope::OnlyFirst => vec![page(first, r#","next":"/2""#)],
            Envelope::Counted => vec![page(first, &format!(r#","next":null,"count":{}"#, items.len()))],
            Envelope::Pages => {
                let last = format!(r#","next":null,"count":{}"#, items.len());
                vec![page(first, r#","next":"/2""#), page(&items[first.len()..], &last)]
            }
        };
        texts.iter().map(|text| Document::read(text).unwrap()).collect()
    }

    fn written(&self, at: i64) -> Option<String> {
        let time = DateTime::from_timestamp_millis(at)?;
        Some(match self.clock {
            Times::Utc => format!("{time:?}"),
            Times::Offset => format!("{:?}+09:00", (time + TimeDelta::hours(9)).naive_utc()),
            Times::Bare(hours) => (time + TimeDelta::hours(hours)).naive_utc().to_string(),
            Times::Minutes => format!("{:?}", DateTime::from_timestamp_millis(at - at % MINUTE)?),
            Times::None => return None,
        })
    }

    fn play(&self, tally: &mut Tally) {
        let [sent, read] = self.dates.clocks(self.skew);
        let settling = Settling {
            clock: read,
            only_writer: self.only_writer,
            others_open: matches!(self.sibling, Sibling::OpenLanded | Sibling::OpenLost),
            ..Settling::default()
        };
        let taken: &[u64] = if self.sibling == Sibling::Settled { &[SIBLING] } else { &[] };
        let ms = |at: i64| u64::try_from(at).unwrap();
        let decide = |first, last, creates, now, second| {
            let since = if self.again { ms(now) } else { ms(SENT) };
            let intent = Intent { first: ms(first), last: ms(last), since, creates, clock: sent.clone() };
            settle(&intent, &listed(&self.pages(now, second)), taken, &settling, ms(now))
        };
        let now = SENT + self.asked;
        let (settled, candidates) = decide(SENT, SENT + SECOND, 1, now, None);
        tally.worlds += 1;
        let is_clear = self.only_writer
            && matches!(self.sibling, Sibling::None | Sibling::Settled)
            && matches!(self.envelope, Envelope::Whole | Envelope::Pages)
            && self.dates == Dates::Right
            && self.asked == 11 * MINUTE;
        tally.clear += usize::from(is_clear);
        let right = match settled {
            Settled::Found if candidates == [FIRST] => true,
            Settled::Found => {
                tally.foreign += 1;
                false
            }
            Settled::Absent if self.landed.is_some() => {
                tally.second_orders += 1;
                false
            }
            Settled::Absent => {
                // The second create is lost as well. Nothing of it may lead to a third.
                for landed in [None, Some(now + SECOND)] {
                    let later = now + 11 * MINUTE;
                    match decide(SENT, now + SECOND, 2, later, landed) {
                        (Settled::Absent, _) => tally.second_orders += 1,
                        (Settled::Found, found) if landed.is_none() || found != [SECOND_CREATE] => tally.foreign += 1,
                        _ => {}
                    }
                }
                true
            }
            Settled::Wait | Settled::Person => {
                tally.person += 1;
                // Whoever decides sees the case, if the list is whole and the time has come.
                let is_listed =
                    settled == Settled::Wait || matches!(self.envelope, Envelope::OnlyFirst | Envelope::Counted);
                assert!(self.landed.is_none() || is_listed || candidates.contains(&FIRST), "{self:?}");
                false
            }
        };
        tally.right += usize::from(right);
        tally.clear_and_right += usize::from(is_clear && right);
    }
}

#[test]
fn no_small_world_has_a_second_order_or_a_foreign_case() {
    let offsets = [-2 * DAY, -MINUTE, 2 * MINUTE, 20 * MINUTE, 2 * DAY - MINUTE];
    let pairs = offsets.iter().enumerate().flat_map(|(at, one)| offsets[at..].iter().map(move |other| (*one, *other)));
    let pairs = pairs.map(|(one, other)| if one == other { vec![one] } else { vec![one, other] });
    let writers: Vec<Vec<i64>> = std::iter::once(Vec::new()).chain(pairs).collect();
    let clocks = [
        (-3 * MINUTE, Dates::Right),
        (0, Dates::Right),
        (3 * MINUTE, Dates::Right),
        (60 * MINUTE, Dates::Right),
        (-60 * MINUTE, Dates::Right),
        (60 * MINUTE, Dates::None),
        (-60 * MINUTE, Dates::SetRight),
        (60 * MINUTE, Dates::Outlier { early: true, by: -60 * MINUTE }),
        (0, Dates::Outlier { early: false, by: 3650 * DAY }),
    ];
    let mut tally = Tally::default();
    for landed in [None, Some(0), Some(SECOND), Some(MINUTE), Some(299 * SECOND)] {
        for others in &writers {
            for sibling in [Sibling::None, Sibling::Settled, Sibling::OpenLanded, Sibling::OpenLost] {
                for envelope in [
                    Envelope::Whole,
                    Envelope::Pages,
                    Envelope::OnlyFirst,
                    Envelope::Counted,
                    Envelope::NoNext,
                    Envelope::Array,
                ] {
                    for clock in
                        [Times::Utc, Times::Offset, Times::Bare(9), Times::Bare(-5), Times::Minutes, Times::None]
                    {
                        for ((skew, dates), asked) in clocks.into_iter().flat_map(|clock| {
                            [0, 6 * MINUTE, 11 * MINUTE, 2 * 60 * MINUTE, 2 * DAY].map(|asked| (clock, asked))
                        }) {
                            for bits in 0..8 {
                                let [newest_first, again, only_writer] =
                                    [bits & 1, bits & 2, bits & 4].map(|bit| bit > 0);
                                // Nobody says that there is no other writer where there is one.
                                if only_writer && !others.is_empty() {
                                    continue;
                                }
                                let others = others.clone();
                                World {
                                    landed,
                                    others,
                                    sibling,
                                    newest_first,
                                    envelope,
                                    clock,
                                    skew,
                                    dates,
                                    asked,
                                    again,
                                    only_writer,
                                }
                                .play(&mut tally);
                            }
                        }
                    }
                }
            }
        }
    }
    println!(
        "bound: a create is carried out within 5 minutes or never, and the clocks differ by at most 5 minutes, or as the answers agree.\n{} worlds: {} right, \
         {} second orders, {} foreign cases, {} to a person. One writer, one open create, a complete list and 11 minutes: {} of {} right.",
        tally.worlds, tally.right, tally.second_orders, tally.foreign, tally.person, tally.clear_and_right, tally.clear
    );
    assert_eq!((tally.second_orders, tally.foreign), (0, 0), "{tally:?}");
    assert_eq!(tally.clear_and_right, tally.clear, "{tally:?}");
    assert!(tally.clear > 500 && tally.right > 10_000, "{tally:?}");
}
