//! Spanish as law offices in the United States write it, with "usted": the sentence patterns.
//! `case` has the messages about a case, and `names` the names of fields, rules and words.
//!
//! Nouns have their article, and nothing agrees with them in gender or number. Messages therefore
//! ask to write, choose or omit something instead of describing its state.

#[cfg(feature = "analysis")]
pub(crate) mod analysis;
pub(crate) mod case;
pub(crate) mod events;
pub(crate) mod files;
#[cfg(feature = "house")]
pub(crate) mod house;
pub(crate) mod legacy;
pub(crate) mod lifecycle;
pub(crate) mod names;
pub(crate) mod records;
pub(crate) mod requests;
pub(crate) mod rules;

use crate::messages::catalogue::{Catalogue, Grammar, Labels};
use crate::messages::catalogue::{Noun, Why, nouns, whys};

pub(crate) static CATALOGUE: Catalogue = Catalogue {
    tag: "es",
    grammar: Grammar {
        enter: "Escriba {noun}",
        choose: "Elija {noun}",
        give: "Indique {noun}",
        say: "Indique {question}",
        answer: "la respuesta sobre {question}",
        because: ", ya que {why}",
        mean: " ¿Quiso decir {suggestion}?",
        or: " o ",
        and: " y ",
        owners: &[
            ("defendant_information", "{member} del demandado"),
            ("vehicle_information", "{member} del vehículo"),
            ("commercial_driver_information", "{member} del conductor"),
            ("insured_property_information", "{member} del inmueble asegurado"),
        ],
        day: "{day} de {month} de {year}",
        months: [
            "enero",
            "febrero",
            "marzo",
            "abril",
            "mayo",
            "junio",
            "julio",
            "agosto",
            "septiembre",
            "octubre",
            "noviembre",
            "diciembre",
        ],
        until_version: "Desaparece en la versión {version}.",
        until_day: "Termina el {date}.",
        until_unnamed: "Desaparecerá en una versión posterior que no se ha anunciado.",
        until_unannounced: "Es una forma antigua, y no se ha anunciado que vaya a desaparecer.",
        string_form: "También se acepta un solo texto en su lugar.",
        contractions: &[(" de el ", " del "), (" a el ", " al ")],
    },
    fields: &FIELDS,
    members: &MEMBERS,
    whys: &WHYS,
};

static FIELDS: [Noun; names::FIELDS.len()] = nouns(names::FIELDS);
static MEMBERS: [Noun; names::MEMBERS.len()] = nouns(names::MEMBERS);
static WHYS: [Why; names::RULES.len()] = whys(names::RULES);

pub(crate) static LABELS: Labels =
    Labels { fields: names::FIELDS, members: names::MEMBERS, words: names::WORDS, rules: names::RULES };
