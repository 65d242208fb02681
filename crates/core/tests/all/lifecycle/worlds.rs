//! A service, a network and a `Follower`: every schedule of a few steps, in which an event may be
//! late, doubled, dropped or out of order, and the caller may send a request at any time and get
//! the answer later. A world is a case with its history, the facts that reached the follower, and
//! the request in progress. A fact that has not arrived is late, one that never arrives is dropped,
//! and every order of arrival is a path of the search. Worlds are merged by *which* facts arrived,
//! not by their order. That is sound because it is checked: a world is entered along each edge that
//! leads to it, and each must bring the same follower, byte for byte; and each fact that arrived is
//! ingested once more, and must change nothing. Any two orders of one set differ by exchanges of
//! neighbours, and each such exchange is a pair of ways into one of these worlds; so all orders and
//! repetitions give what the search saw.

use super::service::{Facts, Habits, Node};
use super::tally::Tally;
use super::truth::{self, Seen};
use casegate::events::{CaseView, Fact, FactKey, Follower, IngestOutcome, Source};
use casegate::lifecycle::Trigger;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The bounds of a search.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// Steps of the service that have an effect.
    pub steps: u32,
    /// Requests of the caller, besides the requests in each world.
    pub polls: u32,
}

/// The size of a search.
#[derive(Debug, Clone, Copy, Default)]
pub struct Counts {
    /// Cases with their histories.
    pub histories: u64,
    pub worlds: u64,
    pub edges: u64,
    /// Facts that were ingested once more.
    pub doubled: u64,
    /// Worlds in which a fact has not arrived: it is late, or dropped.
    pub late: u64,
    /// Complete schedules that the search covers, without repetitions: the number of paths to its
    /// ends.
    pub schedules: u128,
}

impl Counts {
    pub fn join(&mut self, other: Counts) {
        self.histories += other.histories;
        self.worlds += other.worlds;
        self.edges += other.edges;
        self.doubled += other.doubled;
        self.late += other.late;
        self.schedules += other.schedules;
    }
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct World {
    /// The case, by its number.
    node: u32,
    /// Which of the case's facts have arrived.
    arrived: u32,
    /// The answers that the service gave, and whether each has arrived.
    answers: Vec<(u32, bool)>,
    /// The request in progress: the endpoint, and the number of the basis.
    asked: Option<(Source, u32)>,
    polls: u32,
}

impl World {
    /// The requests whose replies the follower knows.
    fn replied(&self, node: &Node) -> Vec<String> {
        let has_arrived = |reply: &u32| {
            let place = node.facts.iter().position(|fact| fact == reply);
            place.is_some_and(|place| self.arrived >> place & 1 == 1)
        };
        node.replies.iter().filter(|(reply, _)| has_arrived(reply)).map(|(_, id)| id.clone()).collect()
    }
}

/// The stored part of a world.
struct Retained {
    follower: u64,
    seen: Seen,
    schedules: u128,
}

pub struct Search<'t> {
    bounds: Bounds,
    habits: Habits,
    is_test: bool,
    tally: &'t mut Tally,
    facts: Facts,
    nodes: Vec<Node>,
    numbers: HashMap<Node, u32>,
    after: HashMap<u32, Vec<u32>>,
    bases: Vec<Vec<FactKey>>,
    basis_numbers: HashMap<Vec<FactKey>, u32>,
    /// Answers, stored because the same ones are needed again and again.
    answered: HashMap<(u32, Source, u32), u32>,
    kept: HashMap<World, Retained>,
    counts: Counts,
}

pub fn search(bounds: Bounds, habits: Habits, is_test: bool, tally: &mut Tally) -> Counts {
    let mut facts = Facts::default();
    let start = Node::start(is_test, habits, &mut facts);
    let mut search = Search {
        bounds,
        habits,
        is_test,
        tally,
        facts,
        nodes: Vec::new(),
        numbers: HashMap::new(),
        after: HashMap::new(),
        bases: Vec::new(),
        basis_numbers: HashMap::new(),
        answered: HashMap::new(),
        kept: HashMap::new(),
        counts: Counts::default(),
    };
    let node = search.number(start);
    let world = World { node, arrived: 0, answers: Vec::new(), asked: None, polls: 0 };
    search.counts.schedules = search.enter(&world, &Follower::new(is_test), &Seen::default());
    search.counts.histories = search.nodes.len() as u64;
    search.counts
}

impl Search<'_> {
    fn number(&mut self, node: Node) -> u32 {
        let next = u32::try_from(self.nodes.len()).unwrap();
        if let Some(known) = self.numbers.get(&node) {
            return *known;
        }
        self.numbers.insert(node.clone(), next);
        self.nodes.push(node);
        next
    }

    /// The cases after one step.
    fn next(&mut self, node: u32) -> Vec<u32> {
        if let Some(known) = self.after.get(&node) {
            return known.clone();
        }
        let from = self.nodes[node as usize].clone();
        let mut after = Vec::new();
        if from.steps < self.bounds.steps {
            for trigger in from.triggers() {
                let Some(to) = from.after(&trigger, self.habits, &mut self.facts) else { continue };
                self.check_step(&from, &trigger, &to);
                after.push(self.number(to));
            }
        }
        self.after.insert(node, after.clone());
        after
    }

    fn check_step(&mut self, from: &Node, trigger: &Trigger, to: &Node) {
        let events = to.facts[from.facts.len()..].iter().filter(|fact| self.facts.get(**fact).is_event()).count();
        let context = || format!("{trigger:?} on {:?}", from.case);
        self.tally.holds(
            "a step fires one event at most, a test case's none",
            events <= usize::from(!self.is_test),
            context,
        );
        let is_over = to.case.closing().is_some() && !self.is_test;
        self.tally.holds("case.closed fires once in a life", to.closings == usize::from(is_over), context);
        let is_reply = from.case.open_interaction().is_some() && to.case.open_interaction().is_none();
        let answered = to.case.answered_interactions().count();
        let is_told = answered == to.replies.len() && to.rounds <= answered + 1;
        self.tally.holds(
            "one request for input is open at a time",
            is_told && (is_reply || from.rounds >= answered),
            context,
        );
    }

    /// Checks a world and all that follow; returns the number of schedules from here to an end.
    fn enter(&mut self, world: &World, follower: &Follower, before: &Seen) -> u128 {
        let mut hasher = DefaultHasher::new();
        let text = serde_json::to_string(follower).unwrap();
        text.hash(&mut hasher);
        let hash = hasher.finish();
        if let Some(kept) = self.kept.get(world) {
            let (is_same, grows) = (kept.follower == hash, before.is_part_of(&kept.seen));
            let schedules = kept.schedules;
            self.tally.holds("every order of the same facts gives the same follower", is_same, || text);
            self.tally.holds(truth::ONLY_ADDS, grows, || format!("{follower:?}"));
            return schedules;
        }
        let node = self.nodes[world.node as usize].clone();
        let view = follower.view(None);
        let seen = Seen::of(&view);
        self.tally.holds(truth::ONLY_ADDS, before.is_part_of(&seen), || format!("{follower:?}"));
        let is_complete = world.arrived.count_ones() as usize == node.facts.len();
        let replied = world.replied(&node);
        truth::check(
            &truth::Observation {
                node: &node,
                habits: self.habits,
                view: &view,
                text: &text,
                is_complete,
                replied: &replied,
                follower,
            },
            self.tally,
        );
        self.asking_settles(world.node, follower, &view);
        self.again(world, &node, follower);
        self.counts.worlds += 1;
        self.counts.late += u64::from(!is_complete);

        let mut schedules = 0;
        for (to, fact) in self.ways(world, &node, &view) {
            self.counts.edges += 1;
            match fact {
                None => schedules += self.enter(&to, follower, &seen),
                Some(fact) => {
                    let mut follower = follower.clone();
                    follower.ingest_all([self.facts.get(fact).clone()]);
                    schedules += self.enter(&to, &follower, &seen);
                }
            }
        }
        let schedules = schedules.max(1);
        self.kept.insert(world.clone(), Retained { follower: hash, seen, schedules });
        schedules
    }

    /// The worlds after this one, each with the fact that arrives on the way.
    fn ways(&mut self, world: &World, node: &Node, view: &CaseView) -> Vec<(World, Option<u32>)> {
        let mut ways = Vec::new();
        for node in self.next(world.node) {
            ways.push((World { node, ..world.clone() }, None));
        }
        for (place, fact) in node.facts.iter().enumerate().filter(|(place, _)| world.arrived >> place & 1 == 0) {
            ways.push((World { arrived: world.arrived | 1 << place, ..world.clone() }, Some(*fact)));
        }
        for (place, (fact, _)) in world.answers.iter().enumerate().filter(|(_, (_, has_arrived))| !has_arrived) {
            let mut to = world.clone();
            to.answers[place].1 = true;
            ways.push((to, Some(*fact)));
        }
        match world.asked {
            Some((source, basis)) => {
                let answer = self.answer(world.node, source, basis);
                let mut to = World { asked: None, ..world.clone() };
                to.answers.push((answer, false));
                to.answers.sort_unstable();
                ways.push((to, None));
            }
            None if world.polls < self.bounds.polls => {
                let basis = self.basis(&view.basis);
                for source in Source::ALL {
                    ways.push((World { asked: Some((*source, basis)), polls: world.polls + 1, ..world.clone() }, None));
                }
            }
            None => {}
        }
        ways
    }

    fn basis(&mut self, keys: &[FactKey]) -> u32 {
        if let Some(known) = self.basis_numbers.get(keys) {
            return *known;
        }
        let next = u32::try_from(self.bases.len()).unwrap();
        self.bases.push(keys.to_vec());
        self.basis_numbers.insert(keys.to_vec(), next);
        next
    }

    fn answer(&mut self, node: u32, source: Source, basis: u32) -> u32 {
        if let Some(known) = self.answered.get(&(node, source, basis)) {
            return *known;
        }
        let fact = self.nodes[node as usize].answer(source, &self.bases[basis as usize], self.habits);
        let fact = self.facts.add(fact);
        self.answered.insert((node, source, basis), fact);
        fact
    }

    /// Repeats each fact that arrived, and for a test case each event that it never fires.
    fn again(&mut self, world: &World, node: &Node, follower: &Follower) {
        let facts =
            node.facts.iter().enumerate().filter(|(place, _)| world.arrived >> place & 1 == 1).map(|(_, fact)| fact);
        let answers = world.answers.iter().filter(|(_, has_arrived)| *has_arrived).map(|(fact, _)| fact);
        for fact in facts.chain(answers) {
            let mut again = follower.clone();
            again.ingest_all([self.facts.get(*fact).clone()]);
            self.counts.doubled += 1;
            self.tally.holds("a fact that comes again changes nothing", again == *follower, || format!("{follower:?}"));
        }
        if self.is_test {
            for event in truth::synthetic_events() {
                let mut again = follower.clone();
                let ingested = again.ingest(Fact::event(event)).outcome;
                let is_left_out = ingested == IngestOutcome::NotOfThisCase && again == *follower;
                self.tally.holds("an event of a test case is left out", is_left_out, || format!("{event:?}"));
            }
        }
    }

    /// Checks that the answers to a request for the state, and to all further questions of the
    /// view, make it the truth. The state is requested even without a doubt: a follower that missed
    /// an event is sure of the state before it.
    fn asking_settles(&mut self, node: u32, follower: &Follower, view: &CaseView) {
        let mut follower = follower.clone();
        let mut view = view.clone();
        let mut sources = vec![Source::Detail];
        for _ in 0..truth::MOST_ROUNDS {
            let basis = self.basis(&view.basis);
            for source in sources {
                let answer = self.answer(node, source, basis);
                follower.ingest_all([self.facts.get(answer).clone()]);
            }
            view = follower.view(None);
            sources = view.ask.iter().map(|ask| ask.endpoint).collect();
            sources.dedup();
            if sources.is_empty() {
                break;
            }
        }
        truth::check_asked(&self.nodes[node as usize], self.habits, &view, self.tally);
    }
}
