//! The HTTP parts that the stand-in and `casegate api` share, and the library's operations over
//! HTTP.
//!
//! | module | content |
//! |---|---|
//! | [`api`] | `casegate api`: the library's operations, without a database, files or tokens |
//! | [`connections`] | accepts connections, and stops |
//! | `patience` | the limits on the time that callers may take |
//! | [`body`], [`form`] | reads a body up to a limit; splits one into the parts of a form |
//! | `forward` | passes a request on to another server (feature `forward`) |
//! | [`reset`] | resets the connection of a request |
//! | [`telemetry`] | request ids and the log, which contains no submitted value |
//! | [`prose`] | the texts of answers |
//! | [`process`] | the address, the signals that stop a server, and the layers of every router |

pub mod api;
pub mod body;
pub mod connections;
pub mod form;
#[cfg(feature = "forward")]
pub mod forward;
mod patience;
pub mod process;
pub mod prose;
pub mod reset;
pub mod telemetry;

pub use axum::http::StatusCode;
