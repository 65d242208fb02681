//! The reasons why a backend cannot be certified.

/// The reason why the scenarios cannot be played.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CertifyError {
    /// A scenario is not in the form of scenarios.
    #[error("the scenario `{name}` cannot be read: {why}")]
    Scenario {
        /// The scenario.
        name: String,
        /// The error.
        why: String,
    },
    /// No scenario has the name.
    #[error("there is no scenario `{0}`; --list shows them all")]
    UnknownScenario(String),
    /// An address cannot be used.
    #[error("the address of {name} must be {needs}")]
    Address {
        /// The option.
        name: &'static str,
        /// The expected value.
        needs: &'static str,
    },
    /// The stand-in does not work.
    #[error("the stand-in: {0}")]
    Service(String),
    /// The backend does not start.
    #[error("the backend: {0}")]
    Backend(String),
    /// The system does not provide a port, a folder or a process.
    #[error("{0}")]
    System(#[from] std::io::Error),
}
