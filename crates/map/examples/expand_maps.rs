//! Prints every vector of a map as a line of JSON, with the reply, for other bindings.

#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a program for the terminal, of tests")]

#[expect(unreachable_pub, dead_code, reason = "shared with the tests")]
#[path = "../tests/support/mod.rs"]
mod support;

fn main() {
    for vector in support::all() {
        let line = serde_json::json!({
            "name": format!("{}: {}", vector.file, vector.case.name), "call": vector.call, "map": vector.map, "csv": vector.bytes,
            "input": vector.input, "context": vector.context, "reply": vector.reply,
        });
        println!("{line}");
    }
}
