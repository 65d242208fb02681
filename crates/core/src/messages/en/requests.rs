//! Messages about requests.

use crate::rulebook::codes::Code;

pub(crate) const REQUESTS: &[(Code, &str)] = &[
    (Code::UnknownPath, "The service has no such path. Documented paths begin with /api/v1/partner/ or /api/auth/."),
    (Code::OtherMethod, "Wrong method for this path. Allowed: {words}."),
    (Code::MethodCase, "Write the method in capital letters, because a server may not recognize this one."),
    (Code::PrefixMissing, "The path must begin with /api/v1/partner/. Send the request to {path}."),
    (Code::PrefixOpen, "The documentation does not specify how this path begins. If it is not found, use {path}."),
    (
        Code::SlashMissing,
        "The path needs a trailing slash, because a redirect may lose the body. Send the request to {path}.",
    ),
    (Code::SlashSurplus, "The documented path has no trailing slash. Send the request to {path}."),
    (Code::EndpointDisagrees, "The path belongs to `{endpoint}`, not the named endpoint. Correct one of them."),
    (Code::RefIsNumber, "A number in the path looks like the case's internal id. Use the issue key of the case."),
    (
        Code::NotAuthenticated,
        "The request has no token, and every endpoint needs one. Send the header `Authorization: Token <ACCESS_TOKEN>`.",
    ),
    (
        Code::OtherScheme,
        "Only the {scheme} scheme works, not OAuth or sessions. Send the header `Authorization: Token <ACCESS_TOKEN>`.",
    ),
    (Code::SchemeForm, "The header's form is not documented and may not work. Write Token, one space and the token."),
    (Code::CookieIgnored, "Cookies do not authenticate here. Omit this one."),
    (
        Code::MasterTokenRefused,
        "A master token is only for logging in. Log in with it, and use the user token for this request.",
    ),
    (Code::UserTokenRefused, "Logging in needs the master token. Use the one that the operator issued."),
    (Code::JsonWanted, "This request needs a JSON body, not parts. Put the values into `body`."),
    (Code::PartsWanted, "This request needs multipart/form-data, not JSON. Put the values into `parts`."),
    (Code::TwoBodies, "A request has one body, and this one has two. Remove one."),
    (
        Code::BodyFormatOpen,
        "The documentation does not specify the format of this body; JSON is more likely. Send JSON.",
    ),
    (Code::Unused, "Omit the {part}: this request takes none."),
    (
        Code::RepeatedPart,
        "`{member}` occurs more than once, and the documentation does not say which one counts. Keep one.",
    ),
    (Code::OneFileOnly, "This request accepts one file. Send another request for each additional file."),
    (Code::OneCaseOnly, "This request creates one case. Send another request for each additional case."),
    (
        Code::CaseAsFile,
        "The case is documented as text, and the service may refuse a part with a file name. Send it without one.",
    ),
    (Code::DefaultUnpublished, "The default of `{member}` is not published. Send `json`."),
    (Code::NothingSaid, "The reply has neither text nor a file. Write a message or add a file."),
    (Code::AlreadyResponded, "This interaction already has a reply. Do not send it again."),
    (Code::NotTheOpenInteraction, "This is not the open interaction. Use the interaction_id of the latest question."),
    (Code::EmptySelection, "Nothing is selected. Choose at least one upgrade in the offer."),
    (Code::UnknownOffer, "This offer is unknown. Fetch the latest offer before accepting."),
    (
        Code::UnknownUpgrade,
        "The offer has no upgrade with this id, so the whole selection would be refused. Remove it.",
    ),
    (Code::UndeclaredLabel, "The label was not declared when the ticket was created. Use a declared label."),
    (
        Code::MissingUpload,
        "A file with this label was declared but not uploaded, so the service refuses to continue. Upload it first.",
    ),
    (
        Code::LegacySunset,
        "This call is part of the legacy flow, which ended on {date}. Send one request to the create endpoint instead.",
    ),
    (
        Code::LegacyDeprecated,
        "This call is part of the legacy flow, which ends on {date}. Send one request to the create endpoint instead.",
    ),
    (Code::Required, "The request needs `{member}`. Add it."),
    (Code::NullValue, "Omit `{member}` instead of sending null."),
    (Code::UnknownField, "This name is unknown, and the service may ignore it. Known names: {names}.{mean}"),
    (Code::UnknownWord, "This word is not allowed here. Use one of {words}."),
    (Code::UnlistedWord, "This word is not published, so the service may refuse it. Published words: {words}."),
    (Code::DuplicateWord, "`{member}` must not contain duplicates."),
];

/// The messages about a value of a wrong type, by the expected one.
pub(crate) const REQUEST_TYPES: &[(&str, &str)] = &[
    ("string", "`{member}` must be a string."),
    ("file", "The part `{member}` must be a file. Send it with a file name."),
    ("integer", "Each element of `{member}` must be an integer. Correct this one."),
    ("array_of_integers", "`{member}` must be an array of integers."),
    ("json_text", "The part `{member}` must be the case as JSON text."),
    ("array", "`{member}` must be an array."),
    ("object", "`{member}` must be an object."),
];
