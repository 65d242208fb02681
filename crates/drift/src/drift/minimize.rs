//! The smallest part of a case that still gets a finding.

use crate::classes::{Class, Entry, Profile};
use crate::drift::predict::{Fault, faults};
use crate::line::Exchange;
use casegate::Settings;
use casegate::requests::EndpointId;
use std::collections::BTreeMap;

/// Removes members while the rulebook still reports the fault, and returns the rest by pointer.
pub(crate) fn smallest(
    profile: &Profile,
    fault: &Fault,
    endpoint: EndpointId,
    exchange: &Exchange,
    settings: &Settings,
) -> BTreeMap<String, Class> {
    let Profile::Fields(entries) = profile else { return BTreeMap::new() };
    let still =
        |entries: &[Entry]| faults(&Profile::Fields(entries.to_vec()), endpoint, exchange, settings).contains(fault);
    let mut kept = entries.clone();
    for at in (0..kept.len()).rev() {
        let mut fewer = kept.clone();
        let removed = fewer.remove(at);
        if still(&fewer) {
            kept = fewer;
            continue;
        }
        let Class::Record(mut members) = removed.is else { continue };
        for number in (0..members.len()).rev() {
            let mut less = members.clone();
            less.remove(number);
            let mut fewer = kept.clone();
            if let Some(entry) = fewer.get_mut(at) {
                entry.is = Class::Record(less.clone());
            }
            if still(&fewer) {
                (kept, members) = (fewer, less);
            }
        }
    }
    let mut places = BTreeMap::new();
    for entry in kept {
        let at = format!("/{}", entry.key);
        match entry.is {
            Class::Record(members) if !members.is_empty() => {
                places.extend(members.into_iter().map(|member| (format!("{at}/{}", member.key), member.is)));
            }
            class => drop(places.insert(at, class)),
        }
    }
    places
}
