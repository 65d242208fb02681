//! Prints every vector of an operation of the bindings as a line of JSON: file, name, call, whether it is for backends only,
//! payload text, context text and the core's reply. The other bindings read these lines, pass
//! payload and context to their own entry point, and compare the reply.

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

#[path = "../tests/support/mod.rs"]
mod support;

fn main() {
    for vector in support::all().into_iter().filter(|vector| vector.operation().is_some()) {
        let line = serde_json::json!({
            "file": vector.file,
            "name": vector.case.name,
            "call": vector.call.0,
            "service": casegate::wire::SERVICE_OPERATIONS.iter().any(|operation| vector.call.is(operation.name)),
            "payload": vector.payload,
            "context": vector.context,
            "reply": vector.reply(),
        });
        println!("{line}");
    }
}
