//! The table of endpoints: the requests and tokens that each accepts, and its published answers.

use crate::rulebook::product::Product;
use crate::rulebook::surface::Credential;
use crate::rulebook::tokens::Label;
use crate::rulebook::vocabulary::{FILE_LABEL, WordList};
use crate::service::requests::kinds::{Body, Endpoint, EndpointId, Member, MemberKind, Method, Prefix, Retry};

/// The intake channels by which the list of cases can be filtered.
pub static SOURCE: WordList =
    WordList { id: "source", open: false, words: &["api", "all"], requirement_id: "EP-list-source" };

/// The formats of results. The value for the PDF is not published.
pub static RESULT_FORMAT: WordList =
    WordList { id: "result_format", open: true, words: &["json"], requirement_id: "EP-results-json" };

const fn member(name: &'static str, kind: MemberKind, requirement_id: &'static str) -> Member {
    Member { name, kind, required: false, repeats: false, words: None, default: None, requirement_id }
}

impl Member {
    const fn required(mut self) -> Member {
        self.required = true;
        self
    }

    const fn repeats(mut self) -> Member {
        self.repeats = true;
        self
    }

    const fn of(mut self, words: &'static WordList, default: Option<&'static str>) -> Member {
        self.words = Some(words);
        self.default = default;
        self
    }
}

const USER: &[Credential] = &[Credential::User];

const fn endpoint(id: EndpointId, method: Method, route: &'static str, requirement_id: &'static str) -> Endpoint {
    Endpoint {
        id,
        method,
        prefix: Prefix::Partner,
        route,
        tokens: USER,
        body: Body::None,
        query: &[],
        members: &[],
        status: None,
        response: None,
        retry: Retry::Unpublished,
        product: None,
        legacy: false,
        requirement_id,
    }
}

impl Endpoint {
    const fn under(mut self, prefix: Prefix) -> Endpoint {
        self.prefix = prefix;
        self
    }

    const fn called_with(mut self, tokens: &'static [Credential]) -> Endpoint {
        self.tokens = tokens;
        self
    }

    const fn asks(mut self, query: &'static [Member]) -> Endpoint {
        self.query = query;
        self
    }

    const fn takes(mut self, body: Body, members: &'static [Member]) -> Endpoint {
        self.body = body;
        self.members = members;
        self
    }

    const fn gives(mut self, status: Option<u16>, response: &'static str) -> Endpoint {
        self.status = status;
        self.response = Some(response);
        self
    }

    const fn again(mut self, retry: Retry) -> Endpoint {
        self.retry = retry;
        self
    }

    const fn legacy(mut self, product: Option<Product>) -> Endpoint {
        self.prefix = Prefix::OpenBase;
        self.product = product;
        self.legacy = true;
        self
    }
}

/// The endpoint table, in the order of the specification.
static ENDPOINTS: [Endpoint; 16] = {
    use Credential::{Master, User};
    use EndpointId as Id;
    use MemberKind::{Case, File, Ids, Text};
    use Method::{Get, Post, Put};
    [
        endpoint(Id::List, Get, "/cases/", "EP-list")
            .asks(&[member("source", Text, "EP-list-source").of(&SOURCE, Some("api"))])
            .gives(None, "CaseListItem"),
        // A field rule checks the use of a master token here (D21), because the specification is
        // contradictory about a master token together with a requester's name.
        endpoint(Id::Create, Post, "/cases/create/", "EP-create")
            .called_with(&[User, Master])
            .takes(
                Body::Multipart,
                &[
                    member("case", Case, "EP-create-case-required").required(),
                    member("files", File, "EP-create-files").repeats(),
                    member("labels", MemberKind::Label, "EP-create-labels-order")
                        .repeats()
                        .of(&FILE_LABEL, Some(Label::Other.name())),
                ],
            )
            .gives(Some(201), "PartnerCaseCreateResponse"),
        endpoint(Id::Detail, Get, "/cases/{ref}/", "EP-detail").gives(None, "CaseDetail"),
        endpoint(Id::Results, Get, "/cases/{ref}/results/", "EP-results")
            .asks(&[member("result_format", Text, "EP-results").of(&RESULT_FORMAT, None)])
            .gives(None, "Results"),
        endpoint(Id::Offers, Get, "/cases/{ref}/offers/", "EP-offers").gives(None, "Offer"),
        endpoint(Id::Accept, Post, "/cases/{ref}/offers/accept/", "EP-accept")
            .takes(
                Body::Unstated,
                &[
                    member("offer_id", Text, "ACC-offer_id").required(),
                    member("selected_upgrade_ids", Ids, "ACC-selected_upgrade_ids").required(),
                ],
            )
            .again(Retry::Safe),
        endpoint(Id::Respond, Post, "/cases/{ref}/respond/", "EP-respond")
            .takes(
                Body::Multipart,
                &[
                    member("interaction_id", Text, "RSP-interaction_id-required").required(),
                    member("message", Text, "RSP-message-type"),
                    member("file", File, "RSP-file-repeatable").repeats(),
                ],
            )
            .gives(None, "RespondResponse")
            .again(Retry::Refused),
        endpoint(Id::Append, Post, "/cases/{ref}/files/", "EP-append")
            .takes(
                Body::Multipart,
                &[
                    member("file", File, "FA-file-single").required(),
                    member("label", MemberKind::Label, "FA-label-enum").of(&FILE_LABEL, Some(Label::Other.name())),
                ],
            )
            .gives(None, "FileAppendResponse"),
        endpoint(Id::Cancel, Post, "/cases/{ref}/cancel/", "EP-cancel")
            .takes(Body::Unstated, &[member("reason", Text, "CQ-reason-type")])
            .gives(Some(202), "CancellationAccepted")
            .again(Retry::Safe),
        endpoint(Id::Login, Post, "/api/auth/login/", "EP-login")
            .under(Prefix::Own)
            .called_with(&[Master])
            .takes(Body::Json, &[member("token_name", Text, "LOGIN-token_name").required()])
            .gives(None, "UserToken"),
        endpoint(Id::Logout, Post, "/api/auth/logout/", "EP-logout").under(Prefix::Own),
        endpoint(Id::Ping, Get, "/ping_with_auth/", "EP-ping").under(Prefix::OpenPartner),
        endpoint(Id::LegacyCreateExistence, Post, "/policy_existence_searches/", "LEG-create-paths")
            .called_with(&[User, Master])
            .takes(Body::CaseFields, &[])
            .gives(None, "LegacyTicket")
            .legacy(Some(Product::PolicyExistence)),
        endpoint(Id::LegacyCreateLimit, Post, "/policy_limit_searches/", "LEG-create-paths")
            .called_with(&[User, Master])
            .takes(Body::CaseFields, &[])
            .gives(None, "LegacyTicket")
            .legacy(Some(Product::PolicyLimit)),
        endpoint(Id::LegacyUpload, Post, "/upload/{ticket_id}/{file_label}", "LEG-upload-path")
            .takes(Body::Multipart, &[member("file", File, "LEG-upload-path").required()])
            .legacy(None),
        endpoint(Id::LegacyReady, Put, "/tickets/{ticket_id}/ready", "LEG-ready-path").legacy(None),
    ]
};

/// Returns every endpoint in the order of the specification: the current ones, then the legacy
/// flow.
///
/// ```
/// let create = casegate::requests::endpoints().iter().find(|endpoint| endpoint.id.name() == "create");
/// assert_eq!(create.and_then(|create| create.status), Some(201));
/// ```
pub fn endpoints() -> &'static [Endpoint] {
    &ENDPOINTS
}

impl EndpointId {
    /// Returns the endpoint's row in the table.
    pub fn endpoint(self) -> Option<&'static Endpoint> {
        ENDPOINTS.iter().find(|endpoint| endpoint.id == self)
    }
}
