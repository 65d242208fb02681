//! Statements about a case that may explain a refusal.

use crate::classes::names::{fields, member};
use crate::classes::{Class, Entry, Profile};
use crate::drift::predict::{Fault, is_unconfirmed};
use casegate::Code;
use casegate::fields::Kind;
use std::collections::BTreeSet;

/// A statement about a case. The order prefers the more general explanation.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Literal {
    /// The rulebook warns with this code, anywhere.
    Warning(Code),
    /// The rulebook warns with this code at a place.
    WarningAt(Code, String),
    /// A list has this word.
    Contains(String, String),
    /// A value has this class, in words.
    Is(String, String),
    /// A value is set.
    Set(String),
    /// There is no such member, or it counts as not set.
    Unset(String),
}

/// Returns all statements that are true of a case.
pub(crate) fn literals(profile: &Profile, warnings: &[Fault]) -> BTreeSet<Literal> {
    let mut all = BTreeSet::new();
    for warning in warnings {
        all.insert(Literal::Warning(warning.code));
        all.insert(Literal::WarningAt(warning.code, warning.at.clone()));
    }
    let mut set = BTreeSet::new();
    collect(profile.entries(), "", &mut all, &mut set);
    for field in fields() {
        let at = format!("/{}", field.name);
        if !set.contains(&at) {
            all.insert(Literal::Unset(at.clone()));
        }
        if set.contains(&at) && matches!(field.kind, Kind::Record(_)) {
            let members = field.kind.members().iter().map(|member| format!("{at}/{}", member.name));
            all.extend(members.filter(|at| !set.contains(at)).map(Literal::Unset));
        }
    }
    all
}

fn collect(entries: &[Entry], parent: &str, all: &mut BTreeSet<Literal>, set: &mut BTreeSet<String>) {
    for entry in entries {
        let at = format!("{parent}/{}", entry.key);
        if !entry.is.is_unset() {
            set.insert(at.clone());
            all.insert(Literal::Set(at.clone()));
        }
        all.insert(Literal::Is(at.clone(), entry.is.words()));
        match &entry.is {
            Class::Record(members) => collect(members, &at, all, set),
            Class::List(elements) => {
                for element in elements {
                    let words = if is_unconfirmed(element) { "an unlisted word".to_owned() } else { element.words() };
                    all.insert(Literal::Contains(at.clone(), words));
                    all.insert(Literal::Contains(at.clone(), element.words()));
                }
            }
            word if is_unconfirmed(word) => {
                all.insert(Literal::Is(at.clone(), "an unlisted word".to_owned()));
            }
            _ => {}
        }
    }
}

impl Literal {
    /// Returns the place and the class in words.
    pub(crate) fn place(&self) -> Option<(String, String)> {
        match self {
            Literal::Warning(_) => None,
            Literal::WarningAt(code, at) => Some((at.clone(), format!("a value with the warning {code}"))),
            Literal::Contains(at, word) => Some((at.clone(), format!("a list with {word}"))),
            Literal::Is(at, words) => Some((at.clone(), words.clone())),
            Literal::Set(at) => Some((at.clone(), "set".to_owned())),
            Literal::Unset(at) => Some((at.clone(), "not set".to_owned())),
        }
    }

    /// Returns the code of a warning.
    pub(crate) fn code(&self) -> Option<Code> {
        match self {
            Literal::Warning(code) | Literal::WarningAt(code, _) => Some(*code),
            _ => None,
        }
    }
}

/// Returns `true` if a pointer is one of the field tables.
pub(crate) fn is_published(at: &str) -> bool {
    let mut steps = at.split('/').skip(1);
    let field = steps.next().and_then(crate::classes::names::field);
    match (field, steps.next()) {
        (Some(_), None) => true,
        (Some(field), Some(name)) => member(field.kind, name).is_some(),
        (None, _) => false,
    }
}
