//! Judges which token a request was accepted with.

use crate::drift::report::{Finding, FindingKind};
use crate::drift::verdicts::{Verdict, verdict};
use crate::line::{Exchange, Line};
use casegate::context::Credential;
use casegate::requests::EndpointId;
use std::collections::{BTreeMap, BTreeSet};

/// The tokens of a recording, by number.
#[derive(Debug, Default)]
pub(crate) struct Credentials {
    masters: BTreeSet<usize>,
    users: BTreeSet<usize>,
    revoked: BTreeSet<usize>,
    /// The last line at which each was accepted.
    last: BTreeMap<usize, usize>,
}

/// The usual status of a request without an accepted token.
const NOT_AUTHENTICATED: u16 = 401;

impl Credentials {
    /// Reads the kinds of tokens from the requests that were accepted with them.
    pub(crate) fn of(lines: &[Line]) -> Credentials {
        let mut credentials = Credentials::default();
        for (at, line) in lines.iter().enumerate() {
            let Line::Exchange(exchange) = line else { continue };
            let id = exchange.endpoint.as_deref().and_then(EndpointId::from_name);
            let (Some(token), Some(endpoint)) = (exchange.credential, id.and_then(EndpointId::endpoint)) else {
                continue;
            };
            if verdict(exchange.status) != Verdict::Accepted {
                continue;
            }
            credentials.last.insert(token, at + 1);
            match endpoint.tokens {
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
        let finding = |message: &str| Finding::once(FindingKind::Token, id.name(), message.to_owned(), line);
        let is_valid = |token| self.last.get(&token).is_some_and(|last| *last > line) && !self.revoked.contains(&token);
        if exchange.status == NOT_AUTHENTICATED && exchange.credential.is_some_and(is_valid) {
            return Some(finding("a token is refused that is accepted later"));
        }
        if verdict(exchange.status) != Verdict::Accepted {
            return None;
        }
        if !exchange.token {
            return Some(finding("accepted without a token"));
        }
        let mut is_new =
            |token| if id == EndpointId::Logout { self.revoked.insert(token) } else { !self.revoked.contains(&token) };
        let is_revoked = exchange.credential.is_some_and(|token| !is_new(token));
        is_revoked.then(|| finding("accepted with a token that was revoked"))
    }
}
