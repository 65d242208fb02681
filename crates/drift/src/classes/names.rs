//! The published names and words of payloads, from the field tables.

use casegate::Product;
use casegate::fields::{COMMON, Field, Kind, POLICY_EXISTENCE, POLICY_LIMIT, Words};
use casegate::vocabulary::{COMMERCIAL_PREFIXES, PERSONAL_PREFIXES, WordList};

/// Returns the rows of both products, in the order of the tables.
pub(crate) fn fields() -> impl Iterator<Item = &'static Field> {
    COMMON.iter().chain(POLICY_LIMIT).chain(POLICY_EXISTENCE)
}

/// Returns the row of a field. Fields of the same name have the same classes.
pub(crate) fn field(name: &str) -> Option<&'static Field> {
    fields().find(|field| field.name == name)
}

/// Returns the row of a member.
pub(crate) fn member(kind: Kind, name: &str) -> Option<&'static Field> {
    kind.members().iter().find(|member| member.name == name)
}

/// Returns `true` if a rule compares the field with another: an alias and its current field.
pub(crate) fn is_compared(name: &str) -> bool {
    fields().any(|field| field.current_name().is_some_and(|current| current == name || field.name == name))
}

/// Returns the lists of a field's words, for both products.
pub(crate) fn lists(name: &str) -> Vec<&'static WordList> {
    let of = |words: Words| Product::ALL.map(|product| words.of(Some(product)));
    fields().filter(|field| field.name == name).filter_map(|field| field.kind.words()).flat_map(of).collect()
}

/// Returns the prefix of a word on which rules depend. Only words of a list with such prefixes have
/// one.
pub(crate) fn prefix(lists: &[&WordList], word: &str) -> &'static str {
    let prefixes = || COMMERCIAL_PREFIXES.iter().chain(PERSONAL_PREFIXES).copied();
    let mut words = lists.iter().flat_map(|list| list.words);
    let depends = words.any(|known| prefixes().any(|prefix| known.starts_with(prefix)));
    let found = prefixes().filter(|prefix| depends && word.starts_with(prefix)).max_by_key(|prefix| prefix.len());
    found.unwrap_or_default()
}
