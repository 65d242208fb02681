//! English: messages about invalid firm rules and waivers, and sentences about firm rules.

use crate::rulebook::codes::Code;
use crate::rulebook::reasons::HouseRefusal;
use crate::rulebook::syntax_error::SyntaxError;

/// The messages besides the firm's own.
pub(crate) const HOUSE: &[(Code, &str)] = &[
    (
        Code::WaiverExpired,
        "This waiver ended on {date}, so that it sets nothing aside any more. Take it out, or give it a later day.",
    ),
    (Code::WaiverRaised, "The context raises this code, so that it is no warning and this waiver sets nothing aside."),
    (Code::HouseHint, "This value is read letter by letter. Did you mean {suggestion}?"),
];

/// The text of each refusal.
pub(crate) const REFUSALS: &[(HouseRefusal, &str)] = &[
    (HouseRefusal::SetExpected, "Give a set of members in curly brackets here."),
    (HouseRefusal::ListExpected, "Give a list in square brackets here."),
    (HouseRefusal::TextExpected, "Give a text here that says something, with at most {limit} characters."),
    (HouseRefusal::AnswerExpected, "Give true or false here."),
    (HouseRefusal::OnlyTrue, "Give true here, or leave the member out."),
    (HouseRefusal::NumberExpected, "Give a whole number from {least} to {limit} here."),
    (HouseRefusal::DayExpected, "Give a real day here, written as year, month and day, such as 2026-02-14."),
    (HouseRefusal::WordExpected, "This word is not allowed here. Choose one of the documented words."),
    (HouseRefusal::UnknownMember, "There is no member of this name here. Check its spelling."),
    (HouseRefusal::MissingMember, "Add the member that is missing here: {member}."),
    (HouseRefusal::OneTest, "Say exactly one thing here: one test of one field, or that it must or must not be given."),
    (HouseRefusal::Empty, "This list is empty and has no effect. Add to it, or leave the member out."),
    (HouseRefusal::TooMany, "At most {limit} are allowed here. Remove some."),
    (
        HouseRefusal::BadId,
        "Write an id in small letters, digits, dots, dashes and underscores, with at most {limit} characters.",
    ),
    (HouseRefusal::DuplicateId, "Another rule has this id. Give each its own."),
    (HouseRefusal::BookId, "A rule of the rulebook has this id. Put the firm's name in front."),
    (
        HouseRefusal::UnknownField,
        "There is no such field. Name it by its pointer, such as /policy_number or /defendant_information/city.",
    ),
    (
        HouseRefusal::UnreadField,
        "The service does not read this field, so that a rule about it has no effect. Choose another.",
    ),
    (HouseRefusal::CaseTypeField, "Say the product with the rule's member product, not with this field."),
    (HouseRefusal::ProductNeeded, "Only one product has this field. Give the rule the member product with {product}."),
    (
        HouseRefusal::OtherProduct,
        "The product of this rule has no such field, so that the rule never applies. Check the product.",
    ),
    (HouseRefusal::WrongTest, "This field cannot be tested like this. It takes: {words}."),
    (HouseRefusal::NoTest, "Nothing can be asked of this field but whether it is given."),
    (HouseRefusal::NoOpposite, "This has no opposite. Say the other answer or another day."),
    (HouseRefusal::NonePasses, "Nothing passes this. Say that the field must not be given."),
    (
        HouseRefusal::UnknownWord,
        "The list of this field has no such word. Check its spelling, or add it to the words of the context.",
    ),
    (
        HouseRefusal::UnknownLabel,
        "No file has such a label. Check its spelling, or add it to the words of the context.",
    ),
    (HouseRefusal::BadPattern, "A backslash is allowed only before *, ?, # or another one. Check the pattern."),
    (HouseRefusal::PairExpected, "Give a list of two here: the first and the last that pass."),
    (
        HouseRefusal::ReversedRange,
        "The first is greater than the last, so that nothing passes. Put them the other way round.",
    ),
    (HouseRefusal::BadExpression, "This regular expression cannot be read at character {position}."),
    (
        HouseRefusal::ExpressionTooLarge,
        "This regular expression is too large once its repetitions are written out. Make it shorter.",
    ),
    (HouseRefusal::TooDeep, "At most {limit} levels of any, all and not are allowed. Split it into two rules."),
    (HouseRefusal::SameField, "This field is named already. Name another one."),
    (
        HouseRefusal::FieldsUnlike,
        "The two fields hold different kinds of values, so that they cannot be compared. Choose another field.",
    ),
    (HouseRefusal::OneField, "Name at least two fields here."),
    (
        HouseRefusal::NeverApplies,
        "These conditions can never be met together, so that the rule never applies. Check them.",
    ),
    (
        HouseRefusal::NothingPasses,
        "Nothing can meet this together with {rule}, which applies whenever this rule does. Change one of them.",
    ),
    (
        HouseRefusal::ServiceAsks,
        "The service always asks for this field, so that no case could be sent. Take the demand out.",
    ),
    (HouseRefusal::BookSays, "The rulebook says this already. Take it out."),
    (HouseRefusal::HouseSays, "The rule {rule} says this already. Take one of them out."),
    (HouseRefusal::AllPasses, "Every value passes this, so that it says nothing. Take it out."),
    (HouseRefusal::UnknownCode, "There is no such code of a finding. Check its spelling."),
    (HouseRefusal::NotAWarning, "Only warnings can be set aside, and this code is none. Take the waiver out."),
    (HouseRefusal::UnknownRule, "There is no such rule in the rulebook or among the house rules. Check its spelling."),
];

/// The text of each syntax error.
pub(crate) const SYNTAX: &[(SyntaxError, &str)] = &[
    (SyntaxError::Unclosed, "A bracket or brace is not closed."),
    (SyntaxError::Unopened, "A bracket closes nothing that is open."),
    (SyntaxError::Repetition, "A repetition has nothing to repeat, or its numbers are wrong."),
    (SyntaxError::Class, "An item or a range in square brackets is wrong."),
    (SyntaxError::Escape, "A backslash is before something that has no meaning after it."),
    (
        SyntaxError::Unsupported,
        "Look-around, backreferences, Unicode classes, operations on classes and the flag x are not supported.",
    ),
    (SyntaxError::Group, "The name or the flags of a group are wrong."),
    (SyntaxError::TooDeep, "It is nested too deeply."),
];

/// Conditions and requirements of firm rules, by their operator.
pub(crate) const SENTENCES: &[(&str, &str)] = &[
    ("required", "{what} must be given"),
    ("forbidden", "{what} must not be given"),
    ("one_of_fields", "one of these must be given: {what}"),
    ("holds", "where it is given, {what}"),
    ("any", "at least one of these is so: {what}"),
    ("all", "all of these are so: {what}"),
    ("not", "this is not so: {what}"),
    ("set_true", "{field} is given"),
    ("set_false", "{field} is not given"),
    ("is_true", "the answer to {field} is yes"),
    ("is_false", "the answer to {field} is no"),
    ("one_of", "{field} is one of: {words}"),
    ("not_one_of", "{field} is none of: {words}"),
    ("one_of_single", "{field} is {words}"),
    ("not_one_of_single", "{field} is not {words}"),
    ("starts_with", "{field} starts with one of: {words}"),
    ("not_starts_with", "{field} starts with none of: {words}"),
    ("starts_with_single", "{field} starts with {words}"),
    ("not_starts_with_single", "{field} does not start with {words}"),
    ("contains", "{field} contains {words}"),
    ("not_contains", "{field} does not contain {words}"),
    ("like", "the whole of {field} fits the pattern {pattern}"),
    ("not_like", "{field} does not fit the pattern {pattern}"),
    ("matches", "the whole of {field} fits the regular expression {pattern}"),
    ("not_matches", "{field} does not fit the regular expression {pattern}"),
    ("at_most_characters", "{field} has at most {limit} characters"),
    ("at_least", "{field} is at least {least}"),
    ("at_most", "{field} is at most {most}"),
    ("between", "{field} is from {least} to {most}"),
    ("count_at_least", "{field} has at least {least} entries"),
    ("count_at_most", "{field} has at most {most} entries"),
    ("count_between", "{field} has from {least} to {most} entries"),
    ("not_before", "{field} is {date} or later"),
    ("not_after", "{field} is {date} or earlier"),
    ("between_days", "{field} is a day from {first} to {last}"),
    ("within_days", "{field} is today or at most {days} days before"),
    ("not_after_today", "{field} is not after today"),
    ("weekday", "{field} falls on one of: {words}"),
    ("not_weekday", "{field} falls on none of: {words}"),
    ("weekday_single", "{field} falls on a {words}"),
    ("not_weekday_single", "{field} does not fall on a {words}"),
    ("equals_field", "{field} is the same as {other}"),
    ("not_equals_field", "{field} is not the same as {other}"),
    ("at_least_field", "{field} is a number of at least {other}"),
    ("at_most_field", "{field} is a number of at most {other}"),
    ("not_before_field", "{field} is not before {other}"),
    ("not_after_field", "{field} is not after {other}"),
    ("days_after_at_least", "{field} is at least {least} days after {other}"),
    ("days_after_between", "{field} is from {least} to {most} days after {other}"),
    ("labeled", " labeled {label}"),
    ("file", "a file{what} must be sent along"),
    ("no_file", "no file{what} may be sent along"),
    ("files_at_least", "the number of files{what} must be at least {least}"),
    ("files_at_most", "the number of files{what} must be at most {most}"),
    ("files_between", "the number of files{what} must be from {least} to {most}"),
];

/// The days of the week.
pub(crate) const WEEKDAYS: &[&str; 7] = &["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
