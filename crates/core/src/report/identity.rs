//! What an issue depends on.

use crate::judge::{Detail, Finding, Judge, Order, Place};
use crate::report::{fix, is_hidden, suggestion, target};
use crate::rulebook::codes::Code;
use crate::rulebook::fields::Kind;
use crate::rulebook::informal::REWRITABLE;
use crate::rulebook::product::Product;
use std::borrow::Cow;

/// Elements of an array beyond these have issues that seldom recur.
const FIRST_ELEMENTS: usize = 8;
/// Longer names seldom recur.
const LONGEST_NAME: usize = 64;

/// What an issue depends on, besides the context. The expected type follows from the place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Identity<'p> {
    product: Option<Product>,
    /// It has the place and the rule.
    order: Order,
    code: Code,
    /// The number of the requirement in its row.
    then: Option<usize>,
    /// The name of an unknown key, or the suggestion for a word.
    word: Option<Cow<'p, str>>,
    /// Set only where the payload decides it.
    has_fix: bool,
    is_hidden: bool,
}

impl Identity<'_> {
    pub(crate) fn into_owned(self) -> Identity<'static> {
        Identity { word: self.word.map(|word| Cow::Owned(word.into_owned())), ..self }
    }
}

/// Returns nothing if the issue depends on more of the payload, such as a list of entries.
pub(crate) fn identity<'p>(judge: &Judge<'p>, finding: &Finding<'_>) -> Option<Identity<'p>> {
    let is_frequent = match (finding.place, &finding.detail) {
        // A firm's rules have no number in the order of an element, and the fix of an old name depends
        // on the current one.
        _ if finding.cause.is_some_and(|cause| cause.rule.firm().is_some()) => false,
        _ if finding.code == Code::Alias => false,
        (Place::Element(_, at), Detail::None | Detail::Expected(_) | Detail::Words(_)) => at < FIRST_ELEMENTS,
        (_, Detail::None | Detail::Few | Detail::Expected(_) | Detail::Words(_)) => true,
        _ => false,
    };
    let name = match finding.place {
        Place::Unknown(..) => target(judge, finding.place).text,
        _ => None,
    };
    if !is_frequent || name.is_some_and(|name| name.len() > LONGEST_NAME) {
        return None;
    }
    let suggestion = suggestion(judge, finding);
    let is_fix_variable = match finding.place {
        Place::Unknown(..) => true,
        _ if REWRITABLE.contains(&finding.code) => true,
        Place::Field(key) => finding.code == Code::WrongType && matches!(key.field().kind, Kind::WordArray(_)),
        _ => false,
    };
    Some(Identity {
        product: judge.case.product,
        order: finding.order,
        code: finding.code,
        then: finding.cause.map(|cause| cause.then),
        word: name.or(suggestion).map(Cow::Borrowed),
        has_fix: is_fix_variable && fix(judge, finding, suggestion).is_some(),
        is_hidden: is_hidden(judge, finding),
    })
}
