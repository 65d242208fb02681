//! What only the host knows: today, who asks, carriers, enrolment, further words.

pub(crate) mod settings;

use crate::carriers::{Carrier, CarrierList};
use crate::date::Date;
use crate::document::Document;
use crate::fields::Product;
#[cfg(feature = "house")]
use crate::house;
use crate::house::House;
use crate::issue::{Code, Issue, Severity};
use crate::lifetime::{LEGACY_SUNSET, Lifetime, Until};
use crate::messages::Language;
use crate::vocabulary::WordList;
use crate::write;
use serde::{Deserialize, Serialize};

/// The way a case is submitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Surface {
    /// One multipart request.
    #[default]
    Create,
    /// The deprecated three-step flow.
    Legacy,
}

impl Surface {
    /// Until when cases can be submitted this way.
    ///
    /// ```
    /// use casegate::{Language, Surface};
    ///
    /// assert_eq!(Surface::Legacy.lifetime().told(Language::Spanish), ["Termina el 11 de noviembre de 2026."]);
    /// ```
    pub const fn lifetime(self) -> Lifetime {
        match self {
            Surface::Create => Lifetime::OPEN,
            Surface::Legacy => Lifetime::until(Until::Date(LEGACY_SUNSET)),
        }
    }
}

/// The kind of token that the request is made with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Credential {
    /// A user token.
    #[default]
    User,
    /// The operator-issued master token.
    Master,
}

impl Credential {
    /// The word of host settings.
    ///
    /// ```
    /// assert_eq!(casegate::Credential::Master.name(), "master");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Credential::User => "user",
            Credential::Master => "master",
        }
    }
}

/// How much a payload may be before it is turned away unread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of text; 1 MiB unless set. [`crate::normalize_results`] takes one record for each 64 of them,
    /// and a script of a session is told one finding for each 64.
    pub text_bytes: usize,
    /// Objects and arrays inside each other, the payload itself included; 64 unless set, at most [`Limits::MAX_DEPTH`].
    pub depth: usize,
    /// Findings in one report; 1,000 unless set. Where there are more, errors come first, then warnings.
    pub findings: usize,
}

impl Limits {
    /// Deeper nesting than this is never read.
    pub const MAX_DEPTH: usize = 120;
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { text_bytes: 1 << 20, depth: 64, findings: 1_000 }
    }
}

/// What a report holds besides the verdict, the issues and the facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Include {
    /// The payload as it should be sent.
    pub prepared: bool,
    /// How each rule came out.
    pub ledger: bool,
}

/// Everything that a verdict depends on besides the payload.
///
/// ```
/// use casegate::{Credential, Date, Host};
///
/// let today = Date::parse("2026-03-01").ok_or("no such day")?;
/// let host = Host::new(today).credential(Credential::Master).financing_enrolled(true);
/// assert_eq!(host.today().to_string(), "2026-03-01");
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug, Clone)]
pub struct Host {
    pub(crate) today: Date,
    /// Whether the settings name it; operations that need no day take any.
    has_today: bool,
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
    pub(crate) clock_tolerance_seconds: u32,
    pub(crate) house: House,
}

/// Host settings that cannot be used: a mistake of the program, not of the person who fills in the form.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
#[non_exhaustive]
pub enum HostError {
    /// The text is not JSON.
    NotJson {
        /// Line of the text, from 1.
        line: usize,
        /// Column of the line, from 1.
        column: usize,
    },
    /// A setting that does not exist.
    Unknown {
        /// Its name, with the names around it.
        name: String,
        /// A setting of a similar name.
        near: Option<&'static str>,
    },
    /// A setting that must be given.
    Missing {
        /// Its name.
        name: &'static str,
        /// What it must be.
        needs: &'static str,
    },
    /// The settings are no object.
    NotAnObject,
    /// A setting of another kind than it must be.
    Unusable {
        /// Its name, with the names around it.
        name: String,
        /// What it must be.
        needs: &'static str,
    },
    /// A house rule or a waiver that cannot be used; [`crate::check_house`] tells all of them.
    House(Box<Issue>),
}

impl HostError {
    /// In words; put together by hand, as a module has no other use for the standard library's formatting.
    pub(crate) fn message(&self) -> String {
        match self {
            HostError::NotJson { line, column } => {
                let mut out = "the host settings are not JSON (line ".to_owned();
                write::number(&mut out, *line as u64);
                out.push_str(", column ");
                write::number(&mut out, *column as u64);
                out.push(')');
                out
            }
            HostError::Unknown { name, near: None } => ["there is no host setting `", name, "`"].concat(),
            HostError::Unknown { name, near: Some(near) } => {
                ["there is no host setting `", name, "`; did you mean `", near, "`?"].concat()
            }
            HostError::Missing { name, needs } => ["the host setting `", name, "` is missing: ", needs].concat(),
            HostError::NotAnObject => "the host settings must be an object".to_owned(),
            HostError::Unusable { name, needs } => ["the host setting `", name, "` must be ", needs].concat(),
            HostError::House(issue) => {
                ["the host setting `house` cannot be used at `", &issue.at, "`: ", &issue.message].concat()
            }
        }
    }
}

impl Host {
    /// Settings for a day, and the defaults for everything else.
    pub fn new(today: Date) -> Host {
        Host {
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
            clock_tolerance_seconds: 5 * 60,
            house: House::default(),
        }
    }

    /// Reads settings from JSON text; the keys are those of the documentation, and others are refused.
    ///
    /// ```
    /// use casegate::Host;
    ///
    /// let host = Host::from_json(r#"{ "today": "2026-03-01", "credential": "master" }"#)?;
    /// let mistake = Host::from_json(r#"{ "today": "2026-03-01", "credentials": "master" }"#);
    /// assert_eq!(
    ///     mistake.unwrap_err().to_string(),
    ///     "there is no host setting `credentials`; did you mean `credential`?"
    /// );
    /// # Ok::<(), casegate::HostError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`HostError`] tells which setting cannot be used and what it must be.
    pub fn from_json(text: &str) -> Result<Host, HostError> {
        let host = settings::read(text)?;
        host.on_a_day()?;
        Ok(host)
    }

    /// Settings for operations that depend on no day; no text is no settings.
    pub(crate) fn from_json_of_any_day(text: &str) -> Result<Host, HostError> {
        if text.trim().is_empty() { Ok(Host::of_no_day()) } else { settings::read(text) }
    }

    pub(crate) fn of_no_day() -> Host {
        Host { has_today: false, ..Host::new(Date::MIN) }
    }

    /// Refuses settings that name no day.
    pub(crate) fn on_a_day(&self) -> Result<(), HostError> {
        let missing = HostError::Missing { name: "today", needs: settings::NEEDS_TODAY };
        if self.has_today { Ok(()) } else { Err(missing) }
    }

    /// The day that counts as today.
    pub fn today(&self) -> Date {
        self.today
    }

    /// Sets the way the case is submitted.
    pub fn surface(mut self, surface: Surface) -> Host {
        self.surface = surface;
        self
    }

    /// Sets the product of the legacy path, which selects it there.
    pub fn legacy_product(mut self, product: Product) -> Host {
        self.product = Some(product);
        self
    }

    /// Sets the kind of token.
    pub fn credential(mut self, credential: Credential) -> Host {
        self.credential = credential;
        self
    }

    /// Sets the name of the token, which names the reporter where `cc_emails` does not.
    pub fn token_name(mut self, name: impl Into<String>) -> Host {
        self.token_name = Some(name.into());
        self
    }

    /// Says whether the account is enrolled with the financing partner.
    pub fn financing_enrolled(mut self, enrolled: bool) -> Host {
        self.financing_enrolled = enrolled;
        self
    }

    /// Sets the carriers that the service refuses (rule 4).
    ///
    /// # Errors
    ///
    /// [`HostError::Unusable`] names the first text that names no carrier, such as `Insurance Company`.
    pub fn refused_carriers(mut self, carriers: &[Carrier]) -> Result<Host, HostError> {
        self.refused = settings::carrier_list("carriers.refused", carriers)?;
        Ok(self)
    }

    /// Sets the carriers that cost a fee (rule 5).
    ///
    /// # Errors
    ///
    /// As [`Host::refused_carriers`].
    pub fn specialty_carriers(mut self, carriers: &[Carrier]) -> Result<Host, HostError> {
        self.specialty = settings::carrier_list("carriers.specialty", carriers)?;
        Ok(self)
    }

    /// Adds words to a list of [`crate::vocabulary::EXTENSIBLE`].
    pub fn words(mut self, list: &'static WordList, words: impl IntoIterator<Item = String>) -> Host {
        self.add_words(list, words.into_iter().collect());
        self
    }

    fn add_words(&mut self, list: &'static WordList, words: Vec<String>) {
        for word in words {
            let entry = (list.id, word);
            // Kept in order, so that a word is found without a walk; a sort would be code for a list that is short.
            let at = self.words.partition_point(|known| *known < entry);
            self.words.insert(at, entry);
        }
    }

    /// Turns a warning into an error, except [`Code::PossibleCarrierFee`]: a fee refuses nothing (D50).
    pub fn raise(mut self, code: Code) -> Host {
        if code != Code::PossibleCarrierFee {
            self.severity.push((code, Severity::Error));
        }
        self
    }

    /// Lowers the one error that a host may lower: the end of the legacy endpoints (D22).
    pub fn tolerate_legacy_sunset(mut self) -> Host {
        self.severity.push((Code::LegacySunset, Severity::Warning));
        self
    }

    /// How much a payload may be before it is turned away unread.
    pub fn size_limits(&self) -> Limits {
        self.limits
    }

    /// Sets the limits; the depth is held to [`Limits::MAX_DEPTH`].
    pub fn limits(mut self, limits: Limits) -> Host {
        self.limits = Limits { depth: limits.depth.min(Limits::MAX_DEPTH), ..limits };
        self
    }

    /// Sets what a report holds besides the verdict.
    pub fn include(mut self, include: Include) -> Host {
        self.include = include;
        self
    }

    /// Sets the language of messages.
    pub fn language(mut self, language: Language) -> Host {
        self.language = language;
        self
    }

    /// Sets how far apart times of different clocks must be to put facts about a case in order; 300 seconds unless set.
    ///
    /// A [`crate::Follower`] compares when an event fired with when a case's row was written only beyond this distance
    /// (D49). It should exceed what the service's clocks differ by.
    pub fn clock_tolerance_seconds(mut self, seconds: u32) -> Host {
        self.clock_tolerance_seconds = seconds;
        self
    }

    /// Sets the firm's own rules and waivers, given as JSON text.
    ///
    /// They are held against the words, severities and surface that were set before.
    ///
    /// ```
    /// use casegate::{Date, Host, check_case};
    ///
    /// let host = Host::new(Date::parse("2026-03-01").ok_or("no such day")?).house_rules(r#"{ "rules": [{
    ///     "id": "acme.policy_number", "product": "pl",
    ///     "then": [{ "required": "/policy_number" }],
    ///     "message": { "en": "Our files start from the policy number. Enter it." }
    /// }] }"#).map_err(|_| "house rules that cannot be used")?;
    /// let report = check_case(r#"{ "case_type": "pl" }"#, &host);
    /// assert!(report.issues.iter().any(|issue| issue.rule.as_deref() == Some("acme.policy_number")));
    /// # Ok::<(), &str>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`HostError::House`] tells the first rule or waiver that cannot be used, and why.
    #[cfg(feature = "house")]
    pub fn house_rules(mut self, json: &str) -> Result<Host, HostError> {
        let document = Document::read_to(json, settings::DEPTH).map_err(settings::unread)?;
        self.set_house(&document)?;
        Ok(self)
    }

    #[cfg(not(feature = "house"))]
    #[allow(clippy::unused_self, reason = "as with house rules")]
    fn set_house(&mut self, _: &Document) -> Result<(), HostError> {
        Err(HostError::Unusable { name: "house".to_owned(), needs: "left out: this build has no house rules" })
    }

    #[cfg(feature = "house")]
    fn set_house(&mut self, document: &Document) -> Result<(), HostError> {
        let (house, issues) = house::load(document, self);
        if let Some(issue) = issues.into_iter().find(|issue| issue.severity == Severity::Error) {
            return Err(HostError::House(Box::new(issue)));
        }
        self.house = house;
        Ok(())
    }

    /// What was set last counts.
    pub(crate) fn severity_of(&self, code: Code) -> Severity {
        let set = self.severity.iter().rev().find(|(changed, _)| *changed == code);
        set.map_or(code.severity(), |(_, severity)| *severity)
    }

    pub(crate) fn lists(&self, list: &WordList, word: &str) -> bool {
        let further = |known: &(&'static str, String)| (known.0, known.1.as_str()).cmp(&(list.id, word));
        list.holds(word) || self.words.binary_search_by(further).is_ok()
    }

    pub(crate) fn further_words(&self, list: &WordList) -> impl Iterator<Item = &str> {
        let id = list.id;
        self.words.iter().filter(move |(of, _)| *of == id).map(|(_, word)| word.as_str())
    }
}
