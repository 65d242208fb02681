//! The issues for invalid firm rules and waivers.

use crate::messages::{Language, en, es};
use crate::report::issue::Issue;
use crate::rulebook::codes::Code;
use crate::rulebook::params::{Param, Params};
use crate::rulebook::reasons::HouseRefusal;
use crate::text::json::pointer::Segment;

impl HouseRefusal {
    fn text(self, language: Language) -> &'static str {
        let texts = language.pick(en::house::REFUSALS, es::house::REFUSALS);
        texts.iter().find(|(known, _)| *known == self).map_or("", |(_, text)| text)
    }

    /// Creates the issue at a place. The parameters may contain a `suggestion`; the issue has the
    /// id of the rule.
    pub(crate) fn to_issue(self, language: Language, rule: Option<&str>, path: Vec<Segment>, params: Params) -> Issue {
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
        let with_reason = Params::default().with("reason", Param::from(self.name())).and(params);
        Issue {
            rule: rule.map(|id| id.to_owned().into()),
            ..Issue::in_words(Code::HouseRefused, path, with_reason, message)
        }
    }
}
