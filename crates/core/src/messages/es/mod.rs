//! Spanish as law offices in the United States write it, with "usted": the sentence patterns.
//! `case` has the messages about a case, and `names` the names of fields and words. Only forms show
//! Spanish; what only developers read is English.
//!
//! Nouns have their article, and nothing agrees with them in gender or number. Messages therefore
//! ask to write, choose or omit something instead of describing its state.

pub(crate) mod case;
pub(crate) mod files;
pub(crate) mod lifecycle;
pub(crate) mod names;

use crate::messages::catalogue::{Catalogue, Grammar, Labels};
use crate::messages::catalogue::{Noun, nouns};

pub(crate) static CATALOGUE: Catalogue = Catalogue {
    tag: "es",
    grammar: Grammar {
        enter: "Escriba {noun}",
        choose: "Elija {noun}",
        give: "Indique {noun}",
        say: "Indique {question}",
        answer: "la respuesta sobre {question}",
        because: ", porque {why}",
        invisible: "La respuesta tiene un carácter invisible, que suele venir con el texto copiado.",
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
        contractions: &[(" de el ", " del "), (" a el ", " al ")],
    },
    fields: &FIELDS,
    members: &MEMBERS,
    whys: names::WHYS,
};

static FIELDS: [Noun; names::FIELDS.len()] = nouns(names::FIELDS);
static MEMBERS: [Noun; names::MEMBERS.len()] = nouns(names::MEMBERS);

pub(crate) static LABELS: Labels = Labels { fields: names::FIELDS, members: names::MEMBERS, words: names::WORDS };
