//! The context: everything that only the caller knows, such as today, the credential, carriers,
//! enrollment and additional words.

#[cfg(feature = "receipts")]
pub(crate) mod canonical;
pub(crate) mod carriers;
#[cfg_attr(
    not(feature = "firm-rules"),
    expect(dead_code, unused_imports, reason = "the types remain, and only `config::firm_rules` constructs them")
)]
pub(crate) mod firm_rules;
pub(crate) mod severities;

pub use crate::messages::audience::Audience;
pub use crate::rulebook::lifetime::AsOf;
pub use crate::rulebook::surface::{Credential, Surface};
pub use carriers::Carrier;

use crate::context::carriers::CarrierList;
use crate::context::firm_rules::Firm;
use crate::context::severities::Severities;
use crate::messages::Language;
use crate::rulebook::codes::Code;
use crate::rulebook::lifetime::{Lifetime, Phase};
use crate::rulebook::params::Severity;
use crate::rulebook::product::Product;
use crate::rulebook::vocabulary::WordList;
use crate::text::date::Date;
use crate::text::json::document::Document;
use serde::{Deserialize, Serialize};

/// Limits on input and output.
///
/// ```
/// use casegate::context::Limits;
///
/// let limits = Limits::default().text_bytes(1 << 16).findings(100);
/// assert_eq!((limits.text_bytes, limits.depth, limits.findings), (1 << 16, 64, 100));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of text; 1 MiB by default, at most [`Limits::MAX_TEXT_BYTES`].
    ///
    /// [`crate::service::results::normalize::normalize_results`] reads at most one record for each
    /// 64 bytes of this limit, and a script of a session gets at most one finding for each 64
    /// bytes.
    pub text_bytes: usize,
    /// Levels of objects and arrays, including the payload itself; 64 by default, at most
    /// [`Limits::MAX_DEPTH`].
    pub depth: usize,
    /// Findings in one report; 1,000 by default, at most [`Limits::MAX_FINDINGS`]. If there are
    /// more, errors come first, then warnings.
    pub findings: usize,
}

impl Limits {
    /// The deepest nesting that is read.
    pub const MAX_DEPTH: usize = Document::MAX_DEPTH;

    /// The longest text that is read.
    pub const MAX_TEXT_BYTES: usize = 1 << 30;

    /// The most findings of a report.
    pub const MAX_FINDINGS: usize = 1_000_000;

    /// Sets the bytes of text.
    pub const fn text_bytes(self, text_bytes: usize) -> Limits {
        Limits { text_bytes, ..self }
    }

    /// Sets the levels of objects and arrays.
    pub const fn depth(self, depth: usize) -> Limits {
        Limits { depth, ..self }
    }

    /// Sets the findings in one report.
    pub const fn findings(self, findings: usize) -> Limits {
        Limits { findings, ..self }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { text_bytes: 1 << 20, depth: 64, findings: 1_000 }
    }
}

/// The optional parts of a report. In JSON they are a list of names.
///
/// ```
/// use casegate::context::Include;
///
/// let include = Include::default().trace(true);
/// assert_eq!(serde_json::to_string(&include)?, r#"["trace"]"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Part>", into = "Vec<Part>")]
#[non_exhaustive]
pub struct Include {
    /// The payload as it should be sent.
    pub prepared: bool,
    /// The result of each rule.
    pub trace: bool,
}

impl Include {
    /// Sets whether the report has the payload as it should be sent.
    pub const fn prepared(self, prepared: bool) -> Include {
        Include { prepared, ..self }
    }

    /// Sets whether the report has the result of each rule.
    pub const fn trace(self, trace: bool) -> Include {
        Include { trace, ..self }
    }
}

/// An optional part of a report.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Part {
    Prepared,
    Trace,
}

impl From<Vec<Part>> for Include {
    fn from(parts: Vec<Part>) -> Include {
        Include { prepared: parts.contains(&Part::Prepared), trace: parts.contains(&Part::Trace) }
    }
}

impl From<Include> for Vec<Part> {
    fn from(include: Include) -> Vec<Part> {
        let parts = [(Part::Prepared, include.prepared), (Part::Trace, include.trace)];
        parts.into_iter().filter(|(_, is_included)| *is_included).map(|(part, _)| part).collect()
    }
}

/// Everything that a verdict depends on besides the payload.
///
/// ```
/// use casegate::Context;
/// use casegate::context::Credential;
///
/// let context = Context::new("2026-03-01".parse()?).credential(Credential::Master).financing_enrolled(true);
/// let settings = serde_json::to_string(&context)?;
/// assert_eq!(settings, r#"{"today":"2026-03-01","credential":"master","financing_enrolled":true}"#);
/// assert_eq!(Context::from_json(&settings)?, context);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// In JSON a context is its settings: `today`, and those that differ from the default. Firm rules
/// are as they were given. Reading checks them again, against all other settings.
#[derive(Debug, Clone, PartialEq)]
pub struct Context {
    pub(crate) today: Date,
    /// `true` if the settings name the day. Operations that do not need it accept both.
    pub(crate) has_today: bool,
    /// The rulebook that counts, if it is not that of `today`.
    pub(crate) as_of: Option<AsOf>,
    pub(crate) surface: Surface,
    pub(crate) product: Option<Product>,
    pub(crate) credential: Credential,
    pub(crate) token_name: Option<String>,
    pub(crate) financing_enrolled: bool,
    pub(crate) refused: CarrierList,
    pub(crate) specialty: CarrierList,
    pub(crate) words: Vec<(&'static str, String)>,
    pub(crate) severity: Severities,
    pub(crate) limits: Limits,
    pub(crate) include: Include,
    pub(crate) language: Language,
    pub(crate) audience: Audience,
    pub(crate) clock_tolerance_seconds: u32,
    pub(crate) firm: Firm,
}

impl Context {
    /// The default tolerance between clocks.
    pub(crate) const CLOCK_TOLERANCE_SECONDS: u32 = 5 * 60;

    /// The greatest tolerance between clocks, a day.
    pub(crate) const MAX_CLOCK_TOLERANCE_SECONDS: u32 = 86_400;

    /// Creates settings for a day, with defaults for everything else. A program that runs longer
    /// than a day keeps [`crate::config::Settings`].
    pub fn new(today: Date) -> Context {
        Context {
            today,
            has_today: true,
            as_of: None,
            surface: Surface::default(),
            product: None,
            credential: Credential::default(),
            token_name: None,
            financing_enrolled: false,
            refused: CarrierList::default(),
            specialty: CarrierList::default(),
            words: Vec::new(),
            severity: Severities::default(),
            limits: Limits::default(),
            include: Include::default(),
            language: Language::default(),
            audience: Audience::default(),
            clock_tolerance_seconds: Context::CLOCK_TOLERANCE_SECONDS,
            firm: Firm::default(),
        }
    }

    pub(crate) fn without_today() -> Context {
        Context { has_today: false, ..Context::new(Date::MIN) }
    }

    /// Returns the day that counts as today.
    pub fn today(&self) -> Date {
        self.today
    }

    /// Selects the rulebook of a day or of a version of the service, by default that of today
    /// (D58). Ages of dates are counted to [`Context::today`] all the same.
    ///
    /// ```
    /// use casegate::{Context, check_case};
    ///
    /// let payload = r#"{ "case_type": "pl", "is_black_card": true }"#;
    /// let context = Context::new("2026-03-01".parse()?);
    /// let codes = |context: &Context| check_case(payload, context).issues.into_iter().map(|issue| issue.code.name()).collect::<Vec<_>>();
    /// assert!(codes(&context).contains(&"ignored"));
    /// assert!(codes(&context.as_of("2.0.0".parse()?)).contains(&"removed"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn as_of(mut self, rulebook: AsOf) -> Context {
        self.as_of = Some(rulebook);
        self
    }

    /// Returns the part of a lifetime that counts.
    pub(crate) fn phase(&self, lifetime: Lifetime) -> Phase {
        match self.as_of {
            None => lifetime.phase(self.today, None),
            Some(AsOf::Day(day)) => lifetime.phase(day, None),
            Some(AsOf::Version(version)) => lifetime.phase(self.today, Some(version)),
        }
    }

    /// Sets the surface on which the case is submitted.
    pub fn surface(mut self, surface: Surface) -> Context {
        self.surface = surface;
        self
    }

    /// Sets the product of the legacy path.
    pub fn legacy_product(mut self, product: Product) -> Context {
        self.product = Some(product);
        self
    }

    /// Sets the kind of token.
    pub fn credential(mut self, credential: Credential) -> Context {
        self.credential = credential;
        self
    }

    /// Sets the name of the token. It names the reporter if `cc_emails` does not.
    pub fn token_name(mut self, name: impl Into<String>) -> Context {
        self.token_name = Some(name.into());
        self
    }

    /// Sets whether the account is enrolled with the financing partner.
    pub fn financing_enrolled(mut self, enrolled: bool) -> Context {
        self.financing_enrolled = enrolled;
        self
    }

    /// Adds words to a list of [`crate::rulebook::vocabulary::EXTENSIBLE`].
    pub fn words(mut self, list: &'static WordList, words: impl IntoIterator<Item = impl Into<String>>) -> Context {
        self.add_words(list, words.into_iter().map(Into::into).collect());
        self
    }

    pub(crate) fn add_words(&mut self, list: &'static WordList, words: Vec<String>) {
        for word in words {
            let entry = (list.id, word);
            // The list is sorted, so that a word is found quickly. Sorting afterwards would add
            // code for a short list.
            let at = self.words.partition_point(|known| *known < entry);
            self.words.insert(at, entry);
        }
    }

    /// Turns a warning into an error, except [`Code::PossibleCarrierFee`], because a fee refuses
    /// nothing (D50).
    pub fn raise(mut self, code: Code) -> Context {
        if code != Code::PossibleCarrierFee {
            self.severity.set(code, Severity::Error);
        }
        self
    }

    /// Turns the end of the legacy endpoints into a warning (D22). It is the only error that a
    /// context can lower.
    pub fn tolerate_legacy_sunset(mut self) -> Context {
        self.severity.set(Code::LegacySunset, Severity::Warning);
        self
    }

    /// Returns the limits on input and output.
    pub fn size_limits(&self) -> Limits {
        self.limits
    }

    /// Sets the limits. Each is at least 1 and at most its maximum.
    pub fn limits(mut self, limits: Limits) -> Context {
        self.limits = Limits {
            text_bytes: limits.text_bytes.clamp(1, Limits::MAX_TEXT_BYTES),
            depth: limits.depth.clamp(1, Limits::MAX_DEPTH),
            findings: limits.findings.clamp(1, Limits::MAX_FINDINGS),
        };
        self
    }

    /// Sets the optional parts of a report.
    pub fn include(mut self, include: Include) -> Context {
        self.include = include;
        self
    }

    /// Sets the language of messages for forms. Messages for developers are English.
    pub fn language(mut self, language: Language) -> Context {
        self.language = language;
        self
    }

    /// Sets the readers of messages; developers by default.
    pub fn audience(mut self, audience: Audience) -> Context {
        self.audience = audience;
        self
    }

    /// Sets the tolerance between clocks; 300 seconds by default, at most a day.
    ///
    /// A [`crate::service::events::follower::Follower`] orders the time of an event and the time of
    /// a case's row only if they are further apart (D49). The tolerance should exceed the
    /// difference between the service's clocks.
    pub fn clock_tolerance_seconds(mut self, seconds: u32) -> Context {
        self.clock_tolerance_seconds = seconds.min(Context::MAX_CLOCK_TOLERANCE_SECONDS);
        self
    }

    /// Returns the language of messages for the context's audience.
    pub(crate) fn message_language(&self) -> Language {
        match self.audience {
            Audience::Developer => Language::English,
            Audience::Form => self.language,
        }
    }

    pub(crate) fn severity_of(&self, code: Code) -> Severity {
        self.severity.of(code)
    }

    pub(crate) fn lists(&self, list: &WordList, word: &str) -> bool {
        let extra = |known: &(&'static str, String)| (known.0, known.1.as_str()).cmp(&(list.id, word));
        list.contains(word) || self.words.binary_search_by(extra).is_ok()
    }

    pub(crate) fn extra_words(&self, list: &WordList) -> impl Iterator<Item = &str> {
        let id = list.id;
        self.words.iter().filter(move |(of, _)| *of == id).map(|(_, word)| word.as_str())
    }
}
