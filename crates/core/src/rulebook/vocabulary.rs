//! Every word list of the specification.
//!
//! A list is *closed* if the specification gives it in full, and *open* if it says that more values
//! exist (D5). An unlisted word is refused in a closed list, and causes a warning in an open list.
//! Words are case-sensitive.

use crate::rulebook::tokens::Label;
use crate::text::eq::is_same;

/// The list of words of a field.
#[derive(Debug)]
#[non_exhaustive]
pub struct WordList {
    /// The name under which a context adds words, such as `pl.base_product`.
    pub id: &'static str,
    /// `true` if the service knows more words than the specification shows.
    pub open: bool,
    /// The words.
    pub words: &'static [&'static str],
    /// The statement of the specification that lists them.
    pub requirement_id: &'static str,
}

impl WordList {
    /// Returns `true` if the list contains exactly this word.
    pub fn contains(&self, word: &str) -> bool {
        self.words.iter().any(|known| is_same(*known, word))
    }
}

/// The products.
pub static CASE_TYPE: WordList =
    WordList { id: "case_type", open: false, words: &["pe", "pl"], requirement_id: "FLD-case_type-enum" };

/// Rush requests for Policy Limit. The list of the other product is a part of it.
pub static EXPEDITED_POLICY_LIMIT: WordList = WordList {
    id: "pl.expedited_request",
    open: false,
    words: &["three_hour_rush_request", "one_day_rush_request", "three_day_rush_request", "five_day_rush_request"],
    requirement_id: "FLD-expedited_request-pl",
};

/// Rush requests for Policy Existence.
pub static EXPEDITED_POLICY_EXISTENCE: WordList = WordList {
    id: "pe.expedited_request",
    open: false,
    words: &["one_day_rush_request", "three_day_rush_request", "five_day_rush_request"],
    requirement_id: "FLD-expedited_request-pe",
};

/// Add-on services.
pub static ADD_ON_SERVICES: WordList = WordList {
    id: "add_on_services",
    open: false,
    words: &[
        "policy_number",
        "policy_period",
        "property_damage_limits",
        "skip_trace",
        "um_uim_limits",
        "umbrella_policy_limits",
    ],
    requirement_id: "FLD-add_on_services-enum",
};

/// Files that a legacy request declares.
pub static FILES_TO_UPLOAD: WordList = WordList {
    id: "files_to_upload",
    open: true,
    words: &["incident_report", "insurance_letter", "driver_license_or_other_id", "other1", "other2", "other3"],
    requirement_id: "ENUM-files_to_upload",
};

/// The research that a Policy Limit case requests.
pub static BASE_PRODUCT_POLICY_LIMIT: WordList = WordList {
    id: "pl.base_product",
    open: true,
    words: &[
        "commercial_auto_policy_limits",
        "commercial_general_liability_policy_limits",
        "international_commercial_policy_limits",
        "commercial_other_policy_limits",
        "personal_auto_policy_limits",
        "personal_homeowner_or_renters_policy_limits",
    ],
    requirement_id: "ENUM-pl-base_product",
};

/// The research that a Policy Existence case requests.
pub static BASE_PRODUCT_POLICY_EXISTENCE: WordList = WordList {
    id: "pe.base_product",
    open: true,
    words: &[
        "commercial_auto_policy_existence",
        "personal_auto_policy_existence",
        "personal_homeowners_policy_existence",
    ],
    requirement_id: "ENUM-pe-base_product",
};

/// The reasons for a Policy Existence search.
pub static SEARCH_REASON: WordList = WordList {
    id: "search_reason",
    open: true,
    words: &[
        "no_insurance_on_report",
        "defendant_provided_no_insurance",
        "defendant_insurance_unknown",
        "insurance_cancelled_pre_dol",
        "insurance_denied_coverage",
        "insurance_doesnt_cover_incident",
        "incorrect_insurance_info_on_report",
        "additional_at_fault_party",
        "minor_at_fault",
        "other_reason",
    ],
    requirement_id: "ENUM-search_reason",
};

/// The labels of files (D5), [`crate::rulebook::tokens::Label`] as a list.
pub static FILE_LABEL: WordList = WordList {
    id: "file_label",
    open: false,
    words: &[
        Label::IncidentReport.name(),
        Label::InsuranceLetter.name(),
        Label::DriverLicenseOrOtherId.name(),
        Label::Other.name(),
    ],
    requirement_id: "EP-create-labels-enum",
};

/// The lists that a context can extend.
pub static EXTENSIBLE: [&WordList; 8] = [
    &EXPEDITED_POLICY_LIMIT,
    &EXPEDITED_POLICY_EXISTENCE,
    &ADD_ON_SERVICES,
    &FILES_TO_UPLOAD,
    &BASE_PRODUCT_POLICY_LIMIT,
    &BASE_PRODUCT_POLICY_EXISTENCE,
    &SEARCH_REASON,
    &FILE_LABEL,
];

/// The prefixes of commercial choices (D15); rules 1 and 2 name the same two.
pub const COMMERCIAL_PREFIXES: &[&str] = &["commercial", "international_commercial"];

/// The prefix of personal choices (D15).
pub const PERSONAL_PREFIXES: &[&str] = &["personal"];

/// The fifty states and the District of Columbia.
pub static STATES: [&str; 51] = [
    "AL", "AK", "AZ", "AR", "CA", "CO", "CT", "DC", "DE", "FL", "GA", "HI", "ID", "IL", "IN", "IA", "KS", "KY", "LA",
    "ME", "MD", "MA", "MI", "MN", "MS", "MO", "MT", "NE", "NV", "NH", "NJ", "NM", "NY", "NC", "ND", "OH", "OK", "OR",
    "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VT", "VA", "WA", "WV", "WI", "WY",
];

/// Codes of territories, freely associated states and the military, which may be intended (D14).
pub static UNUSUAL_STATES: [&str; 11] = ["AS", "GU", "MP", "PR", "VI", "FM", "MH", "PW", "AA", "AE", "AP"];

/// Names of states and territories with their codes, as people write them in place of a code (D56).
pub static STATE_NAMES: [(&str, &str); 56] = [
    ("Alabama", "AL"),
    ("Alaska", "AK"),
    ("Arizona", "AZ"),
    ("Arkansas", "AR"),
    ("California", "CA"),
    ("Colorado", "CO"),
    ("Connecticut", "CT"),
    ("District of Columbia", "DC"),
    ("Washington DC", "DC"),
    ("Delaware", "DE"),
    ("Florida", "FL"),
    ("Georgia", "GA"),
    ("Hawaii", "HI"),
    ("Idaho", "ID"),
    ("Illinois", "IL"),
    ("Indiana", "IN"),
    ("Iowa", "IA"),
    ("Kansas", "KS"),
    ("Kentucky", "KY"),
    ("Louisiana", "LA"),
    ("Maine", "ME"),
    ("Maryland", "MD"),
    ("Massachusetts", "MA"),
    ("Michigan", "MI"),
    ("Minnesota", "MN"),
    ("Mississippi", "MS"),
    ("Missouri", "MO"),
    ("Montana", "MT"),
    ("Nebraska", "NE"),
    ("Nevada", "NV"),
    ("New Hampshire", "NH"),
    ("New Jersey", "NJ"),
    ("New Mexico", "NM"),
    ("New York", "NY"),
    ("North Carolina", "NC"),
    ("North Dakota", "ND"),
    ("Ohio", "OH"),
    ("Oklahoma", "OK"),
    ("Oregon", "OR"),
    ("Pennsylvania", "PA"),
    ("Rhode Island", "RI"),
    ("South Carolina", "SC"),
    ("South Dakota", "SD"),
    ("Tennessee", "TN"),
    ("Texas", "TX"),
    ("Utah", "UT"),
    ("Vermont", "VT"),
    ("Virginia", "VA"),
    ("Washington", "WA"),
    ("West Virginia", "WV"),
    ("Wisconsin", "WI"),
    ("Wyoming", "WY"),
    ("American Samoa", "AS"),
    ("Guam", "GU"),
    ("Puerto Rico", "PR"),
    ("Virgin Islands", "VI"),
];

/// The classification of a text as a state code (D14).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StateCode {
    /// A state or the District of Columbia.
    State,
    /// One of [`UNUSUAL_STATES`].
    Unusual,
    /// A known code that is not in upper case.
    WrongCase,
    /// Not a code.
    Unknown,
}

/// Classifies a text as a state code.
pub fn state_code(text: &str) -> StateCode {
    let &[first, second] = text.as_bytes() else {
        return StateCode::Unknown;
    };
    let upper = [first.to_ascii_uppercase(), second.to_ascii_uppercase()];
    if STATE_CODES.hold([first, second]) {
        StateCode::State
    } else if UNUSUAL_CODES.hold([first, second]) {
        StateCode::Unusual
    } else if STATE_CODES.hold(upper) || UNUSUAL_CODES.hold(upper) {
        StateCode::WrongCase
    } else {
        StateCode::Unknown
    }
}

/// A set of two-letter codes: one row for each first letter, one bit for each second letter.
struct Codes([u32; 26]);

static STATE_CODES: Codes = Codes::of(&STATES);
static UNUSUAL_CODES: Codes = Codes::of(&UNUSUAL_STATES);

impl Codes {
    // Evaluated by the compiler, for codes of two capital letters.
    #[expect(clippy::indexing_slicing, reason = "evaluated by the compiler, which refuses an index out of bounds")]
    const fn of(codes: &[&str]) -> Codes {
        let mut rows = [0; 26];
        let mut at = 0;
        while at < codes.len() {
            let code = codes[at].as_bytes();
            rows[(code[0] - b'A') as usize] |= 1 << (code[1] - b'A');
            at += 1;
        }
        Codes(rows)
    }

    fn hold(&self, [first, second]: [u8; 2]) -> bool {
        let row = first.checked_sub(b'A').and_then(|first| self.0.get(usize::from(first)));
        second.is_ascii_uppercase() && row.is_some_and(|row| row & (1 << (second - b'A')) != 0)
    }
}
