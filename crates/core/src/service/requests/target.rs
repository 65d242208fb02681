//! The endpoint that a request goes to.

use crate::service::requests::kinds::Endpoint;
use crate::service::requests::paths::PathParams;
/// The endpoint of a request, with what its path says.
pub(crate) struct Target {
    pub(crate) endpoint: &'static Endpoint,
    /// The path's parameters; where only the endpoint is named, those of `params`.
    pub(crate) params: PathParams,
    /// Where the parameters stand.
    pub(crate) by_path: bool,
    pub(crate) query: Vec<(String, String)>,
}

impl Target {
    pub(crate) fn param(&self, name: &str) -> Option<&str> {
        self.params.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }
}
