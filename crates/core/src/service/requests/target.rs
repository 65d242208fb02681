//! The endpoint that a request is addressed to.

use crate::service::requests::kinds::Endpoint;
use crate::service::requests::paths::PathParams;
/// The endpoint of a request with the parameters of its path.
pub(crate) struct Target {
    pub(crate) endpoint: &'static Endpoint,
    /// The parameters of the path. If the request names only its endpoint, they come from `params`.
    pub(crate) params: PathParams,
    /// `true` if the parameters were read from the path.
    pub(crate) by_path: bool,
    pub(crate) query: Vec<(String, String)>,
}

impl Target {
    pub(crate) fn param(&self, name: &str) -> Option<&str> {
        self.params.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }
}
