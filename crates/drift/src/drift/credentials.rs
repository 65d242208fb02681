//! Judges which token a request was accepted with.

use crate::drift::report::{Finding, FindingKind};
use crate::drift::verdicts::{Verdict, verdict};
use crate::line::Exchange;
use casegate::context::Credential;
use casegate::requests::EndpointId;
use std::collections::BTreeSet;

/// The tokens of a recording, by number.
#[derive(Debug, Default)]
pub(crate) struct Credentials {
    masters: BTreeSet<usize>,
    revoked: BTreeSet<usize>,
}

impl Credentials {
    /// Judges the token of a request.
    pub(crate) fn exchange(&mut self, line: usize, id: EndpointId, exchange: &Exchange) -> Option<Finding> {
        if verdict(exchange.status) != Verdict::Accepted {
            return None;
        }
        let finding = |message: &str| Finding::once(FindingKind::Token, id.name(), message.to_owned(), line);
        if !exchange.token {
            return Some(finding("accepted without a token"));
        }
        let token = exchange.credential?;
        if self.revoked.contains(&token) {
            return Some(finding("accepted with a token that was revoked"));
        }
        let takes_master = id.endpoint().is_some_and(|endpoint| endpoint.tokens.contains(&Credential::Master));
        if self.masters.contains(&token) && !takes_master {
            return Some(finding("accepted with a master token"));
        }
        match id {
            EndpointId::Login => _ = self.masters.insert(token),
            EndpointId::Logout => _ = self.revoked.insert(token),
            _ => {}
        }
        None
    }
}
