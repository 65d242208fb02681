//! English: the sentence patterns. `case` has the messages about a case, and `names` the names of
//! fields, rules and words.

#[cfg(feature = "firm-rules")]
pub(crate) mod analysis;
pub(crate) mod case;
pub(crate) mod events;
pub(crate) mod files;
#[cfg(feature = "firm-rules")]
pub(crate) mod firm_rules;
pub(crate) mod lifecycle;
pub(crate) mod names;
pub(crate) mod records;
pub(crate) mod requests;
pub(crate) mod rules;

use crate::messages::catalogue::{Catalogue, Grammar, Labels};
use crate::messages::catalogue::{Noun, Why, nouns, whys};

pub(crate) static CATALOGUE: Catalogue = Catalogue {
    tag: "en",
    grammar: Grammar {
        enter: "Enter {noun}",
        choose: "Choose {noun}",
        give: "Enter {noun}",
        say: "Select {question}",
        answer: "the answer about {question}",
        because: ", because {why}",
        invisible: "The answer has an invisible character, which often comes with copied text.",
        or: " or ",
        and: " and ",
        owners: &[
            ("defendant_information", "the defendant's {member}"),
            ("vehicle_information", "the vehicle's {member}"),
            ("commercial_driver_information", "the driver's {member}"),
            ("insured_property_information", "the insured property's {member}"),
        ],
        day: "{month} {day}, {year}",
        months: [
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
        ],
        contractions: &[],
    },
    fields: &FIELDS,
    members: &MEMBERS,
    whys: &WHYS,
};

static FIELDS: [Noun; names::FIELDS.len()] = nouns(names::FIELDS);
static MEMBERS: [Noun; names::MEMBERS.len()] = nouns(names::MEMBERS);
static WHYS: [Why; names::RULES.len()] = whys(names::RULES);

pub(crate) static LABELS: Labels = Labels { fields: names::FIELDS, members: names::MEMBERS, words: names::WORDS };

/// The suggestion of a similar known word, for developers.
pub(crate) const MEAN: &str = " Did you mean {suggestion}?";
