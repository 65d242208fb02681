//! Messages about requests.

use crate::rulebook::codes::Code;

pub(crate) const REQUESTS: &[(Code, &str)] = &[
    (
        Code::UnknownPath,
        "The service has no such path. Compare it with the documented ones, which begin with /api/v1/partner/ or /api/auth/.",
    ),
    (Code::OtherMethod, "The path is known, but not with this method. Use {words}."),
    (
        Code::MethodCase,
        "Methods are written in capital letters, and a server may not know this one. Use capital letters.",
    ),
    (Code::PrefixMissing, "The path lacks its beginning /api/v1/partner/. Send the request to {path}."),
    (
        Code::PrefixOpen,
        "The documentation leaves the beginning of this path open. If the service does not find it, use {path}.",
    ),
    (
        Code::SlashMissing,
        "The path lacks the slash at its end, and a redirect may lose the body. Send the request to {path}.",
    ),
    (Code::SlashSurplus, "The documented path has no slash at its end. Send the request to {path}."),
    (Code::EndpointDisagrees, "The path belongs to {endpoint}, not to the named endpoint. Correct one of them."),
    (
        Code::RefIsNumber,
        "The path takes the case reference, and digits alone look like the internal number. Use the issue key of the case.",
    ),
    (
        Code::NotAuthenticated,
        "The request has no token, and every endpoint needs one. Send the header Authorization: Token, followed by the token.",
    ),
    (
        Code::OtherScheme,
        "Only the scheme {scheme} authenticates; there is no OAuth and no session. Send the header Authorization: Token, followed by the token.",
    ),
    (
        Code::SchemeForm,
        "The header differs from the documented form and may not be read. Write Token, one space and the token.",
    ),
    (Code::CookieIgnored, "A cookie authenticates nothing here. Leave it out."),
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
    (Code::Unused, "This request has no {part}, and the service may ignore it. Omit it."),
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
    (Code::EmptySelection, "Nothing is selected. Choose at least one upgrade of the offer."),
    (Code::UnknownOffer, "This offer is not among the known ones. Fetch the latest offer before accepting."),
    (
        Code::UnknownUpgrade,
        "The offer has no upgrade of this number, and the whole selection would be refused. Remove it.",
    ),
    (Code::UndeclaredLabel, "The label was not declared when the ticket was created. Use a declared label."),
    (
        Code::MissingUpload,
        "A file with this label was declared and not uploaded, so the service refuses to continue. Upload it first.",
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
    (Code::UnknownField, "This name is unknown, and the service may ignore it. The request has {names}.{mean}"),
    (Code::UnknownWord, "The word is not allowed here. Use one of {words}."),
    (Code::UnlistedWord, "This word is not published, and the service may refuse it. Published are {words}."),
    (Code::DuplicateWord, "A number occurs twice in `{member}`. Keep one."),
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
