//! What the rows of the endpoint table are made of.

use crate::rulebook::lifetime::LEGACY_SUNSET;
use crate::rulebook::product::Product;
use crate::rulebook::surface::Credential;
use crate::rulebook::tokens::tokens;
use crate::rulebook::vocabulary::WordList;
use crate::text::date::Date;
use serde::Serialize;

/// What most paths begin with (`PATH-partner-prefix`).
pub const PARTNER_PREFIX: &str = "/api/v1/partner";

tokens! {
    /// An endpoint.
    EndpointId {
        /// Lists cases.
        List "list",
        /// Creates a case and submits it with its files.
        Create "create",
        /// Tells how a case stands.
        Detail "detail",
        /// Gives the results of a case.
        Results "results",
        /// Gives the latest offer of additional policies.
        Offers "offers",
        /// Accepts upgrades of an offer.
        Accept "accept",
        /// Replies to the open request for information.
        Respond "respond",
        /// Appends a file to a case.
        Append "append",
        /// Cancels a case.
        Cancel "cancel",
        /// Gives a user token for the master token.
        Login "login",
        /// Revokes the token that it is called with.
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
    /// A method of HTTP, of those that endpoints have.
    Method {
        /// Reads.
        Get "GET",
        /// Sends.
        Post "POST",
        /// Puts in place.
        Put "PUT",
    }
}

/// Whether a route stands under [`PARTNER_PREFIX`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prefix {
    /// It does.
    Partner,
    /// The route states its own beginning.
    Stated,
    /// Not said in so many words; read as standing under it, and found without it too.
    OpenPartner,
    /// Not said in so many words; read as standing at the base address, and found under the prefix too.
    OpenBase,
}

/// The kind of body that a request has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Body {
    /// None.
    None,
    /// A JSON object of the members.
    Json,
    /// `multipart/form-data` with the members as parts.
    Multipart,
    /// A JSON object of the case fields.
    CaseFields,
    /// The members are published, their encoding is not; JSON is what this library writes.
    Unstated,
}

/// What a member of a request holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MemberKind {
    /// Text.
    Text,
    /// The case as JSON text.
    Case,
    /// A file.
    File,
    /// The label of a file.
    Label,
    /// Whole numbers.
    Ids,
}

/// A query parameter, a member of a JSON body, or a part of a multipart body.
#[derive(Debug)]
pub struct Member {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: MemberKind,
    /// Whether it must be set.
    pub required: bool,
    /// Whether it may come more than once.
    pub repeats: bool,
    /// The words that it may hold.
    pub words: Option<&'static WordList>,
    /// What counts where it is not given.
    pub default: Option<&'static str>,
    /// The statement of the specification that names it.
    pub requirement_id: &'static str,
}

/// What happens when the same request comes again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Retry {
    /// It is safe.
    Safe,
    /// It is refused, which then means that the first one arrived.
    Refused,
    /// Not published.
    Unpublished,
}

/// An endpoint.
#[derive(Debug)]
pub struct Endpoint {
    /// Its name here.
    pub id: EndpointId,
    /// Its method.
    pub method: Method,
    /// What its route stands under.
    pub prefix: Prefix,
    /// Its route, with parameters in braces and the slashes as they are written; see [`Endpoint::template`].
    pub route: &'static str,
    /// The kinds of token that it takes.
    pub tokens: &'static [Credential],
    /// The kind of body.
    pub body: Body,
    /// The query parameters.
    pub query: &'static [Member],
    /// The members of the body.
    pub members: &'static [Member],
    /// The status of success, where it is published.
    pub status: Option<u16>,
    /// The record that it answers with, where that is published.
    pub response: Option<&'static str>,
    /// What a repetition does.
    pub retry: Retry,
    /// The product, where the path selects it.
    pub product: Option<Product>,
    /// Whether it is one of the legacy flow: deprecated, and gone from [`Endpoint::sunset`] on.
    pub legacy: bool,
    /// The statement of the specification that it stands for.
    pub requirement_id: &'static str,
}

impl Endpoint {
    /// The day from which it is gone, where there is one.
    pub fn sunset(&self) -> Option<Date> {
        self.legacy.then_some(LEGACY_SUNSET)
    }
}
