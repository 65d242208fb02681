//! Cases per second that the stand-in creates over loopback, with and without the rulebook's check,
//! which shows the share of the check. Both stand-ins run in this process, on disks of the same
//! kind, and take turns. stand_in [--quick]

// Counts are far below 2^52.
#![expect(clippy::cast_precision_loss, reason = "the figure is for people")]

use casegate::{Context, Date, check_case};
use casegate_bench::clock::median;
use casegate_bench::corpus::{Size, TODAY, clean};
use casegate_bench::figures::print_figure;
use casegate_server::{Config, Ready, Server};
use std::error::Error;
use std::hint::black_box;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

type Failure = Box<dyn Error + Send + Sync>;

/// As many as the software of a busy law firm would open.
const CLIENTS: usize = 8;

fn main() -> Result<(), Failure> {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let (rounds, turn) = if quick { (3, Duration::from_millis(500)) } else { (7, Duration::from_secs(1)) };
    let folder = std::env::temp_dir().join(format!("casegate-bench-{}", std::process::id()));
    let measured = measure(&folder, rounds, turn);
    std::fs::remove_dir_all(&folder)?;
    measured
}

fn measure(folder: &Path, rounds: usize, turn: Duration) -> Result<(), Failure> {
    let cases = clean("typical", Size::Typical, 200).texts;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let mut stand_ins = Vec::new();
    for (name, checks) in [("create, with the check", true), ("create, without the check", false)] {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let server = runtime.block_on(Server::bind(Config::default(), &folder.join(name), address))?;
        let server = if checks { server } else { server.without_check() };
        let Ready { base_url, master_tokens, operator_token: operator, .. } = server.ready().clone();
        runtime.spawn(server.run(std::future::pending()));
        let (_, master) = master_tokens.into_iter().next().ok_or("a master token")?;
        let port: u16 = base_url.rsplit(':').next().ok_or("a port")?.parse()?;
        set_clock(port, &operator)?;
        let token = login(port, &master)?;
        let requests = cases.iter().map(|case| create(&token, case)).collect();
        stand_ins.push(StandIn { name, port, requests, rates: Vec::new(), times: Vec::new() });
    }
    for round in 0..=rounds {
        for stand_in in &mut stand_ins {
            let (rate, times) = load(stand_in.port, &stand_in.requests, turn)?;
            // The first round warms up.
            if round > 0 {
                stand_in.rates.push(rate);
                stand_in.times.extend(times);
            }
        }
    }
    let check = check_time(&cases)?;
    println!(
        "\n{:<44}{:>10}{:>9}{:>9}{:>9}",
        format!("the stand-in, {CLIENTS} clients over loopback"),
        "requests/s",
        "p50 ms",
        "p99 ms",
        "×"
    );
    let first = stand_ins.first().map_or(1.0, |stand_in| median(stand_in.rates.iter().copied()));
    for stand_in in &stand_ins {
        let mut times = stand_in.times.clone();
        times.sort_by(f64::total_cmp);
        let at = |percent: usize| times.get(times.len() * percent / 100).copied().unwrap_or_default();
        let rate = median(stand_in.rates.iter().copied());
        println!("  {:<42}{rate:>10.0}{:>9.2}{:>9.2}{:>9.2}", stand_in.name, at(50), at(99), rate / first);
    }
    println!(
        "  {:<42}{:>10.1} µs, {:.2} % of a create's time of work",
        "the check alone, natively",
        check * 1e6,
        check * first * 100.0
    );
    print_figure("stand-in.check-share", check * first)?;
    Ok(())
}

struct StandIn {
    name: &'static str,
    port: u16,
    requests: Vec<Vec<u8>>,
    rates: Vec<f64>,
    /// The time of each request, in milliseconds.
    times: Vec<f64>,
}

/// Sends for the length of a turn; returns requests per second, and the time of each.
fn load(port: u16, requests: &[Vec<u8>], turn: Duration) -> Result<(f64, Vec<f64>), Failure> {
    let stop = AtomicBool::new(false);
    let started = Instant::now();
    let clients: Vec<Result<Vec<f64>, Failure>> = std::thread::scope(|scope| {
        let sending: Vec<_> = (0..CLIENTS)
            .map(|client| {
                let stop = &stop;
                scope.spawn(move || -> Result<Vec<f64>, Failure> {
                    let mut connection = Connection::open(port)?;
                    let mut times = Vec::new();
                    for request in requests.iter().cycle().skip(client * requests.len() / CLIENTS) {
                        if stop.load(Ordering::Relaxed) {
                            break;
                        }
                        let sent = Instant::now();
                        let (status, answer) = connection.send(request)?;
                        if status != 201 {
                            let answer = String::from_utf8_lossy(&answer);
                            return Err(format!("a create was answered with {status}: {answer}").into());
                        }
                        times.push(sent.elapsed().as_secs_f64() * 1e3);
                    }
                    Ok(times)
                })
            })
            .collect();
        std::thread::sleep(turn);
        stop.store(true, Ordering::Relaxed);
        sending.into_iter().map(|client| client.join().unwrap_or_else(|_| Err("a client broke".into()))).collect()
    });
    let elapsed = started.elapsed().as_secs_f64();
    let mut times = Vec::new();
    for client in clients {
        times.append(&mut client?);
    }
    Ok((times.len() as f64 / elapsed, times))
}

/// The time of one check, in seconds: the median of turns over all cases.
fn check_time(cases: &[String]) -> Result<f64, Failure> {
    let context = Context::new(Date::parse(TODAY).ok_or("no such day")?);
    let mut turns = Vec::new();
    for _ in 0..50 {
        let started = Instant::now();
        for case in cases {
            black_box(check_case(black_box(case), &context));
        }
        turns.push(started.elapsed().as_secs_f64() / cases.len() as f64);
    }
    Ok(median(turns.into_iter()))
}

/// On the day of the payloads all of them are accepted.
fn set_clock(port: u16, operator: &str) -> Result<(), Failure> {
    let body = format!(r#"{{"now":"{TODAY}T12:00:00Z"}}"#);
    let head = head("PUT", "/operator/api/clock", operator, "application/json", body.len());
    let (status, _) = Connection::open(port)?.send(&[head.as_bytes(), body.as_bytes()].concat())?;
    if status == 200 { Ok(()) } else { Err(format!("the clock was answered with {status}").into()) }
}

fn login(port: u16, master: &str) -> Result<String, Failure> {
    let body = r#"{"token_name":"bench"}"#;
    let head = head("POST", "/api/auth/login/", master, "application/json", body.len());
    let (status, answer) = Connection::open(port)?.send(&[head.as_bytes(), body.as_bytes()].concat())?;
    let answer: serde_json::Value = serde_json::from_slice(&answer)?;
    answer["token"].as_str().map(str::to_owned).ok_or_else(|| format!("login was answered with {status}").into())
}

fn create(token: &str, case: &str) -> Vec<u8> {
    let body = format!("--b\r\nContent-Disposition: form-data; name=\"case\"\r\n\r\n{case}\r\n--b--\r\n");
    let head = head("POST", "/api/v1/partner/cases/create/", token, "multipart/form-data; boundary=b", body.len());
    [head.as_bytes(), body.as_bytes()].concat()
}

fn head(method: &str, path: &str, token: &str, content_type: &str, length: usize) -> String {
    format!(
        "{method} {path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Token {token}\r\nContent-Type: {content_type}\r\nContent-Length: {length}\r\n\r\n"
    )
}

struct Connection {
    stream: TcpStream,
    read: Vec<u8>,
}

impl Connection {
    fn open(port: u16) -> Result<Connection, Failure> {
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
        stream.set_nodelay(true)?;
        Ok(Connection { stream, read: Vec::new() })
    }

    /// Sends a request and reads its answer, which has its length.
    fn send(&mut self, request: &[u8]) -> Result<(u16, Vec<u8>), Failure> {
        self.stream.write_all(request)?;
        self.read.clear();
        let mut chunk = [0; 4096];
        loop {
            let came = self.stream.read(&mut chunk)?;
            if came == 0 {
                return Err("the connection was closed".into());
            }
            self.read.extend_from_slice(&chunk[..came]);
            let Some(end) = self.read.windows(4).position(|window| window == b"\r\n\r\n") else { continue };
            let head = String::from_utf8_lossy(&self.read[..end]).to_ascii_lowercase();
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            let length: usize = length.ok_or("an answer without its length")?.parse()?;
            if self.read.len() >= end + 4 + length {
                let status = head.split(' ').nth(1).ok_or("no status")?.parse()?;
                return Ok((status, self.read[end + 4..].to_vec()));
            }
        }
    }
}
