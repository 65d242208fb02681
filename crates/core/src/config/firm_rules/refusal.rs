//! The issues for invalid firm rules and waivers.

use crate::messages::en;
use crate::messages::parts::{FIRM_REFUSALS, FIRM_SYNTAX};
use crate::report::issue::Issue;
use crate::rulebook::codes::Code;
use crate::rulebook::params::{Param, Params};
use crate::rulebook::reasons::HouseRefusal;
use crate::text::json::pointer::Segment;

impl HouseRefusal {
    /// Creates the issue at a place. The parameters may contain a `suggestion`; the issue has the
    /// id of the rule.
    pub(crate) fn to_issue(self, rule: Option<&str>, path: Vec<Segment>, params: Params) -> Issue {
        let mut message = FIRM_REFUSALS.message(self, &params);
        if let Some(Param::Word(fault)) = params.get("fault") {
            let text = FIRM_SYNTAX.rows().iter().find(|(known, _)| known.name() == fault);
            message.push(' ');
            message.push_str(text.map_or("", |(_, text)| text));
        }
        message.push_str(&en::CATALOGUE.fill("{mean}", &params));
        let with_reason = Params::default().with("reason", Param::from(self.name())).and(params);
        Issue {
            rule: rule.map(|id| id.to_owned().into()),
            ..Issue::in_words(Code::HouseRefused, path, with_reason, message)
        }
    }
}
