//! Cases that the service refused though the rulebook accepts them.

use crate::drift::decisions;
use crate::drift::explain::explain;
use crate::drift::judged::{Judged, in_order, unique};
use crate::drift::literals::{Literal, literals};
use crate::drift::predict::{Fault, case};
use crate::drift::report::{FieldClass, Finding, FindingKind};
use casegate::Code;
use std::collections::BTreeSet;

/// The most places that are listed for a code.
const MOST_PLACES: usize = 8;

/// Groups the cases by the statements that separate them from the accepted ones.
pub(crate) fn findings(all: &[Judged<'_>], agreed: &[BTreeSet<Literal>]) -> Vec<Finding> {
    let of = |judged: &Judged<'_>| {
        case(judged.exchange).map(|profile| literals(profile, &judged.prediction.warnings)).unwrap_or_default()
    };
    let sets: Vec<BTreeSet<Literal>> = all.iter().map(of).collect();
    let group = |explanation: crate::drift::explain::Explanation| {
        let members: Vec<&Judged<'_>> = explanation.refused.iter().filter_map(|at| all.get(*at)).collect();
        let mut finding = finding(&explanation.literals, &members);
        let places = explanation.equal.iter().filter_map(Literal::place);
        finding.alternatives = places.map(|(at, is)| FieldClass { at, is }).collect();
        finding
    };
    explain(&sets, agreed).into_iter().map(group).collect()
}

fn finding(literals: &[Literal], members: &[&Judged<'_>]) -> Finding {
    let line = members.first().map_or(0, |judged| judged.line);
    let of = members.first().map_or("create", |judged| judged.endpoint.name());
    let message = format!("refused, and the rulebook accepts: {}", because(literals));
    let mut finding = Finding::once(FindingKind::RefusedThoughAccepted, of, message, line);
    finding.count = members.len();
    let places: Vec<(String, String)> = literals.iter().filter_map(Literal::place).collect();
    let mut codes: BTreeSet<Code> = literals.iter().filter_map(Literal::code).collect();
    codes.extend(places.iter().flat_map(|(at, _)| codes_at(at, members)));
    finding.fields = places.into_iter().map(|(at, is)| FieldClass { at, is }).collect();
    let warnings = || members.iter().flat_map(|judged| &judged.prediction.warnings);
    let of_codes = |fault: &&Fault| codes.contains(&fault.code);
    if finding.fields.is_empty() {
        let at: BTreeSet<&String> = warnings().filter(of_codes).map(|fault| &fault.at).collect();
        let one = |at: &String| FieldClass { at: at.clone(), is: "one of these".to_owned() };
        finding.fields = at.into_iter().take(MOST_PLACES).map(one).collect();
    }
    finding.rules = unique(warnings().filter(of_codes).filter_map(|fault| fault.rule.clone()));
    finding.decisions = in_order(codes.iter().flat_map(|code| decisions::of_code(*code)).collect());
    finding.codes = codes.into_iter().map(|code| code.name().to_owned()).collect();
    finding
}

fn because(literals: &[Literal]) -> String {
    let words = |literal: &Literal| match literal {
        Literal::Warning(code) => format!("the rulebook only warns with {code}"),
        other => other.place().map(|(at, is)| format!("{at} is {is}")).unwrap_or_default(),
    };
    match literals {
        [] => "no one or two values explain it".to_owned(),
        literals => literals.iter().map(words).collect::<Vec<_>>().join(", and "),
    }
}

/// Returns the codes of warnings at a place in every case of a group.
fn codes_at(at: &str, members: &[&Judged<'_>]) -> BTreeSet<Code> {
    let of = |judged: &&Judged<'_>| -> BTreeSet<Code> {
        let here = judged.prediction.warnings.iter().filter(|fault| fault.at.starts_with(at));
        here.map(|fault| fault.code).collect()
    };
    members.iter().map(of).reduce(|one, other| &one & &other).unwrap_or_default()
}
