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
        "The documentation does not say in so many words where this path begins. If the service does not find it, use {path}.",
    ),
    (
        Code::SlashMissing,
        "The path lacks the slash at its end, and a redirect may lose the body. Send the request to {path}.",
    ),
    (Code::SlashSurplus, "The documented path has no slash at its end. Send the request to {path}."),
    (
        Code::EndpointDisagrees,
        "The path belongs to {endpoint}, not to the endpoint that is named. Keep the one that is meant.",
    ),
    (
        Code::RefIsNumber,
        "The path takes the case reference, and digits alone look like the internal number. Use the issue key of the case.",
    ),
    (
        Code::NotAuthenticated,
        "The request carries no token, and every endpoint needs one. Send the header Authorization: Token, followed by the token.",
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
        "A master token serves for logging in and for nothing else. Log in with it, and call with the user token.",
    ),
    (Code::UserTokenRefused, "Logging in takes the master token. Use the one that the operator issued."),
    (Code::JsonWanted, "This request takes a JSON body, not parts. Put the values into body."),
    (Code::PartsWanted, "This request takes multipart/form-data, not JSON. Put the values into parts."),
    (Code::TwoBodies, "A request has one body, and two are given here. Keep the one that is meant."),
    (
        Code::BodyFormatOpen,
        "The documentation does not say how this body is written, and JSON is the likelier reading. Send JSON.",
    ),
    (Code::Unused, "This request takes no {part}, and the service may ignore it. Leave it out."),
    (Code::RepeatedPart, "The service takes one {member}, and it is open which one counts. Keep one."),
    (Code::OneFileOnly, "This request takes one file. Send a request for each further file."),
    (Code::OneCaseOnly, "This request creates one case. Send a request for each further case."),
    (
        Code::CaseAsFile,
        "The case is documented as text, and the service may refuse a part with a file name. Send it without one.",
    ),
    (Code::DefaultUnpublished, "What the service does without {member} is not published. Say json."),
    (Code::NothingSaid, "The reply has neither text nor a file. Write a message or add a file."),
    (Code::AlreadyResponded, "This interaction has its reply: the earlier one arrived. Do not send it again."),
    (
        Code::NotTheOpenInteraction,
        "This is not the interaction that waits for a reply. Use the one that came with the latest question.",
    ),
    (Code::EmptySelection, "Nothing is selected. Choose at least one upgrade of the offer."),
    (Code::UnknownOffer, "This offer is not among the known ones. Fetch the latest offer before accepting."),
    (
        Code::UnknownUpgrade,
        "The offer has no upgrade of this number, and the whole selection would be refused. Remove it.",
    ),
    (Code::UndeclaredLabel, "The label was not declared when the ticket was created. Use a declared label."),
    (
        Code::MissingUpload,
        "A file of this label was declared and not uploaded, so the service refuses to go on. Upload it first.",
    ),
    (
        Code::LegacySunset,
        "This call is part of the legacy flow, which ended on {date}. Send one request to the create endpoint instead.",
    ),
    (
        Code::LegacyDeprecated,
        "This call is part of the legacy flow, which ends on {date}. Send one request to the create endpoint instead.",
    ),
    (Code::Required, "The request lacks {member} and cannot be made without it. Add it."),
    (Code::NullValue, "Leave out {member} when there is nothing to say: null is not documented here."),
    (Code::UnknownField, "The request has no part of this name, and the service may ignore it. It has {names}.{mean}"),
    (Code::UnknownWord, "The word is not allowed here. Use one of {words}."),
    (
        Code::UnlistedWord,
        "There may be words here that are not published, but this one is not known. Known are {words}.",
    ),
    (Code::DuplicateWord, "A number occurs twice in {member}. Keep one."),
];

/// The messages about a value of a wrong type, by the expected one.
pub(crate) const REQUEST_TYPES: &[(&str, &str)] = &[
    ("string", "The value of {member} is no text. Give text in quotation marks."),
    ("file", "The part {member} must be a file. Send a file with a name."),
    ("integer", "Each entry of {member} must be a whole number without quotation marks. Correct this one."),
    ("array_of_integers", "The value of {member} must be a list of whole numbers in square brackets. Correct it."),
    ("json_text", "The part {member} must be text that holds the JSON of the case. Write the case as JSON text."),
    ("array", "The value of {member} must be a list in square brackets. Correct it."),
    ("object", "The value of {member} must be a set of fields in curly brackets. Correct it."),
];
