//! English: messages about invalid firm rules and waivers.

use crate::rulebook::codes::Code;
use crate::rulebook::reasons::HouseRefusal;
use crate::rulebook::syntax_error::SyntaxError;

/// The messages besides the firm's own.
pub(crate) const FIRM_RULES: &[(Code, &str)] = &[
    (Code::WaiverExpired, "This waiver ended on {date} and no longer applies. Remove it, or give it a later date."),
    (Code::WaiverRaised, "The context raises this code above a warning, so this waiver does not apply."),
    (Code::HouseHint, "This is read literally. Did you mean: `{suggestion}`?"),
];

/// The text of each refusal.
pub(crate) const FIRM_REFUSALS: &[(HouseRefusal, &str)] = &[
    (HouseRefusal::SetExpected, "Use an object here."),
    (HouseRefusal::ListExpected, "Use an array here."),
    (HouseRefusal::TextExpected, "Use a string here that is not blank and has at most {limit} characters."),
    (HouseRefusal::AnswerExpected, "Use a boolean here."),
    (HouseRefusal::OnlyTrue, "Use true here, or remove the property."),
    (HouseRefusal::NumberExpected, "Use an integer from {least} to {limit} here."),
    (HouseRefusal::DayExpected, "Use a real date here, such as 2026-02-14."),
    (HouseRefusal::WordExpected, "Choose one of the documented words here."),
    (HouseRefusal::UnknownMember, "This property is unknown here. Check its spelling."),
    (HouseRefusal::MissingMember, "The property `{member}` is missing. Add it."),
    (HouseRefusal::OneTest, "Use exactly one test of one field here, or require or forbid the field."),
    (HouseRefusal::Empty, "This array is empty. Add an entry, or remove the property."),
    (HouseRefusal::TooMany, "At most {limit} are allowed here. Remove some."),
    (HouseRefusal::BadId, "Use at most {limit} lowercase letters, digits, dots, dashes and underscores."),
    (HouseRefusal::DuplicateId, "Another rule has this id. Use a different one."),
    (HouseRefusal::BookId, "The rulebook has a rule with this id. Start the id with the firm's name."),
    (
        HouseRefusal::UnknownField,
        "This field is unknown. Use its pointer, such as /policy_number or /defendant_information/city.",
    ),
    (HouseRefusal::UnreadField, "The service does not read this field. Choose another field."),
    (HouseRefusal::CaseTypeField, "Use the rule's property `product` instead of this field."),
    (HouseRefusal::ProductNeeded, "Only one product has this field. Set the rule's property `product` to {product}."),
    (HouseRefusal::OtherProduct, "The product of this rule does not have this field. Check the product."),
    (HouseRefusal::WrongTest, "This test does not work for this field. Use one of: {words}."),
    (HouseRefusal::NoTest, "This field can only be tested for presence."),
    (HouseRefusal::NoOpposite, "This test cannot be negated. Use the other answer."),
    (HouseRefusal::NonePasses, "No value passes this test. Forbid the field instead."),
    (
        HouseRefusal::UnknownWord,
        "This word is not in the field's list. Check its spelling, or add it to the words of the context.",
    ),
    (
        HouseRefusal::UnknownLabel,
        "This file label is unknown. Check its spelling, or add it to the words of the context.",
    ),
    (HouseRefusal::BadPattern, "A backslash is allowed only before *, ?, # or another backslash. Check the pattern."),
    (HouseRefusal::PairExpected, "Use an array of two values here: the lowest and the highest."),
    (HouseRefusal::ReversedRange, "The first value is greater than the last, so nothing passes. Swap them."),
    (HouseRefusal::BadExpression, "This regular expression cannot be read at character {position}."),
    (HouseRefusal::ExpressionTooLarge, "This regular expression is too large once expanded. Shorten it."),
    (HouseRefusal::TooDeep, "At most {limit} levels of `any`, `all` and `not` are allowed. Split the rule."),
    (HouseRefusal::SameField, "This field is listed twice. Use another field."),
    (HouseRefusal::FieldsUnlike, "The two fields have different types and cannot be compared. Choose another field."),
    (HouseRefusal::OneField, "List at least two fields here."),
    (HouseRefusal::NeverApplies, "These conditions contradict each other, so the rule never applies. Check them."),
    (
        HouseRefusal::NothingPasses,
        "No case can meet both this and {rule}, which always applies with this rule. Change one of them.",
    ),
    (
        HouseRefusal::ServiceAsks,
        "The service requires this field, so this rule would refuse every case. Remove the rule.",
    ),
    (HouseRefusal::BookSays, "The rulebook already requires this. Remove it."),
    (HouseRefusal::HouseSays, "The rule {rule} already requires this. Remove one of them."),
    (HouseRefusal::AllPasses, "Every value passes this test. Remove it."),
    (HouseRefusal::UnknownCode, "This code is unknown. Check its spelling."),
    (HouseRefusal::NotAWarning, "Only warnings can be waived, and this code is not a warning. Remove the waiver."),
    (HouseRefusal::UnknownRule, "The rulebook and the firm rules have no rule with this id. Check its spelling."),
];

/// The text of each syntax error.
pub(crate) const FIRM_SYNTAX: &[(SyntaxError, &str)] = &[
    (SyntaxError::Unclosed, "A bracket or brace is not closed."),
    (SyntaxError::Unopened, "A closing bracket has no opening bracket."),
    (SyntaxError::Repetition, "A repetition has nothing to repeat, or its numbers are wrong."),
    (SyntaxError::Class, "An item or a range of a character class is wrong."),
    (SyntaxError::Escape, "A backslash is followed by a character that it cannot escape."),
    (
        SyntaxError::Unsupported,
        "Look-around, backreferences, Unicode classes, operations on classes and the flag x are not supported.",
    ),
    (SyntaxError::Group, "The name or the flags of a group are wrong."),
    (SyntaxError::TooDeep, "It is nested too deeply."),
];
