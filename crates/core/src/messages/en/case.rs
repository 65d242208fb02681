//! The messages about a case, by code.

use crate::messages::catalogue::MessageVariant;
use crate::messages::catalogue::MessageVariant::{Boolean, Element, Integer, List, ListOfOne, OnlyYes, Plain, Record};
use crate::rulebook::codes::Code;

pub(crate) const CASE: &[((Code, MessageVariant), &str)] = &[
    (
        (Code::NotJson, Plain),
        "The payload cannot be read as JSON. Check the brackets, commas and quotation marks around this position.",
    ),
    ((Code::LoneSurrogate, Plain), "The payload holds half of a character. Enter the text around it again."),
    ((Code::NotAnObject, Plain), "The payload must be one set of fields in curly brackets."),
    ((Code::TooLarge, Plain), "The payload must be at most {limit} bytes long. Shorten the longest texts."),
    (
        (Code::TooDeep, Plain),
        "The payload must be at most {limit} levels deep. Remove the levels that the service does not read.",
    ),
    ((Code::LegacySunset, Plain), "The legacy endpoints ended on {date}. Send the case to the create endpoint."),
    ((Code::LegacyDeprecated, Plain), "The legacy endpoints end on {date}. Send the case to the create endpoint."),
    ((Code::Required, Plain), "{ask}{because}."),
    ((Code::Required, OnlyYes), "{ask}{because}. The service takes only yes."),
    ((Code::WrongType, Plain), "{Noun} must be text in quotation marks."),
    ((Code::WrongType, Element), "Each word in {noun} must be text in quotation marks."),
    ((Code::WrongType, Boolean), "{Noun} must be true or false, without quotation marks."),
    ((Code::WrongType, Integer), "{Noun} must be a whole number without quotation marks."),
    ((Code::WrongType, List), "{Noun} must be a list of words in square brackets."),
    ((Code::WrongType, ListOfOne), "{Noun} must be a list of one word in square brackets."),
    ((Code::WrongType, Record), "{Noun} must be a set of fields in curly brackets."),
    ((Code::UnknownWord, Plain), "Choose {noun} from the service's list.{mean}"),
    ((Code::WrongLength, Plain), "Choose exactly one for {noun}."),
    (
        (Code::MixedFamilies, Plain),
        "Choose either commercial or personal coverage. The service does not take both in one case.",
    ),
    ((Code::NotADate, Plain), "{Noun} must be a real day written as year, month and day, such as 2026-02-14."),
    (
        (Code::DateTooOld, Plain),
        "{Noun} must be within the last {days} days. The service does not search for older losses.",
    ),
    ((Code::DateAfterToday, Plain), "{Noun} must be today or within the last {days} days. Check the year."),
    ((Code::Forbidden, Plain), "Remove {noun}{because}."),
    (
        (Code::MustBeTrue, Plain),
        "The service takes this case only when the answer is yes{because}. Check the answer, or choose other coverage.",
    ),
    ((Code::NotAUsdotNumber, Plain), "{Noun} must be made of digits, with at least one that is not zero."),
    ((Code::UnknownState, Plain), "{Noun} must be the two-letter code of a US state, such as GA."),
    ((Code::StateNotUpperCase, Plain), "Write {noun} in capital letters, such as GA."),
    ((Code::StateCase, Plain), "Write {noun} in capital letters, such as GA."),
    (
        (Code::RefusedCarrier, Plain),
        "The service does not research this insurance company. Choose another company or do not send the case.",
    ),
    (
        (Code::SimilarCarrier, Plain),
        "This insurance company resembles one that the service does not research. Check the name.",
    ),
    (
        (Code::PossibleCarrierFee, Plain),
        "This insurance company resembles one for which the service adds {fee_usd} US dollars. Check the name.",
    ),
    (
        (Code::UnlistedWord, Plain),
        "{Noun} may hold words that are not published, but this one is not known. Check its spelling.{mean}",
    ),
    (
        (Code::DateOnLastDay, Plain),
        "{Noun} is {days} days ago, the last day that the service takes. Send the case today.",
    ),
    ((Code::FutureDate, Plain), "{Noun} is in the future. Check the year."),
    ((Code::DateLongAgo, Plain), "{Noun} is more than 125 years ago. Check the year."),
    ((Code::NullValue, Plain), "Leave out {noun} when there is nothing to say: null is not documented here."),
    ((Code::UnknownField, Plain), "The service has no field of this name and may ignore it. Check its spelling.{mean}"),
    ((Code::OtherProduct, Plain), "The other product asks for {noun}. It has no effect here."),
    ((Code::ReadOnly, Plain), "Leave out {noun}. The service fills it in."),
    ((Code::DuplicateKey, Plain), "This field is given more than once, and only the last one counts. Keep one."),
    ((Code::Deprecated, Plain), "Leave out {noun}: the field is old and has no effect. Use {instead}."),
    ((Code::Removed, Plain), "Leave out {noun}: the service no longer has this field."),
    ((Code::Ignored, Plain), "Leave out {noun}: the service ignores this field."),
    ((Code::StringForm, Plain), "Give {noun} as a list of one word. The single word is an old form."),
    ((Code::Alias, Plain), "Give {instead} in the field {field}. This one is old and will go."),
    ((Code::AliasConflict, Plain), "This old field has another value than {field}, which counts. Remove this one."),
    (
        (Code::NotAnEmail, Plain),
        "{Noun} must be addresses such as name@example.com, with spaces and no commas between them. Check the ones that are not.",
    ),
    ((Code::DuplicateWord, Plain), "A word occurs twice in {noun}. Keep one."),
    ((Code::UnusualState, Plain), "{Noun} is the code of a territory or of the military. The service may not take it."),
    (
        (Code::FinancingNotEnrolled, Plain),
        "Paying through the financing partner is open only to enrolled accounts. Check that this account is enrolled.",
    ),
    (
        (Code::MasterToken, Plain),
        "The case is sent with a master token, which the service may keep to logging in. Use a user token.",
    ),
    ((Code::UsdotNumberUnused, Plain), "Nothing reads {noun}{because}. Leave it out."),
    (
        (Code::CaseTypeDisagrees, Plain),
        "The product is another than the one of the address that the case is sent to. The address decides.",
    ),
    ((Code::FindingsCapped, Plain), "There are more findings than the {limit} shown. Repair these first."),
];

/// Messages that name answers instead of JSON.
pub(crate) const CASE_IN_FORMS: &[((Code, MessageVariant), &str)] = &[
    ((Code::Required, OnlyYes), "{ask}{because}. If the answer is no, choose another type of coverage."),
    ((Code::NotADate, Plain), "Enter {noun} as MM/DD/YYYY, with a four-digit year."),
    ((Code::DateTooOld, Plain), "{Noun} must be within the last {days} days. We can't search older losses."),
    (
        (Code::MustBeTrue, Plain),
        "We can only take this case if the answer is yes{because}. Change this answer or choose another type of coverage.",
    ),
    ((Code::NotAUsdotNumber, Plain), "Enter {noun} using numbers only, such as 1234567."),
    ((Code::UnknownState, Plain), "Enter {noun} as a US state, such as GA."),
    ((Code::NotAnEmail, Plain), "Check {noun}. Each one must look like name@example.com."),
    ((Code::NotJson, Plain), "The answers arrived damaged. Load the page again and repeat the last step."),
    ((Code::LoneSurrogate, Plain), "An answer has half of a character. Enter it again."),
    ((Code::NotAnObject, Plain), "No answers arrived. Load the page again and repeat the last step."),
    ((Code::TooLarge, Plain), "The answers are too long in all. Shorten the longest texts."),
    ((Code::TooDeep, Plain), "The answers arrived damaged. Load the page again and repeat the last step."),
    ((Code::WrongType, Plain), "{ask}, as one answer."),
    ((Code::WrongType, Element), "Choose {noun} from the list."),
    ((Code::WrongType, Boolean), "{ask}: yes or no."),
    ((Code::WrongType, Integer), "{Noun} must be a whole number."),
    ((Code::WrongType, List), "Choose {noun} from the list."),
    ((Code::WrongType, ListOfOne), "Choose exactly one for {noun}."),
    ((Code::WrongType, Record), "{ask}."),
    ((Code::NullValue, Plain), "{Noun} was sent without an answer. Enter one if there is one."),
    ((Code::UnknownField, Plain), "The service has no field for this answer and may ignore it."),
    ((Code::DuplicateKey, Plain), "This question has more than one answer, and only the last one counts. Keep one."),
    ((Code::StringForm, Plain), "The form sent {noun} in an old way. Nothing needs to be done."),
    ((Code::Alias, Plain), "Answer the question for {instead}. This one is old."),
    (
        (Code::AliasConflict, Plain),
        "This old question has another answer than the one for {instead}, which counts. Clear this one.",
    ),
    ((Code::DuplicateWord, Plain), "An answer is selected twice in {noun}. Remove one."),
    ((Code::UnlistedWord, Plain), "An answer in {noun} is not known. Check its spelling.{mean}"),
];
