//! Checks per second of `casegate api` over loopback with keep-alive, beside a plain axum server
//! that echoes its body, and the memory of `casegate api` after many requests. Both servers are
//! processes of their own, take turns, and get the same bodies from wrk.
//!
//! http CASEGATE FOLDER [--quick]     measures
//! http --echo                        is the plain server

use axum::Router;
use axum::body::Bytes;
use axum::routing::post;
use casegate_bench::clock::median;
use casegate_bench::corpus::{Size, TODAY, clean};
use casegate_bench::figures::print_figure;
use std::error::Error;
use std::fmt::Write;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

type Failure = Box<dyn Error + Send + Sync>;

const CONNECTIONS: usize = 32;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument == "--echo") {
        return echo();
    }
    let [casegate, folder, rest @ ..] = &arguments[..] else { return Err("http CASEGATE FOLDER [--quick]".into()) };
    measure(casegate, Path::new(folder), rest.iter().any(|argument| argument == "--quick"))
}

fn echo() -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        println!("http://{}", listener.local_addr()?);
        let router = Router::new().route("/v1/check_case", post(|body: Bytes| async { body }));
        axum::serve(listener, router).await?;
        Ok(())
    })
}

fn measure(casegate: &str, folder: &Path, quick: bool) -> Result<(), Failure> {
    let (rounds, seconds, most) = if quick { (3, 1, 300_000) } else { (7, 2, 1_000_000) };
    let script = folder.join("http.lua");
    std::fs::write(&script, lua(&clean("typical", Size::Typical, 200).texts)?)?;
    let own = std::env::current_exe()?;
    let mut servers = [
        Server::start(
            "casegate api, check_case",
            Command::new(casegate).args(["api", "--port", "0", "--today", TODAY]),
        )?,
        Server::start("axum alone, echo", Command::new(own).arg("--echo"))?,
    ];
    for round in 0..=rounds {
        for server in &mut servers {
            let (rate, _) = server.load(&script, seconds)?;
            // The first round warms up.
            if round > 0 {
                server.rates.push(rate);
            }
        }
    }
    let [api, plain] = &servers;
    let (checks, echoes) = (median(api.rates.iter().copied()), median(plain.rates.iter().copied()));
    println!(
        "\n{:<44}{:>12}{:>9}",
        format!("over HTTP, {CONNECTIONS} connections, wrk beside them"),
        "requests/s",
        "×"
    );
    for server in &servers {
        let rate = median(server.rates.iter().copied());
        println!("  {:<42}{rate:>12.0}{:>9.2}", server.name, rate / echoes);
    }
    print_figure("http.checks", checks)?;
    print_figure("http.over-echo", checks / echoes)?;

    let api = Server::start("casegate api", Command::new(casegate).args(["api", "--port", "0", "--today", TODAY]))?;
    let (mut done, mut early) = (0, None);
    while done < most {
        done += api.load(&script, seconds)?.1;
        if done >= most / 10 && early.is_none() {
            early = Some((done, api.memory()?));
        }
    }
    let ((before, small), large) = (early.ok_or("no memory was read")?, api.memory()?);
    println!("  memory after {before} requests: {small} KB; after {done}: {large} KB");
    print_figure("http.memory-growth", f64::from(large) / f64::from(small))?;
    Ok(())
}

/// The script of wrk that sends the bodies in turn.
fn lua(bodies: &[String]) -> Result<String, Failure> {
    let mut script = String::from("local bodies = {\n");
    for body in bodies {
        if body.contains("]==]") {
            return Err("a body ends the literal of Lua".into());
        }
        writeln!(script, "[==[\n{body}]==],")?;
    }
    script.push_str(
        "}\nlocal requests, at = {}, 0\nfunction init()\n  for each, body in ipairs(bodies) do\n    \
         requests[each] = wrk.format(\"POST\", \"/v1/check_case\", { [\"Content-Type\"] = \"application/json\" }, body)\n  \
         end\nend\nfunction request()\n  at = at % #requests + 1\n  return requests[at]\nend\n",
    );
    Ok(script)
}

/// A running server. On drop it is killed.
struct Server {
    name: &'static str,
    child: Child,
    address: String,
    rates: Vec<f64>,
}

impl Server {
    fn start(name: &'static str, command: &mut Command) -> Result<Server, Failure> {
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
        let address = line.split_whitespace().next_back().ok_or("no address")?.to_owned();
        Ok(Server { name, child, address, rates: Vec::new() })
    }

    /// Returns requests per second, and their number.
    fn load(&self, script: &Path, seconds: u32) -> Result<(f64, u32), Failure> {
        let (connections, duration) = (format!("-c{CONNECTIONS}"), format!("-d{seconds}s"));
        let wrk =
            Command::new("wrk").args(["-t2", &connections, &duration, "-s"]).arg(script).arg(&self.address).output()?;
        let said = String::from_utf8(wrk.stdout)?;
        if !wrk.status.success() || said.contains("Non-2xx") || said.contains("Socket errors") {
            return Err(format!("{}: {said}", self.name).into());
        }
        let number = |line: &str| line.split_whitespace().find_map(|word| word.parse::<f64>().ok());
        let rate = said.lines().find(|line| line.starts_with("Requests/sec:")).and_then(number).ok_or("no rate")?;
        let count = said.lines().find(|line| line.contains(" requests in ")).ok_or("no count")?;
        Ok((rate, count.split_whitespace().next().ok_or("no count")?.parse()?))
    }

    /// Returns the resident memory in KB.
    fn memory(&self) -> Result<u32, Failure> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).ok_or("no memory")?;
        Ok(line.split_whitespace().nth(1).ok_or("no memory")?.parse()?)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
