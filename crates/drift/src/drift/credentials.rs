//! Judges which token a request was accepted with.

use crate::drift::report::{Finding, FindingKind};
use crate::drift::verdicts::{Verdict, verdict};
use crate::line::{Exchange, Line};
use casegate::context::Credential;
use casegate::requests::EndpointId;
use std::collections::BTreeSet;

/// The tokens of a recording, by number.
#[derive(Debug, Default)]
pub(crate) struct Credentials {
    masters: BTreeSet<usize>,
    users: BTreeSet<usize>,
    revoked: BTreeSet<usize>,
}

impl Credentials {
    /// Reads the kinds of tokens from the requests that were accepted with them.
    pub(crate) fn of(lines: &[Line]) -> Credentials {
        let mut credentials = Credentials::default();
        for line in lines {
            let Line::Exchange(exchange) = line else { continue };
            let id = exchange.endpoint.as_deref().and_then(EndpointId::from_name);
            let (Some(token), Some(endpoint)) = (exchange.credential, id.and_then(EndpointId::endpoint)) else {
                continue;
            };
            match endpoint.tokens {
                _ if verdict(exchange.status) != Verdict::Accepted => {}
                [Credential::Master] => _ = credentials.masters.insert(token),
                [Credential::User] => _ = credentials.users.insert(token),
                _ => {}
            }
        }
        credentials
    }

    /// Returns the kind of a request's token, if the recording shows it.
    pub(crate) fn kind(&self, exchange: &Exchange) -> Option<Credential> {
        let token = exchange.credential?;
        if self.masters.contains(&token) {
            return Some(Credential::Master);
        }
        self.users.contains(&token).then_some(Credential::User)
    }

    /// Judges the token of a request. The rulebook judges its kind.
    pub(crate) fn exchange(&mut self, line: usize, id: EndpointId, exchange: &Exchange) -> Option<Finding> {
        if verdict(exchange.status) != Verdict::Accepted {
            return None;
        }
        let finding = |message: &str| Finding::once(FindingKind::Token, id.name(), message.to_owned(), line);
        if !exchange.token {
            return Some(finding("accepted without a token"));
        }
        let mut is_new =
            |token| if id == EndpointId::Logout { self.revoked.insert(token) } else { !self.revoked.contains(&token) };
        let is_revoked = exchange.credential.is_some_and(|token| !is_new(token));
        is_revoked.then(|| finding("accepted with a token that was revoked"))
    }
}
