//! Searches the space of payloads for one with given properties.
//!
//! A payload lacks a property because of some variables: an error because of the variables that its
//! rule reads. If all of them are fixed, no payload with these values has the property. Otherwise the
//! search fixes one of them to each of its values in turn. It is exhaustive over the classes of
//! values, and visits only what the unmet properties depend on.

use crate::analysis::space::{Assignment, Space, Verdict};
use crate::judge::outcome::Outcome;

/// A property of a payload besides having no errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goal {
    /// The rule applies.
    Applies(usize),
    /// The rule has a finding.
    HasFinding(usize),
    /// The rule is not violated.
    IsKept(usize),
}

/// A question about payloads.
#[derive(Debug, Clone, Default)]
pub(crate) struct Query {
    pub(crate) goals: Vec<Goal>,
    /// The rules whose errors do not count.
    pub(crate) without: Vec<usize>,
    /// Variables with the value that they keep.
    pub(crate) fixed: Vec<(usize, usize)>,
}

/// The reason why a search has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Doubt {
    /// A field may have classes without a known value.
    Values(usize),
    /// The bound on the number of judged payloads was reached.
    Steps,
}

/// The answer to a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Answer {
    Found(Assignment),
    /// No payload has the properties. The search was exhaustive.
    None,
    Unknown(Doubt),
}

/// The most payloads that a query judges.
pub(crate) const STEPS_OF_A_QUERY: usize = 4_000;

/// The most payloads that an analysis judges.
pub(crate) const STEPS: usize = 100_000;

/// A search in a space.
#[derive(Debug)]
pub(crate) struct Search<'s, 'c> {
    pub(crate) space: &'s Space<'c>,
    /// The payload from which searches start.
    pub(crate) start: Assignment,
    /// The payloads that were judged.
    pub(crate) steps: usize,
    limit: usize,
    /// The rules whose errors ended a branch of the last search.
    pub(crate) blamed: Vec<usize>,
}

impl<'s, 'c> Search<'s, 'c> {
    pub(crate) fn new(space: &'s Space<'c>, steps: usize) -> Search<'s, 'c> {
        Search { space, start: space.smallest(), steps, limit: 0, blamed: Vec::new() }
    }

    /// Searches for a payload without errors that meets the query, and returns the smallest one
    /// near to what was found.
    pub(crate) fn find(&mut self, query: &Query) -> Answer {
        match self.any(query) {
            Answer::Found(found) => Answer::Found(self.shrink(found, query)),
            answer => answer,
        }
    }

    /// Searches for any payload without errors that meets the query.
    pub(crate) fn any(&mut self, query: &Query) -> Answer {
        self.blamed.clear();
        self.limit = self.steps.saturating_add(STEPS_OF_A_QUERY).min(STEPS);
        let mut payload = self.start.clone();
        let mut is_fixed = vec![false; payload.len()];
        for (variable, value) in &query.fixed {
            fix(&mut payload, &mut is_fixed, *variable, *value);
        }
        self.search(&mut payload, &mut is_fixed, query)
    }

    fn search(&mut self, payload: &mut Assignment, is_fixed: &mut [bool], query: &Query) -> Answer {
        if self.steps >= self.limit {
            return Answer::Unknown(Doubt::Steps);
        }
        self.steps += 1;
        let verdict = self.space.judge(payload);
        let mut best: Option<Vec<usize>> = None;
        let mut by = None;
        for (rule, variables) in self.unmet(&verdict, query) {
            let free: Vec<usize> = variables.into_iter().filter(|at| is_fixed.get(*at) == Some(&false)).collect();
            if best.as_ref().is_none_or(|best| free.len() < best.len()) {
                best = Some(free);
                by = rule;
            }
        }
        let Some(free) = best else { return Answer::Found(payload.clone()) };
        self.blamed.extend(by.filter(|rule| !self.blamed.contains(rule)));
        let Some(variable) = free.first().copied() else { return Answer::None };
        let Some(values) = self.space.variables.get(variable).map(|variable| &variable.values) else {
            return Answer::None;
        };
        let mut doubt = (!values.is_complete).then_some(Doubt::Values(variable));
        let own = payload.get(variable).copied().unwrap_or_default();
        // The present value comes last, because it is part of what is unmet.
        let others = (0..values.all.len()).filter(|value| *value != own);
        for value in others.chain([own]) {
            fix(payload, is_fixed, variable, value);
            match self.search(payload, is_fixed, query) {
                Answer::None => {}
                Answer::Unknown(Doubt::Steps) => {
                    doubt = Some(Doubt::Steps);
                    break;
                }
                Answer::Unknown(reason) => doubt = Some(reason),
                found @ Answer::Found(_) => return found,
            }
        }
        fix(payload, is_fixed, variable, own);
        if let Some(flag) = is_fixed.get_mut(variable) {
            *flag = false;
        }
        doubt.map_or(Answer::None, Answer::Unknown)
    }

    /// Returns the properties that a payload lacks, each with the variables that decide it, those
    /// first whose change is most likely to help.
    fn unmet(&self, verdict: &Verdict, query: &Query) -> Vec<(Option<usize>, Vec<usize>)> {
        let space = self.space;
        let mut unmet = Vec::new();
        for error in &verdict.errors {
            if error.rule.is_some_and(|rule| query.without.contains(&rule)) {
                continue;
            }
            let rule = error.rule.and_then(|rule| space.rules.get(rule));
            let mut variables = space.at(error.place);
            for variable in rule.into_iter().flat_map(|rule| rule.judged.iter().chain(&rule.conditions)) {
                if !variables.contains(variable) {
                    variables.push(*variable);
                }
            }
            unmet.push((error.rule, variables));
        }
        for goal in &query.goals {
            let (Goal::Applies(rule) | Goal::HasFinding(rule) | Goal::IsKept(rule)) = *goal;
            let outcome = verdict.outcomes.get(rule).copied().unwrap_or_default();
            let has_finding = verdict.with_finding.contains(&rule);
            let is_met = match goal {
                Goal::Applies(_) => {
                    matches!(outcome, Outcome::Satisfied | Outcome::Violated | Outcome::NotChecked) || has_finding
                }
                Goal::HasFinding(_) => has_finding,
                Goal::IsKept(_) => outcome != Outcome::Violated,
            };
            let Some(row) = space.rules.get(rule).filter(|_| !is_met) else { continue };
            let mut variables: Vec<usize> = match goal {
                Goal::IsKept(_) => row.judged.iter().chain(&row.conditions).copied().collect(),
                _ => row.reads.clone(),
            };
            if let Outcome::Blocked(path) = outcome {
                variables.extend(space.demanding(path.key));
            }
            unmet.push((Some(rule), variables));
        }
        unmet
    }

    /// Returns `true` if a payload meets a query.
    pub(crate) fn meets(&mut self, payload: &Assignment, query: &Query) -> bool {
        self.steps += 1;
        let verdict = self.space.judge(payload);
        self.unmet(&verdict, query).is_empty()
    }

    /// Removes fields, and takes back changes, as long as the payload meets the query.
    fn shrink(&mut self, mut payload: Assignment, query: &Query) -> Assignment {
        for (variable, first) in self.start.clone().into_iter().enumerate() {
            if query.fixed.iter().any(|(fixed, _)| *fixed == variable) || !self.space.is_written(&payload, variable) {
                continue;
            }
            let own = payload.get(variable).copied().unwrap_or_default();
            for value in [0, first].into_iter().filter(|value| *value != own) {
                let mut smaller = payload.clone();
                if let Some(slot) = smaller.get_mut(variable) {
                    *slot = value;
                }
                if self.meets(&smaller, query) {
                    payload = smaller;
                    break;
                }
            }
        }
        payload
    }

    /// Returns a smaller acceptable payload: with another value of one field, as often as that makes
    /// it smaller. Some variables keep their values.
    pub(crate) fn smaller(&mut self, payload: Assignment, fixed: &[(usize, usize)]) -> Assignment {
        self.start = payload;
        let mut least = self.size(&self.start.clone());
        loop {
            let before = least;
            for variable in (0..self.space.variables.len()).filter(|at| fixed.iter().all(|(own, _)| own != at)) {
                let values = self.space.variables.get(variable).map_or(0, |variable| variable.values.all.len());
                for value in 1..values {
                    let is_given = self.space.value(&self.start, variable).is_some();
                    if !is_given || !self.space.is_written(&self.start, variable) {
                        break;
                    }
                    let fixed = fixed.iter().copied().chain([(variable, value)]).collect();
                    let query = Query { fixed, ..Query::default() };
                    let Answer::Found(found) = self.find(&query) else { continue };
                    let size = self.size(&found);
                    if size < least {
                        (least, self.start) = (size, found);
                    }
                }
            }
            if least == before {
                return self.start.clone();
            }
        }
    }

    /// Returns the number of members, the number of findings, and the length of the text.
    fn size(&mut self, payload: &Assignment) -> (usize, usize, usize) {
        self.steps += 1;
        let (members, length) = self.space.size(payload);
        (members, self.space.judge(payload).findings, length)
    }
}

/// Gives a variable a value that it keeps.
fn fix(payload: &mut Assignment, is_fixed: &mut [bool], variable: usize, value: usize) {
    if let (Some(own), Some(flag)) = (payload.get_mut(variable), is_fixed.get_mut(variable)) {
        *own = value;
        *flag = true;
    }
}
