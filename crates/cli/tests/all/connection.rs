//! A connection that is reused for several requests.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

pub(crate) struct Connection {
    stream: BufReader<TcpStream>,
}

/// An answer, whose headers have names in lower case.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("JSON")
    }
}

impl Connection {
    pub(crate) fn open(port: u16) -> Connection {
        let stream = TcpStream::connect(("127.0.0.1", port)).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time");
        stream.set_nodelay(true).expect("no delay");
        Connection { stream: BufReader::new(stream) }
    }

    /// Sends a request; `headers` are lines that end with `\r\n`.
    pub(crate) fn send(&mut self, method: &str, path: &str, headers: &[u8], body: &[u8]) -> Reply {
        let head = format!("{method} {path} HTTP/1.1\r\nHost: casegate\r\nContent-Length: {}\r\n", body.len());
        self.raw(&[head.as_bytes(), headers, b"\r\n", body].concat())
    }

    pub(crate) fn post(&mut self, path: &str, headers: &str, body: &[u8]) -> (u16, Vec<u8>) {
        let reply = self.send("POST", path, headers.as_bytes(), body);
        (reply.status, reply.body)
    }

    /// Sends bytes unchanged, and reads the answer to a request that is not HEAD.
    pub(crate) fn raw(&mut self, request: &[u8]) -> Reply {
        // A request may be refused before it is complete.
        let _ = self.stream.get_mut().write_all(request);
        self.read()
    }

    pub(crate) fn read(&mut self) -> Reply {
        let mut line = String::new();
        self.stream.read_line(&mut line).expect("an answer");
        let status = line.split(' ').nth(1).unwrap_or_else(|| panic!("no status: {line:?}")).parse().expect("a status");
        let mut headers = Vec::new();
        loop {
            line.clear();
            self.stream.read_line(&mut line).expect("a header");
            let Some((name, value)) = line.split_once(": ") else { break };
            headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
        let length = headers.iter().find(|(name, _)| name == "content-length");
        let mut body = vec![0; length.map_or(0, |(_, length)| length.parse().expect("a length"))];
        self.stream.read_exact(&mut body).expect("a body");
        Reply { status, headers, body }
    }

    /// Returns `true` if the server has closed the connection.
    pub(crate) fn is_closed(&mut self) -> bool {
        matches!(self.stream.read(&mut [0; 1]), Ok(0) | Err(_))
    }
}
