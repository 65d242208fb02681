//! The texts of all messages, in one file; and rules for every message.

use crate::marked::{self, MARK};
use crate::support::{Vector, all, of_form};
use casegate::{Code, Context, Language, Settings, field_states};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::sync::LazyLock;

/// The operations that forms call. Other messages are for developers, and English.
const FORM_OPERATIONS: [&str; 4] = ["check_case", "repair_case", "play_session", "judge_files"];

/// The findings on the description of files, which a program writes.
const FILE_INPUTS: [Code; 5] =
    [Code::WrongType, Code::NotAnObject, Code::Required, Code::UnknownWord, Code::UnknownField];

/// A vector of an operation that forms call, with the answers to a form in each language.
struct Answered {
    vector: Vector,
    replies: [Value; 2],
}

static ANSWERED: LazyLock<Vec<Answered>> = LazyLock::new(|| {
    let answered = |vector: Vector| {
        let replies = Language::ALL.map(|language| serde_json::from_str(&vector.reply_in(language)).unwrap());
        Answered { vector, replies }
    };
    let is_of_form = |vector: &Vector| FORM_OPERATIONS.iter().any(|name| vector.call.is(name));
    all().into_iter().filter(is_of_form).map(answered).collect()
});

impl Answered {
    fn reply(&self, language: Language) -> &Value {
        &self.replies[language as usize]
    }

    /// The messages for people who fill in the form, with their codes.
    fn messages(&self, language: Language) -> Vec<(String, String)> {
        let is_of_files = self.vector.call.is("judge_files");
        let mut messages = Vec::new();
        collect(self.reply(language), &mut |code, message| {
            if !is_of_files || !FILE_INPUTS.iter().any(|input| input.name() == code) {
                messages.push((code.to_owned(), message.to_owned()));
            }
        });
        messages
    }

    fn name(&self) -> String {
        format!("{}: {}", self.vector.file, self.vector.case.name)
    }
}

/// Every message of the vectors in a language, by code: in English as the context of each vector
/// says, and in Spanish as a form shows it.
fn messages(language: Language) -> BTreeMap<String, BTreeSet<String>> {
    let mut messages: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut add = |code: &str, message: &str| {
        messages.entry(code.to_owned()).or_default().insert(message.to_owned());
    };
    if language == Language::Spanish {
        for (code, message) in ANSWERED.iter().flat_map(|answered| answered.messages(language)) {
            add(&code, &message);
        }
    } else {
        let is_english = |vector: &Vector| !vector.context.contains(r#""language":"es""#);
        for vector in all().iter().filter(|vector| is_english(vector)) {
            collect(&serde_json::from_str(&vector.reply()).unwrap(), &mut add);
        }
    }
    messages
}

/// The code and the message of each issue and note, anywhere in an answer.
fn collect(answer: &Value, found: &mut impl FnMut(&str, &str)) {
    marked::issues(answer, &mut |issue| found(issue["code"].as_str().unwrap(), issue["message"].as_str().unwrap()));
}

#[test]
fn messages_are_those_of_the_snapshots() {
    for (language, name) in [(Language::English, "messages.txt"), (Language::Spanish, "messages.es.txt")] {
        let mut text =
            String::from("The messages of all vectors. After a change: UPDATE=1 cargo test -p casegate messages::\n");
        for (code, reply) in messages(language) {
            let _ = writeln!(text, "\n{code}");
            for message in reply {
                let _ = writeln!(text, "  {message}");
            }
        }
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name);
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&file, &text).unwrap();
        }
        let committed = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(
            committed == text,
            "{name} changed: UPDATE=1 cargo test -p casegate messages::, and read the difference"
        );
    }
}

#[test]
fn every_code_is_seen() {
    let messages = messages(Language::English);
    let unseen: Vec<&str> =
        Code::ALL.iter().map(|code| code.name()).filter(|code| !messages.contains_key(*code)).collect();
    assert!(unseen.is_empty(), "no vector brings forth {unseen:?}");
}

/// Words that no message in a language has. Those of the other language reveal a missing translation.
const NOT_SAID: [(Language, &str); 2] = [
    (Language::English, "valid invalid please sorry required forbidden forgot error el la los del que"),
    (
        Language::Spanish,
        // "tú" and its forms are informal.
        "válido válida inválido inválida favor sentimos requerido requerida obligatorio obligatoria prohibido prohibida \
         olvidó error tu tus te tú the of is must because with when which this service field enter choose leave remove \
         check give and or",
    ),
];

/// The words of developers, which no form shows.
const NOT_IN_FORMS: [(Language, &str); 2] = [
    (Language::English, "string boolean integer array object json null payload"),
    (Language::Spanish, "cadena booleano arreglo objeto json null añada añade"),
];

/// Paraphrases of the words that developers use, and other words that no native speaker writes.
const NOT_FOR_DEVELOPERS: [&str; 26] = [
    " member",
    "hand in",
    "so that ",
    "curly bracket",
    "square bracket",
    "in quotation marks",
    "without quotation marks",
    "is no text",
    "true or false",
    "as it came",
    "all the same",
    "half of a character",
    "in so many words",
    "of this name",
    "of this number",
    "none of them",
    "at its end",
    "authenticates",
    "as it is written",
    "is this meant",
    "set aside",
    "than documented",
    "occurs twice",
    "coverage is searched",
    "are too long together",
    "those from here on",
];

#[test]
fn messages_are_for_people() {
    for (language, not_said) in NOT_SAID {
        for (code, message) in
            messages(language).iter().flat_map(|(code, reply)| reply.iter().map(move |one| (code, one)))
        {
            // The text after a colon has words of the rule language.
            let of_rules = code == "house_refused" || code == "house_hint";
            let said = if of_rules { message.split(": ").next().unwrap() } else { message };
            let lower = said.to_lowercase();
            // The names of fields and words of the service have underscores and are the same in
            // every language.
            let words: BTreeSet<&str> =
                lower.split(|letter: char| !letter.is_alphanumeric() && letter != '_').collect();
            for word in not_said.split(' ') {
                assert!(!words.contains(word), "“{message}” says {word}");
            }
            assert!(message.ends_with(['.', '?']), "“{message}” is no sentence");
            assert!(
                message.starts_with(|letter: char| letter.is_uppercase() || letter == '`'),
                "“{message}” begins small"
            );
            assert!(!message.contains("  ") && !message.contains(" .") && !message.contains(" ,"), "“{message}”");
            // Path templates name their parameters.
            let placeholders = message.replace("{ref}", "").replace("{ticket_id}", "").replace("{file_label}", "");
            assert!(!placeholders.contains(['{', '}']), "“{message}” has braces");
            let opened = message.matches('¿').count();
            let closed = message.matches('?').count();
            assert!(opened == if language == Language::Spanish { closed } else { 0 }, "“{message}”");
            for uncontracted in [" de el ", " a el "] {
                assert!(!message.contains(uncontracted), "“{message}” is not contracted");
            }
        }
    }
}

/// Returns `true` for the codes of a firm's own messages, whose words are its own.
fn is_of_the_firm(code: &str) -> bool {
    code == "house_rule" || code == "house_advice"
}

#[test]
fn forms_and_developers_read_their_own_words() {
    for (language, not_said) in NOT_IN_FORMS {
        for (code, message) in ANSWERED.iter().flat_map(|answered| answered.messages(language)) {
            let lower = message.to_lowercase();
            let words: BTreeSet<&str> = lower.split(|letter: char| !letter.is_alphanumeric()).collect();
            for word in not_said.split(' ') {
                assert!(is_of_the_firm(&code) || !words.contains(word), "“{message}” says {word}");
            }
        }
    }
    for (code, message) in
        messages(Language::English).iter().flat_map(|(code, reply)| reply.iter().map(move |one| (code, one)))
    {
        let lower = message.to_lowercase();
        for phrase in NOT_FOR_DEVELOPERS {
            assert!(is_of_the_firm(code) || !lower.contains(phrase), "“{message}” says {phrase}");
        }
    }
}

#[test]
fn statements_and_decisions_are_for_developers() {
    for id in casegate::export::requirement_ids() {
        let text = casegate::export::requirement(id).unwrap();
        for phrase in NOT_FOR_DEVELOPERS {
            assert!(!text.to_lowercase().contains(phrase), "{id}: “{text}” says {phrase}");
        }
    }
}

#[test]
fn each_message_is_another_in_each_language() {
    for answered in ANSWERED.iter() {
        let [english, spanish] = Language::ALL.map(|language| answered.messages(language));
        assert_eq!(english.len(), spanish.len(), "{}", answered.name());
        for ((code, in_english), (same_code, in_spanish)) in english.iter().zip(&spanish) {
            assert_eq!(code, same_code, "{}", answered.name());
            assert_ne!(in_english, in_spanish, "{}", answered.name());
        }
    }
}

/// The verdict, the places, the facts and the fixes are the same in each language, byte for byte.
#[test]
fn a_language_changes_messages_and_nothing_else() {
    for answered in ANSWERED.iter() {
        let [english, spanish] = Language::ALL.map(|language| {
            let mut reply = answered.reply(language).clone();
            unsay(&mut reply);
            reply.to_string()
        });
        assert_eq!(english, spanish, "{}", answered.name());
    }
}

#[test]
fn a_form_is_asked_the_same_in_each_language() {
    for vector in all().iter().filter(|vector| vector.call.is("field_states")) {
        let context = Context::from_json(&vector.context).unwrap();
        let english = field_states(&vector.payload, &context);
        assert_eq!(english, field_states(&vector.payload, &context.language(Language::Spanish)));
    }
}

/// Removes the texts for people: messages of issues and questions, and the texts of rejected files.
fn unsay(answer: &mut Value) {
    match answer {
        Value::Array(elements) => elements.iter_mut().for_each(unsay),
        Value::Object(members) => {
            if members.contains_key("code") {
                members.remove("message");
            }
            if members.contains_key("error_code") {
                members.remove("error");
            }
            members.values_mut().for_each(unsay);
        }
        _ => {}
    }
}

/// No message of any operation repeats an input value.
#[test]
fn no_operation_says_what_it_was_given() {
    for vector in all() {
        let Ok(mut input) = serde_json::from_str::<Value>(&vector.payload) else { continue };
        marked::mark(&mut input);
        for context in [vector.context.clone(), of_form(&vector.context, Language::Spanish)] {
            let reply = vector.reply_to(&input.to_string(), &context);
            collect(&serde_json::from_str(&reply).unwrap(), &mut |_, message| {
                assert!(!message.contains(MARK), "{}: {}: {message}", vector.file, vector.case.name);
            });
        }
    }
}

/// No report, state or explanation of a payload repeats a value of it.
#[test]
fn no_submitted_value_is_repeated() {
    let mut payloads = BTreeSet::new();
    for vector in all() {
        let Ok(Value::Object(mut payload)) = serde_json::from_str::<Value>(&vector.payload) else { continue };
        let product = payload.get("case_type").cloned();
        mark(&mut payload, MARK);
        payloads.insert((Value::Object(payload.clone()).to_string(), vector.context.clone()));
        if let Some(product) = product {
            payload.insert("case_type".to_owned(), product);
            payloads.insert((Value::Object(payload).to_string(), vector.context.clone()));
        }
    }
    for (payload, context) in payloads {
        let mut settings: Map<String, Value> = serde_json::from_str(&context).unwrap();
        settings.insert("include".to_owned(), json!(["trace"]));
        let context = Value::Object(settings).to_string();
        for context in [context.clone(), of_form(&context, Language::Spanish)] {
            let report = casegate::wire::CHECK_CASE.call(&payload, &context);
            assert!(!report.contains(MARK), "{report}");
        }
        // The states have no texts of a language.
        assert!(!casegate::wire::FIELD_STATES.call(&payload, &context).contains(MARK));
    }
}

/// Adds a mark to every text, at any depth.
fn mark(object: &mut Map<String, Value>, mark: &str) {
    for value in object.values_mut() {
        match value {
            Value::String(text) => text.insert_str(0, mark),
            Value::Array(elements) => {
                for element in elements {
                    if let Value::String(text) = element {
                        text.insert_str(0, mark);
                    }
                }
            }
            Value::Object(members) => self::mark(members, mark),
            _ => {}
        }
    }
}

/// A carrier's name in a wrong place of the context is in no error (D19).
#[test]
fn no_error_about_a_context_repeats_a_name_or_a_value() {
    for context in [
        r#"{"@":1}"#,
        r#"{"today":"@"}"#,
        r#"{"today":"2026-03-01","@":{"refused":[]}}"#,
        r#"{"as_of":"@"}"#,
        r#"{"product":"@"}"#,
        r#"{"surface":"@"}"#,
        r#"{"credential":"@"}"#,
        r#"{"language":"@"}"#,
        r#"{"audience":"@"}"#,
        r#"{"token_name":["@"]}"#,
        r#"{"financing_enrolled":"@"}"#,
        r#"{"carriers":"@"}"#,
        r#"{"carriers":{"@":[]}}"#,
        r#"{"carriers":{"refused":"@"}}"#,
        r#"{"carriers":{"refused":{"@":1}}}"#,
        r#"{"carriers":{"refused":["@"]}}"#,
        r#"{"carriers":{"refused":[{"@":1}]}}"#,
        r#"{"carriers":{"refused":[{"name":"A","@":[]}]}}"#,
        r#"{"carriers":{"refused":[{"name":["@"]}]}}"#,
        r#"{"carriers":{"refused":[{"name":"A","spellings":"@"}]}}"#,
        r#"{"carriers":{"specialty":[{"name":"@","patterns":["--"]}]}}"#,
        r#"{"words":"@"}"#,
        r#"{"words":{"@":[]}}"#,
        r#"{"words":{"search_reason":"@"}}"#,
        r#"{"severity":{"@":"error"}}"#,
        r#"{"severity":{"null_value":"@"}}"#,
        r#"{"limits":{"@":1}}"#,
        r#"{"limits":{"depth":"@"}}"#,
        r#"{"include":["@"]}"#,
        r#"{"clock_tolerance_seconds":"@"}"#,
        r#"{"house":"@"}"#,
        r#"{"house":{"@":1}}"#,
        r#"{"house":{"rules":[{"@":1}]}}"#,
        r#"{"house":{"rules":[{"id":"@"}]}}"#,
        r#"{"house":{"rules":[{"id":"a.b","when":[{"field":"/@"}]}]}}"#,
        r#"{"house":{"rules":[{"id":"a.b","then":[{"@":"/policy_number"}]}]}}"#,
        r#"{"house":{"rules":[{"id":"a.b","message":{"@":"text"}}]}}"#,
        r#"{"house":{"waivers":[{"@":1}]}}"#,
        r#"{"@"#,
    ] {
        // Some resemble a setting.
        for name in ["Zorblatt Mutual", "zorblatt", "ZORBLATT, Inc.", "Refuses", "Nane", "Pattern"] {
            let is_of_carriers = context.contains("carriers") || name.to_lowercase().contains("zorblatt");
            let error = Settings::from_json(&context.replace('@', name)).expect_err(context).to_string();
            assert!(!is_of_carriers || !error.contains(name), "{context}: {error}");
        }
    }
}
