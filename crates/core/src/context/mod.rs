//! The context: everything that only the caller knows, such as today, the credential, carriers,
//! enrollment and additional words.

pub(crate) mod carriers;
#[cfg_attr(
    not(feature = "house"),
    expect(dead_code, unused_imports, reason = "the types remain, and only `config::firm_rules` constructs them")
)]
pub(crate) mod firm_rules;

pub use crate::messages::audience::Audience;
pub use crate::rulebook::surface::{Credential, Surface};
pub use carriers::Carrier;

use crate::context::carriers::CarrierList;
use crate::context::firm_rules::House;
use crate::messages::Language;
use crate::rulebook::codes::Code;
use crate::rulebook::params::Severity;
use crate::rulebook::product::Product;
use crate::rulebook::vocabulary::WordList;
use crate::text::date::Date;
use crate::text::json::document::Document;

/// Limits on input and output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of text; 1 MiB by default.
    ///
    /// [`crate::service::results::normalize::normalize_results`] reads at most one record for each
    /// 64 bytes of this limit, and a script of a session gets at most one finding for each 64
    /// bytes.
    pub text_bytes: usize,
    /// Levels of objects and arrays, including the payload itself; 64 by default, at most
    /// [`Limits::MAX_DEPTH`].
    pub depth: usize,
    /// Findings in one report; 1,000 by default. If there are more, errors come first, then
    /// warnings.
    pub findings: usize,
}

impl Limits {
    /// The deepest nesting that is read.
    pub const MAX_DEPTH: usize = Document::MAX_DEPTH;
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { text_bytes: 1 << 20, depth: 64, findings: 1_000 }
    }
}

/// The optional parts of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Include {
    /// The payload as it should be sent.
    pub prepared: bool,
    /// The result of each rule.
    pub trace: bool,
}

/// Everything that a verdict depends on besides the payload.
///
/// ```
/// use casegate::{Date, Context};
/// use casegate::context::Credential;
///
/// let today = Date::parse("2026-03-01").ok_or("no such day")?;
/// let context = Context::new(today).credential(Credential::Master).financing_enrolled(true);
/// assert_eq!(context.today().to_string(), "2026-03-01");
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug, Clone)]
pub struct Context {
    pub(crate) today: Date,
    /// `true` if the settings name the day. Operations that do not need it accept both.
    pub(crate) has_today: bool,
    pub(crate) surface: Surface,
    pub(crate) product: Option<Product>,
    pub(crate) credential: Credential,
    pub(crate) token_name: Option<String>,
    pub(crate) financing_enrolled: bool,
    pub(crate) refused: CarrierList,
    pub(crate) specialty: CarrierList,
    pub(crate) words: Vec<(&'static str, String)>,
    pub(crate) severity: Vec<(Code, Severity)>,
    pub(crate) limits: Limits,
    pub(crate) include: Include,
    pub(crate) language: Language,
    pub(crate) audience: Audience,
    pub(crate) clock_tolerance_seconds: u32,
    pub(crate) house: House,
}

impl Context {
    /// Creates settings for a day, with defaults for everything else.
    pub fn new(today: Date) -> Context {
        Context {
            today,
            has_today: true,
            surface: Surface::default(),
            product: None,
            credential: Credential::default(),
            token_name: None,
            financing_enrolled: false,
            refused: CarrierList::default(),
            specialty: CarrierList::default(),
            words: Vec::new(),
            severity: Vec::new(),
            limits: Limits::default(),
            include: Include::default(),
            language: Language::default(),
            audience: Audience::default(),
            clock_tolerance_seconds: 5 * 60,
            house: House::default(),
        }
    }

    pub(crate) fn without_today() -> Context {
        Context { has_today: false, ..Context::new(Date::MIN) }
    }

    /// Returns the day that counts as today.
    pub fn today(&self) -> Date {
        self.today
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
    pub fn words(mut self, list: &'static WordList, words: impl IntoIterator<Item = String>) -> Context {
        self.add_words(list, words.into_iter().collect());
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
            self.severity.push((code, Severity::Error));
        }
        self
    }

    /// Turns the end of the legacy endpoints into a warning (D22). It is the only error that a
    /// context can lower.
    pub fn tolerate_legacy_sunset(mut self) -> Context {
        self.severity.push((Code::LegacySunset, Severity::Warning));
        self
    }

    /// Returns the limits on input and output.
    pub fn size_limits(&self) -> Limits {
        self.limits
    }

    /// Sets the limits. The depth is at most [`Limits::MAX_DEPTH`].
    pub fn limits(mut self, limits: Limits) -> Context {
        self.limits = Limits { depth: limits.depth.min(Limits::MAX_DEPTH), ..limits };
        self
    }

    /// Sets the optional parts of a report.
    pub fn include(mut self, include: Include) -> Context {
        self.include = include;
        self
    }

    /// Sets the language of messages.
    pub fn language(mut self, language: Language) -> Context {
        self.language = language;
        self
    }

    /// Sets the readers of messages; developers by default.
    pub fn audience(mut self, audience: Audience) -> Context {
        self.audience = audience;
        self
    }

    /// Sets the tolerance between clocks; 300 seconds by default.
    ///
    /// A [`crate::service::events::follower::Follower`] orders the time of an event and the time of
    /// a case's row only if they are further apart (D49). The tolerance should exceed the
    /// difference between the service's clocks.
    pub fn clock_tolerance_seconds(mut self, seconds: u32) -> Context {
        self.clock_tolerance_seconds = seconds;
        self
    }

    /// The last setting of a code counts.
    pub(crate) fn severity_of(&self, code: Code) -> Severity {
        let set = self.severity.iter().rev().find(|(changed, _)| *changed == code);
        set.map_or(code.severity(), |(_, severity)| *severity)
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
