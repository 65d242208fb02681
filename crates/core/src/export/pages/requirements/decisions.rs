//! The numbered decisions, each in one sentence.

/// The number, and the decision.
pub(crate) static DECISIONS: &[(&str, &str)] = &[
    (
        "D1",
        "A field is not set if it is absent, `null`, a blank string or an empty array; `false`, `0` and `{}` are set.",
    ),
    ("D2", "Types are strict: no value is converted, except that `2020.0` is a whole number."),
    ("D3", "`null` in an optional field means not set, and is a warning unless the field documents `null`."),
    ("D4", "An unknown field is a warning with a suggestion, and is kept."),
    (
        "D5",
        "An unlisted word is a warning in a list that the specification leaves open, and an error in a closed list.",
    ),
    ("D6", "Conditions on yes-or-no fields mean the JSON values `true` and `false`."),
    (
        "D7",
        "A rule is not evaluated if a field of its condition is missing or malformed, so one mistake has one finding.",
    ),
    ("D8", "A field of the other product is a warning, unless a rule forbids it."),
    ("D9", "A property that only the service writes need not be sent, and is a warning if it is."),
    (
        "D10",
        "A report contains all findings in the order of the fields, each at the place of its field, even if the field is missing.",
    ),
    ("D11", "A date is a real day written `YYYY-MM-DD`, and the caller always gives today's date."),
    (
        "D12",
        "A Policy Existence date of loss is at most 365 days before today and not after it, with a warning on the last day; for Policy Limit only a future date is a warning.",
    ),
    ("D13", "`cc_emails` is split at white space, and an entry that is not an email address is a warning."),
    (
        "D14",
        "The 50 states and DC are accepted, codes of territories and the military are warnings, and other codes are errors.",
    ),
    (
        "D15",
        "A `base_product` is commercial or personal by its prefix, and Policy Existence accepts one word, alone or in an array.",
    ),
    ("D16", "`insurance_company_name` stands in for `insurance_company` with a warning, and loses if both differ."),
    (
        "D17",
        "The USDOT number is required and checked for commercial auto policies of a transportation company, and is a warning elsewhere.",
    ),
    ("D18", "A deprecated or ignored field is a warning, and the prepared payload omits it."),
    (
        "D19",
        "The caller supplies the lists of refused and specialty carriers; without them the two rules are inactive.",
    ),
    ("D20", "Payment via financing is a warning unless the context confirms that the account is enrolled."),
    ("D21", "A case sent with the master token is an error without `requester_name`, and a warning with it."),
    (
        "D22",
        "The legacy flow is a deprecation warning until its last day, and an error afterwards, which the context can lower.",
    ),
    ("D23", "A size is an error if it exceeds the limit with MB as 2^20 bytes, and a warning if only with 10^6 bytes."),
    (
        "D24",
        "A file's label, extension and size are checked in this order, and all problems are reported; no verdict depends on its content.",
    ),
    ("D25", "Files beyond the number or the total size are rejected in order, and the case is still created."),
    ("D26", "The n-th label belongs to the n-th file; a file without a label has the label `other`."),
    (
        "D27",
        "A file name is reduced to its last path component, without control characters and leading dots, to 255 bytes.",
    ),
    ("D28", "A reply moves the case to `received`, and the next start of research fires `case.in_progress` again."),
    ("D29", "`case.in_progress` is dropped only if it was also the last event of the case."),
    ("D30", "`case.results_ready` fires again only if the results differ from those published last."),
    (
        "D31",
        "`case.closed` fires once, a repeated cancellation repeats its answer, and a trigger outside the table changes nothing.",
    ),
    ("D32", "Offers are accepted only in `results_ready`, and files are appended in every state except `closed`."),
    (
        "D33",
        "A test case has the same states and fires no events; an event that the operator sends by hand is not an event of the case.",
    ),
    (
        "D34",
        "The caller supplies whether a cancellation is eligible; without it, casegate has a default that follows from the history.",
    ),
    ("D35", "Normalized results keep unknown properties, add missing ones as `null`, and withhold what is not bought."),
    ("D36", "Results with an unknown case type are completed with the shared properties only."),
    ("D37", "A part of results that is not recognized is noted and kept, and the rest is normalized."),
    ("D38", "White space is that of Unicode, and a blank string is a wrong type in fields that are not strings."),
    (
        "D39",
        "Fields of the other product, ignored fields and read-only properties are not type-checked; all others are.",
    ),
    ("D40", "Rules about `base_product` read its first word, and rule 6 reads only the prefix `commercial`."),
    ("D41", "A finding about an element of an array is at that element."),
    ("D42", "A forbidden record and a malformed alias each have one finding, without findings for their parts."),
    ("D43", "The prepared payload omits what is not set or has no effect, keeps the rest, and computes nothing."),
    (
        "D44",
        "A check covers the fields, and permissions belong to the check of requests; texts are limited to 1 MiB by default.",
    ),
    (
        "D45",
        "Research that starts again and results that are published again are accepted, and fire an event only if something changed.",
    ),
    (
        "D46",
        "Empty or unknown selections, reused interactions, empty replies and appended files beyond a limit are refused without effect.",
    ),
    ("D47", "Every file counts toward the number, only accepted files toward the size, and a blank label is `other`."),
    (
        "D48",
        "Results with unrecognized types, missing lists or missing properties are completed, with a note for each.",
    ),
    (
        "D49",
        "An answer that agrees with an event confirms it, and times of different clocks decide only if they are clearly apart.",
    ),
    (
        "D50",
        "Names of carriers are compared without case, punctuation and company words. Names are similar if one has the other as whole words, or if one edit separates them from five letters on, two from ten on. A similar name is a possible fee.",
    ),
    ("D51", "Accepting again what is accepted succeeds, even after the case is closed."),
    ("D52", "An additional policy with an unknown status keeps its envelope, and its other values are withheld."),
    (
        "D53",
        "The caller chooses today's date, because the service publishes no time zone; helpers take a time zone by name, and the firm's own is recommended.",
    ),
    (
        "D54",
        "The values of a form become a case by the field table: inputs without an answer, records that nobody touched, files with their labels, inputs that frameworks add, answers that a rule forbids and words of the other product are left out, each with its reason in `omitted`. Everything else stays, also an answer that is merely not asked for.",
    ),
    (
        "D55",
        "A Policy Limit date of loss more than 45,656 days (125 years, longer than any life) ago causes a warning, because its year is probably mistyped; no age is refused.",
    ),
    (
        "D56",
        "A check accepts dates, states, USDOT numbers and lists of addresses only as the specification writes them; a repair and a form also read other spellings that have one meaning in the United States: numbers are month before day unless the first is above 12, a year has four digits, a weekday must fit, a time must be midnight, and 20260115 is a day. Before any reading, letters that nobody sees are taken out, and other hyphens and slashes become those of a keyboard.",
    ),
    (
        "D57",
        "The first and last 64 KB of a file, if given, are examined, and cause warnings only: a kind other than its name says, HEIC, encryption, damage, macros.",
    ),
    (
        "D58",
        "The calendar has the days and versions that the specification names. The rulebook of a day or a version applies what has ended by then: a removed field causes a warning and is left out, because the specification does not say that it is refused. Days and versions do not decide about each other, because no version has a day.",
    ),
    (
        "D59",
        "The prepared payload is in the recommended form: the deprecated string form of a Policy Existence `base_product` becomes an array of one word, as the alias becomes the current name (D43).",
    ),
    (
        "D60",
        "A pick-up of a case that is `in_progress` does not enter active research: it changes nothing and fires nothing, whatever the last event was.",
    ),
    (
        "D61",
        "A number is an integer only if a double has it and no other integer, which ends at 2^53: then every parser reads the same number. Other numbers in an integer field are a wrong type.",
    ),
    (
        "D62",
        "`notes` of an additional policy that is not accepted are withheld if not text, because an object or a list may have values that are not bought.",
    ),
    (
        "D63",
        "Nothing claims what was not seen: a certificate counts a requirement only where a request or an answer showed it, a comparison of an empty recording is an error, and unknown is never a contradiction.",
    ),
];
