//! A program that answers the protocol of the conformance kit.

use serde_json::{Value, json};
use std::io::{self, BufRead, BufReader, BufWriter, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::thread;

/// The started processes of the reference that nobody uses at the moment.
static IDLE: Mutex<Vec<Program>> = Mutex::new(Vec::new());

/// A started program.
#[derive(Debug)]
pub struct Program {
    process: Child,
    stdin: BufWriter<ChildStdin>,
    answers: Lines<BufReader<ChildStdout>>,
}

impl Program {
    /// Starts a command.
    ///
    /// # Errors
    ///
    /// There is no such command.
    pub fn start(command: &[String]) -> io::Result<Program> {
        let mut process =
            Command::new(&command[0]).args(&command[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let stdin = BufWriter::with_capacity(1 << 20, process.stdin.take().unwrap());
        let answers = BufReader::with_capacity(1 << 20, process.stdout.take().unwrap()).lines();
        Ok(Program { process, stdin, answers })
    }

    /// Returns the answers to some cases, each a payload and a context; `None` for a case that the
    /// program does not support.
    ///
    /// # Errors
    ///
    /// The program ends, or does not follow the protocol.
    pub fn check_cases(&mut self, cases: &[(String, &Value)]) -> io::Result<Vec<Option<Value>>> {
        let Program { process, stdin, answers } = self;
        thread::scope(|scope| {
            // Its answers would fill the pipe if nobody read them meanwhile.
            let writer = scope.spawn(move || {
                for (id, (payload, context)) in cases.iter().enumerate() {
                    let request = json!({ "id": id, "operation": "check_case", "input": payload, "context": context });
                    writeln!(stdin, "{request}")?;
                }
                stdin.flush()
            });
            let mut answer = |id: usize| {
                let ended = || io::Error::other(format!("process {} ended before an answer", process.id()));
                let mut reply: Value = serde_json::from_str(&answers.next().ok_or_else(ended)??)?;
                if reply["id"] != json!(id) {
                    return Err(io::Error::other(format!("expected the answer to {id}, not to {}", reply["id"])));
                }
                Ok((reply["unsupported"] != json!(true)).then(|| reply["answer"].take()))
            };
            let answered: io::Result<Vec<Option<Value>>> = (0..cases.len()).map(&mut answer).collect();
            let written = writer.join().unwrap();
            answered.and_then(|answered| written.map(|()| answered))
        })
    }
}

/// Returns the answers of `kit/reference.py` to some cases.
///
/// # Panics
///
/// Panics if Python is missing, or the reference does not answer.
pub fn reference(cases: &[(String, &Value)]) -> Vec<Value> {
    let idle = IDLE.lock().unwrap().pop();
    let mut program = idle.unwrap_or_else(|| {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../kit/reference.py");
        Program::start(&["python3".to_owned(), file.to_owned()]).unwrap()
    });
    let answers = program.check_cases(cases).unwrap();
    IDLE.lock().unwrap().push(program);
    answers.into_iter().map(Option::unwrap).collect()
}
