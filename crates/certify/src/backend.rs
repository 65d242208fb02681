//! The backend's process.

use crate::error::CertifyError;
use std::fs::File;
use std::net::{TcpStream, ToSocketAddrs};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
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
    pub(crate) log: PathBuf,
    /// An address of the backend, whose port answers once it is ready.
    pub(crate) url: Uri,
    /// The longest wait for it.
    pub(crate) patience: Duration,
    /// Is told what is waited for.
    pub(crate) notice: fn(&str),
    /// The process that runs.
    pub(crate) running: Running,
}

/// The number of the backend's process, for [`end`].
pub(crate) type Running = Arc<Mutex<Option<u32>>>;

/// Kills the backend that runs, with its children, where nothing else can be waited for.
pub(crate) fn end(running: &Running) {
    if let Some(id) = *running.lock().unwrap_or_else(PoisonError::into_inner) {
        signal(id, true);
    }
}

/// A running backend. It is stopped with its children when it is dropped.
pub(crate) struct Backend {
    child: Child,
    running: Running,
}

/// The longest wait for a backend that was asked to stop.
const STOP: Duration = Duration::from_secs(10);
/// After this time, people are told what is waited for.
const TELL: Duration = Duration::from_secs(5);
const LOOK: Duration = Duration::from_millis(20);

/// The way to the cause, for people whose backend does not start.
const OUTPUT: &str = "; --backend-log FILE keeps what it prints";

impl Start {
    /// Starts a backend, in a time zone if one is given, and waits until its port answers.
    pub(crate) fn start(&self, zone: Option<&str>) -> Result<Backend, CertifyError> {
        if answers(&self.url) {
            return Err(CertifyError::Backend("its port answers already: another program uses it".to_owned()));
        }
        let mut command = shell(&self.command);
        command.envs(self.variables.iter().map(|(name, value)| (*name, value.as_str())));
        command.envs(zone.map(|zone| ("TZ", zone)));
        let output = || File::options().create(true).append(true).open(&self.log).map(Stdio::from);
        command.stdin(Stdio::null()).stdout(output()?).stderr(output()?);
        let mut backend = Backend { child: command.spawn()?, running: Arc::clone(&self.running) };
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = Some(backend.child.id());
        let began = Instant::now();
        let mut is_told = false;
        while !answers(&self.url) {
            if !is_told && began.elapsed() > TELL {
                (self.notice)(&format!(
                    "waiting until port {} answers, at most {} s",
                    port(&self.url),
                    self.patience.as_secs()
                ));
                is_told = true;
            }
            if let Some(status) = backend.child.try_wait()? {
                return Err(CertifyError::Backend(format!("it ended ({status}) before its port answered{OUTPUT}")));
            }
            if began.elapsed() > self.patience {
                let (port, seconds) = (port(&self.url), self.patience.as_secs());
                let why = format!("its port {port} did not answer within {seconds} s (six times --patience){OUTPUT}");
                return Err(CertifyError::Backend(why));
            }
            std::thread::sleep(LOOK);
        }
        Ok(backend)
    }
}

/// The port of an address.
pub(crate) fn port(url: &Uri) -> u16 {
    url.port_u16().unwrap_or(if url.scheme_str() == Some("https") { 443 } else { 80 })
}

/// Returns `true` if the port of an address accepts connections.
pub(crate) fn answers(url: &Uri) -> bool {
    let Some(addresses) = url.host().and_then(|host| (host, port(url)).to_socket_addrs().ok()) else { return false };
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
    /// Returns how the backend ended, if it did.
    pub(crate) fn ended(&mut self) -> Option<String> {
        self.child.try_wait().ok().flatten().map(|status| status.to_string())
    }

    /// Asks the backend to stop, and kills it if it does not.
    pub(crate) fn stop(mut self) {
        if !signal(self.child.id(), false) {
            let _ = self.child.kill();
        }
        let last = Instant::now() + STOP;
        while Instant::now() < last {
            if !matches!(self.child.try_wait(), Ok(None)) {
                break;
            }
            std::thread::sleep(LOOK);
        }
        // Dropped: children that are left are killed.
    }
}

/// Asks the processes of a group to stop, or kills them. Returns `false` where there are no groups.
#[cfg(unix)]
fn signal(id: u32, kill: bool) -> bool {
    use rustix::process::{Pid, Signal, kill_process_group};
    let signal = if kill { Signal::KILL } else { Signal::TERM };
    if let Some(group) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        // A group that has ended needs no signal.
        let _ = kill_process_group(group, signal);
    }
    true
}

#[cfg(not(unix))]
fn signal(_: u32, _: bool) -> bool {
    false
}

impl Drop for Backend {
    fn drop(&mut self) {
        if !signal(self.child.id(), true) {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}
