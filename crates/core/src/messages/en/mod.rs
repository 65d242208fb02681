//! English: messages here, the names of things in `names`.

pub(crate) mod events;
pub(crate) mod legacy;
mod names;
pub(crate) mod records;
pub(crate) mod requests;

pub(crate) use names::{FIELDS, MEMBERS, NO_FIELD, NO_RULE, RULES, WORDS, possessor};

use crate::issue::Code;

/// What a message is written from.
#[derive(Debug)]
pub(crate) struct Told<'w> {
    pub(crate) code: Code,
    /// "Enter the policyholder's name".
    pub(crate) ask: &'w str,
    /// "the policyholder's name".
    pub(crate) noun: &'w str,
    /// The kind of value that is wanted, for [`Code::WrongType`].
    pub(crate) expected: &'w str,
    /// "the policyholder is not the defendant".
    pub(crate) why: Option<&'w str>,
    pub(crate) number: u64,
    pub(crate) suggestion: Option<&'w str>,
    pub(crate) is_question: bool,
    pub(crate) is_element: bool,
    /// Only yes is accepted.
    pub(crate) must_be: bool,
}

/// Writes a message.
pub(crate) fn message(told: &Told<'_>) -> String {
    let Told { ask, noun, why, number, .. } = told;
    let because = why.map(|why| format!(", because {why}")).unwrap_or_default();
    let noun_first = capital(noun);
    let mean = told.suggestion.map(|word| format!(" Did you mean {word}?")).unwrap_or_default();
    match told.code {
        Code::NotJson => "The payload cannot be read as JSON. Check the brackets, commas and quotation marks around this position.".to_owned(),
        Code::LoneSurrogate => "The payload holds half of a character. Enter the text around it again.".to_owned(),
Code::NotAnObject => "The payload must be one set of fields in curly brackets.".to_owned(),
        Code::TooLarge => format!("The payload must be at most {number} bytes long. Shorten the longest texts."),
        Code::TooDeep => format!("The payload must be at most {number} levels deep. Remove the levels that the service does not read."),
        Code::LegacySunset => "The legacy endpoints ended on November 11, 2026. Send the case to the create endpoint.".to_owned(),
        Code::LegacyDeprecated => "The legacy endpoints end on November 11, 2026. Send the case to the create endpoint.".to_owned(),
        Code::Required if told.must_be => format!("{ask}{because}. The service takes only yes."),
        Code::Required => format!("{ask}{because}."),
        Code::WrongType => match told.expected {
            "string" => if told.is_element { format!("Each word in {noun} must be text in quotation marks.") } else { format!("{noun_first} must be text in quotation marks.") },
            "boolean" => format!("{ask}: write true or false without quotation marks."),
            "integer" => format!("{noun_first} must be a whole number without quotation marks."),
            "array_of_strings" => format!("{noun_first} must be a list of words in square brackets."),
            "string_or_array" => format!("{noun_first} must be a list of one word in square brackets."),
            _ => format!("{noun_first} must be a set of fields in curly brackets."),
        },
        Code::UnknownWord => format!("Choose {noun} from the service's list.{mean}"),
        Code::WrongLength => format!("Choose exactly one for {noun}."),
        Code::MixedFamilies => "Choose either commercial or personal coverage. The service does not take both in one case.".to_owned(),
        Code::NotADate => format!("{noun_first} must be a real day written as year, month and day, such as 2026-02-14."),
        Code::DateTooOld => format!("{noun_first} must be within the last {number} days. The service does not search for older losses."),
        Code::DateAfterToday => format!("{noun_first} must be today or within the last {number} days. Check the year."),
        Code::Forbidden => format!("Remove {noun}{because}."),
        Code::MustBeTrue if told.is_question => format!("The service takes this case only when the answer is yes{because}. Check the answer, or choose other coverage."),
        Code::MustBeTrue => format!("The service takes only yes here{because}."),
        Code::NotAUsdotNumber => format!("{noun_first} must be made of digits, with at least one that is not zero."),
        Code::UnknownState => format!("{noun_first} must be the two-letter code of a US state, such as GA."),
        Code::StateNotUpperCase | Code::StateCase => format!("Write {noun} in capital letters, such as GA."),
        Code::RefusedCarrier => "The service does not research this insurance company. Choose another company or do not send the case.".to_owned(),
        Code::SimilarCarrier => "This insurance company resembles one that the service does not research. Check the name.".to_owned(),
        Code::UnlistedWord => format!("{noun_first} may hold words that are not published, but this one is not known. Check its spelling.{mean}"),
        Code::DateOnLastDay => format!("{noun_first} is {number} days ago, the last day that the service takes. Send the case today."),
        Code::FutureDate => format!("{noun_first} lies after today. Check the year."),
        Code::NullValue => format!("Leave out {noun} when there is nothing to say: null is not documented here."),
        Code::UnknownField => format!("The service has no field of this name and may ignore it. Check its spelling.{mean}"),
        Code::OtherProduct => format!("The other product asks for {noun}. It has no effect here."),
        Code::ReadOnly => format!("Leave out {noun}. The service fills it in."),
        Code::DuplicateKey => "This field is given more than once, and only the last one counts. Keep one.".to_owned(),
        Code::Deprecated => format!("Leave out {noun}: the field is old and has no effect. Use the defendant's first and last name."),
        Code::Ignored => format!("Leave out {noun}: the service ignores this field."),
        Code::StringForm => format!("Give {noun} as a list of one word. The single word is an old form."),
        Code::Alias => "Give the insurance company in the field insurance_company. This one is old and will go.".to_owned(),
        Code::AliasConflict => "This old field names another insurance company than insurance_company, which counts. Remove this one.".to_owned(),
        Code::NotAnEmail => format!("{noun_first} must be addresses such as name@example.com with spaces between them. Check the ones that are not."),
        Code::DuplicateWord => format!("A word stands twice in {noun}. Keep one."),
        Code::UnusualState => format!("{noun_first} is the code of a territory or of the military. The service may not take it."),
        Code::FinancingNotEnrolled => "Paying through the financing partner is open only to enrolled accounts. Check that this account is enrolled.".to_owned(),
        Code::MasterToken => "The case is sent with a master token, which the service may keep to logging in. Use a user token.".to_owned(),
        Code::UsdotNumberUnused => format!("Nothing reads {noun}{because}. Leave it out."),
        Code::CaseTypeDisagrees => "The product is another than the one of the address that the case is sent to. The address decides.".to_owned(),
        Code::FindingsCapped => format!("There are more findings than the {number} shown. Repair these first."),
        // The other parts have tables of their own; a test sees that every code has its words.
        _ => String::new(),
    }
}

/// The noun at the start of a sentence.
fn capital(noun: &str) -> String {
    let mut letters = noun.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}
