//! The types of the endpoint table.

use crate::rulebook::lifetime::LEGACY_SUNSET;
use crate::rulebook::product::Product;
use crate::rulebook::surface::Credential;
use crate::rulebook::tokens::tokens;
use crate::rulebook::vocabulary::WordList;
use crate::text::date::Date;
use serde::Serialize;

/// The prefix of most paths (`PATH-partner-prefix`).
pub const PARTNER_PREFIX: &str = "/api/v1/partner";

tokens! {
    /// An endpoint.
    EndpointId, "endpoint" {
        /// Lists cases.
        List "list",
        /// Creates a case and submits it with its files.
        Create "create",
        /// Returns the detail of a case.
        Detail "detail",
        /// Returns the results of a case.
        Results "results",
        /// Returns the latest offer of additional policies.
        Offers "offers",
        /// Accepts upgrades of an offer.
        Accept "accept",
        /// Replies to the open request for information.
        Respond "respond",
        /// Appends a file to a case.
        Append "append",
        /// Cancels a case.
        Cancel "cancel",
        /// Exchanges the master token for a user token.
        Login "login",
        /// Revokes the token of the request.
        Logout "logout",
        /// Verifies the authentication.
        Ping "ping",
        /// Step 1 of the legacy flow for Policy Existence.
        LegacyCreateExistence "legacy_create_pe",
        /// Step 1 of the legacy flow for Policy Limit.
        LegacyCreateLimit "legacy_create_pl",
        /// Step 2 of the legacy flow.
        LegacyUpload "legacy_upload",
        /// Step 3 of the legacy flow.
        LegacyReady "legacy_ready",
    }
}

tokens! {
    /// An HTTP method that an endpoint uses.
    Method, "method" {
        /// Reads a resource.
        Get "GET",
        /// Submits data.
        Post "POST",
        /// Replaces a resource.
        Put "PUT",
    }
}

/// The relation of a route to [`PARTNER_PREFIX`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prefix {
    /// The route is below the prefix.
    Partner,
    /// The route contains its own prefix.
    Own,
    /// The specification leaves the prefix open. The library writes it, and recognizes the path
    /// without it too.
    OpenPartner,
    /// The specification leaves the prefix open. The library does not write it, and recognizes the
    /// path with it too.
    OpenBase,
}

/// The type of a request's body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Body {
    /// No body.
    None,
    /// A JSON object with the members.
    Json,
    /// `multipart/form-data` with the members as parts.
    Multipart,
    /// A JSON object with the case fields.
    CaseFields,
    /// The members are published, but their encoding is not. This library writes JSON.
    Unstated,
}

/// The type of a request member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MemberKind {
    /// A string.
    Text,
    /// The case as JSON text.
    Case,
    /// A file.
    File,
    /// The label of a file.
    Label,
    /// Integer ids.
    Ids,
}

/// A query parameter, a member of a JSON body, or a part of a multipart body.
#[derive(Debug)]
#[non_exhaustive]
pub struct Member {
    /// The name of the member.
    pub name: &'static str,
    /// The type of the value.
    pub kind: MemberKind,
    /// `true` if the member is required.
    pub required: bool,
    /// `true` if the member may occur more than once.
    pub repeats: bool,
    /// The values that the member may have, if they are restricted to a list.
    pub words: Option<&'static WordList>,
    /// The value that applies if the member is absent.
    pub default: Option<&'static str>,
    /// The specification statement that defines the member.
    pub requirement_id: &'static str,
}

/// The effect of repeating a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Retry {
    /// A repeat is safe.
    Safe,
    /// A repeat is refused. The refusal means that the first request arrived.
    Refused,
    /// The specification does not define the effect.
    Unpublished,
}

/// An endpoint.
#[derive(Debug)]
#[non_exhaustive]
pub struct Endpoint {
    /// The endpoint's id in this library.
    pub id: EndpointId,
    /// The HTTP method.
    pub method: Method,
    /// The relation of the route to the prefix.
    pub prefix: Prefix,
    /// The route with parameters in braces and the documented slashes. See [`Endpoint::template`]
    /// for the whole path.
    pub route: &'static str,
    /// The kinds of token that the endpoint accepts.
    pub tokens: &'static [Credential],
    /// The type of the body.
    pub body: Body,
    /// The query parameters.
    pub query: &'static [Member],
    /// The members of the body.
    pub members: &'static [Member],
    /// The HTTP status of success, if it is published.
    pub status: Option<u16>,
    /// The name of the response record, if it is published.
    pub response: Option<&'static str>,
    /// The effect of repeating the request.
    pub retry: Retry,
    /// The product, if the path selects one.
    pub product: Option<Product>,
    /// `true` if the endpoint belongs to the legacy flow, which is deprecated and ends on the
    /// [`Endpoint::sunset`] date.
    pub legacy: bool,
    /// The specification statement that defines the endpoint.
    pub requirement_id: &'static str,
}

impl Endpoint {
    /// The first day on which the endpoint is no longer available, if one is set.
    pub fn sunset(&self) -> Option<Date> {
        self.legacy.then_some(LEGACY_SUNSET)
    }
}
