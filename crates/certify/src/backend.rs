//! The backend's process.

use crate::error::CertifyError;
use std::fs::File;
use std::net::{TcpStream, ToSocketAddrs};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use ureq::http::Uri;

/// How a backend is started.
#[derive(Debug, Clone)]
pub(crate) struct Start {
    /// The command, for the shell.
    pub(crate) command: String,
    /// Variables of its environment.
    pub(crate) variables: Vec<(&'static str, String)>,
    /// The file for its output.
    pub(crate) log: Option<PathBuf>,
    /// An address of the backend, whose port answers once it is ready.
    pub(crate) url: Uri,
    /// The longest wait for it.
    pub(crate) patience: Duration,
}

/// A running backend. It is stopped with its children when it is dropped.
pub(crate) struct Backend {
    child: Child,
}

/// The longest wait for a backend that was asked to stop.
const STOP: Duration = Duration::from_secs(10);
const LOOK: Duration = Duration::from_millis(20);

impl Start {
    /// Starts a backend, and waits until its port answers.
    pub(crate) fn start(&self) -> Result<Backend, CertifyError> {
        if answers(&self.url) {
            return Err(CertifyError::Backend("its port answers already: another program uses it".to_owned()));
        }
        let mut command = shell(&self.command);
        command.envs(self.variables.iter().map(|(name, value)| (*name, value.as_str())));
        let output = || match &self.log {
            None => Ok(Stdio::null()),
            Some(path) => File::options().create(true).append(true).open(path).map(Stdio::from),
        };
        command.stdin(Stdio::null()).stdout(output()?).stderr(output()?);
        let mut backend = Backend { child: command.spawn()? };
        let last = Instant::now() + self.patience;
        while !answers(&self.url) {
            if let Some(status) = backend.child.try_wait()? {
                return Err(CertifyError::Backend(format!("it ended ({status}) before its port answered")));
            }
            if Instant::now() > last {
                return Err(CertifyError::Backend("its port did not answer in time".to_owned()));
            }
            std::thread::sleep(LOOK);
        }
        Ok(backend)
    }
}

/// Returns `true` if the port of an address accepts connections.
pub(crate) fn answers(url: &Uri) -> bool {
    let port = url.port_u16().unwrap_or(if url.scheme_str() == Some("https") { 443 } else { 80 });
    let Some(addresses) = url.host().and_then(|host| (host, port).to_socket_addrs().ok()) else { return false };
    addresses.into_iter().any(|address| TcpStream::connect_timeout(&address, Duration::from_millis(500)).is_ok())
}

#[cfg(unix)]
fn shell(line: &str) -> Command {
    use std::os::unix::process::CommandExt;
    let mut command = Command::new("sh");
    // Its children belong to its group, and are stopped with it.
    command.args(["-c", line]).process_group(0);
    command
}

#[cfg(not(unix))]
fn shell(line: &str) -> Command {
    let mut command = Command::new("cmd");
    command.args(["/C", line]);
    command
}

impl Backend {
    /// Asks the backend to stop, and kills it if it does not.
    pub(crate) fn stop(mut self) {
        self.signal(false);
        let last = Instant::now() + STOP;
        while Instant::now() < last {
            if !matches!(self.child.try_wait(), Ok(None)) {
                break;
            }
            std::thread::sleep(LOOK);
        }
        // Dropped: children that are left are killed.
    }

    #[cfg(unix)]
    fn signal(&mut self, kill: bool) {
        use rustix::process::{Pid, Signal, kill_process_group};
        let signal = if kill { Signal::KILL } else { Signal::TERM };
        let id = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        if let Some(group) = id {
            // A group that has ended needs no signal.
            let _ = kill_process_group(group, signal);
        }
    }

    #[cfg(not(unix))]
    fn signal(&mut self, _: bool) {
        let _ = self.child.kill();
    }
}

impl Drop for Backend {
    fn drop(&mut self) {
        self.signal(true);
        let _ = self.child.wait();
    }
}
