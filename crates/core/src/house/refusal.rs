//! Why a house rule or a waiver cannot be used.

use crate::issue::{Code, Issue, Param, Params, Segment};
use crate::messages::{Language, en, es};
use serde::Serialize;

/// Why a house rule or a waiver cannot be used: the parameter `reason` of [`Code::HouseRefused`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum HouseRefusal {
    /// A set of members in curly brackets stands here.
    SetExpected,
    /// A list stands here.
    ListExpected,
    /// A text that says something stands here.
    TextExpected,
    /// `true` or `false` stands here.
    AnswerExpected,
    /// `true` stands here, and nothing else.
    OnlyTrue,
    /// A whole number within limits stands here.
    NumberExpected,
    /// A real day stands here.
    DayExpected,
    /// One of a few words stands here.
    WordExpected,
    /// There is no such member.
    UnknownMember,
    /// A member is missing.
    MissingMember,
    /// A condition or demand says not exactly one thing.
    OneTest,
    /// A list says nothing.
    Empty,
    /// There are more than are taken.
    TooMany,
    /// An id has letters that no id has.
    BadId,
    /// Two rules have one id.
    DuplicateId,
    /// A rule of the book has the id.
    BookId,
    /// There is no such field.
    UnknownField,
    /// The service does not read the field.
    UnreadField,
    /// The product is said by the rule's own member.
    CaseTypeField,
    /// Only one product has the field, and the rule is for both.
    ProductNeeded,
    /// The rule's product lacks the field.
    OtherProduct,
    /// The field cannot be tested like this.
    WrongTest,
    /// Of the field only whether it is given can be asked.
    NoTest,
    /// The test has no opposite.
    NoOpposite,
    /// No value passes.
    NonePasses,
    /// The field's list has no such word.
    UnknownWord,
    /// No file has such a label.
    UnknownLabel,
    /// A backslash stands before a letter that it cannot.
    BadPattern,
    /// A list of a first and a last stands here.
    PairExpected,
    /// The first is greater than the last.
    ReversedRange,
    /// The regular expression cannot be read.
    BadExpression,
    /// The regular expression has too many parts.
    ExpressionTooLarge,
    /// Conditions stand too deep inside each other.
    TooDeep,
    /// The field is named twice.
    SameField,
    /// The two fields hold different kinds of values.
    FieldsUnlike,
    /// Only one field is named where there must be several.
    OneField,
    /// The conditions cannot be met together.
    NeverApplies,
    /// No value can meet the demands.
    NothingPasses,
    /// The service always asks for the field.
    ServiceAsks,
    /// The rulebook says it already.
    BookSays,
    /// Another house rule says it already.
    HouseSays,
    /// Every value passes.
    AllPasses,
    /// There is no such code.
    UnknownCode,
    /// The code is no warning.
    NotAWarning,
    /// There is no such rule.
    UnknownRule,
}

impl HouseRefusal {
    /// All of them.
    pub const ALL: [HouseRefusal; 45] = [
        HouseRefusal::SetExpected,
        HouseRefusal::ListExpected,
        HouseRefusal::TextExpected,
        HouseRefusal::AnswerExpected,
        HouseRefusal::OnlyTrue,
        HouseRefusal::NumberExpected,
        HouseRefusal::DayExpected,
        HouseRefusal::WordExpected,
        HouseRefusal::UnknownMember,
        HouseRefusal::MissingMember,
        HouseRefusal::OneTest,
        HouseRefusal::Empty,
        HouseRefusal::TooMany,
        HouseRefusal::BadId,
        HouseRefusal::DuplicateId,
        HouseRefusal::BookId,
        HouseRefusal::UnknownField,
        HouseRefusal::UnreadField,
        HouseRefusal::CaseTypeField,
        HouseRefusal::ProductNeeded,
        HouseRefusal::OtherProduct,
        HouseRefusal::WrongTest,
        HouseRefusal::NoTest,
        HouseRefusal::NoOpposite,
        HouseRefusal::NonePasses,
        HouseRefusal::UnknownWord,
        HouseRefusal::UnknownLabel,
        HouseRefusal::BadPattern,
        HouseRefusal::PairExpected,
        HouseRefusal::ReversedRange,
        HouseRefusal::BadExpression,
        HouseRefusal::ExpressionTooLarge,
        HouseRefusal::TooDeep,
        HouseRefusal::SameField,
        HouseRefusal::FieldsUnlike,
        HouseRefusal::OneField,
        HouseRefusal::NeverApplies,
        HouseRefusal::NothingPasses,
        HouseRefusal::ServiceAsks,
        HouseRefusal::BookSays,
        HouseRefusal::HouseSays,
        HouseRefusal::AllPasses,
        HouseRefusal::UnknownCode,
        HouseRefusal::NotAWarning,
        HouseRefusal::UnknownRule,
    ];

    /// The word in findings.
    ///
    /// ```
    /// assert_eq!(casegate::HouseRefusal::BookId.name(), "book_id");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            HouseRefusal::SetExpected => "set_expected",
            HouseRefusal::ListExpected => "list_expected",
            HouseRefusal::TextExpected => "text_expected",
            HouseRefusal::AnswerExpected => "answer_expected",
            HouseRefusal::OnlyTrue => "only_true",
            HouseRefusal::NumberExpected => "number_expected",
            HouseRefusal::DayExpected => "day_expected",
            HouseRefusal::WordExpected => "word_expected",
            HouseRefusal::UnknownMember => "unknown_member",
            HouseRefusal::MissingMember => "missing_member",
            HouseRefusal::OneTest => "one_test",
            HouseRefusal::Empty => "empty",
            HouseRefusal::TooMany => "too_many",
            HouseRefusal::BadId => "bad_id",
            HouseRefusal::DuplicateId => "duplicate_id",
            HouseRefusal::BookId => "book_id",
            HouseRefusal::UnknownField => "unknown_field",
            HouseRefusal::UnreadField => "unread_field",
            HouseRefusal::CaseTypeField => "case_type_field",
            HouseRefusal::ProductNeeded => "product_needed",
            HouseRefusal::OtherProduct => "other_product",
            HouseRefusal::WrongTest => "wrong_test",
            HouseRefusal::NoTest => "no_test",
            HouseRefusal::NoOpposite => "no_opposite",
            HouseRefusal::NonePasses => "none_passes",
            HouseRefusal::UnknownWord => "unknown_word",
            HouseRefusal::UnknownLabel => "unknown_label",
            HouseRefusal::BadPattern => "bad_pattern",
            HouseRefusal::PairExpected => "pair_expected",
            HouseRefusal::ReversedRange => "reversed_range",
            HouseRefusal::BadExpression => "bad_expression",
            HouseRefusal::ExpressionTooLarge => "expression_too_large",
            HouseRefusal::TooDeep => "too_deep",
            HouseRefusal::SameField => "same_field",
            HouseRefusal::FieldsUnlike => "fields_unlike",
            HouseRefusal::OneField => "one_field",
            HouseRefusal::NeverApplies => "never_applies",
            HouseRefusal::NothingPasses => "nothing_passes",
            HouseRefusal::ServiceAsks => "service_asks",
            HouseRefusal::BookSays => "book_says",
            HouseRefusal::HouseSays => "house_says",
            HouseRefusal::AllPasses => "all_passes",
            HouseRefusal::UnknownCode => "unknown_code",
            HouseRefusal::NotAWarning => "not_a_warning",
            HouseRefusal::UnknownRule => "unknown_rule",
        }
    }

    fn text(self, language: Language) -> &'static str {
        let texts = language.pick(en::house::REFUSALS, es::house::REFUSALS);
        texts.iter().find(|(known, _)| *known == self).map_or("", |(_, text)| text)
    }

    /// The finding at a place; the parameters may hold a `suggestion`, and the id of the rule goes with it.
    pub(super) fn told(self, language: Language, rule: Option<&str>, path: Vec<Segment>, params: Params) -> Issue {
        let mut message = language.catalogue().fill(self.text(language), &params);
        if let Some(Param::Word(fault)) = params.get("fault") {
            let faults = language.pick(en::house::SYNTAX, es::house::SYNTAX);
            let text = faults.iter().find(|(known, _)| known.name() == fault).map_or("", |(_, text)| text);
            message.push(' ');
            message.push_str(text);
        }
        if params.get("suggestion").is_some() {
            let mean = language.pick(" Did you mean {suggestion}?", " ¿Quiso decir {suggestion}?");
            message.push_str(&language.catalogue().fill(mean, &params));
        }
        let told = Params::default().with("reason", Param::from(self.name())).and(params);
        Issue { rule: rule.map(|id| id.to_owned().into()), ..Issue::in_words(Code::HouseRefused, path, told, message) }
    }
}
