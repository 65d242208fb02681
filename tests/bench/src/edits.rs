//! The time of an edit of a form, in forms of different sizes.

use crate::clock::measure;
use crate::contenders::context;
use crate::corpus;
use crate::figures::print_figure;
use casegate::Session;
use std::cell::RefCell;
use std::error::Error;
use std::hint::black_box;

/// The forms, and the edited field of each.
const FORMS: [(&str, &str); 3] =
    [("typical", "/plaintiff_name"), ("typical", "/defendant_information/city"), ("large", "/plaintiff_name")];

/// The typed values, one after the other.
const VALUES: [&str; 4] = [r#""Alma Ito""#, r#""Bruno Roe""#, r#""Chiara Bell""#, r#""Dev Holloway""#];

/// Prints a table, and records its figures.
pub fn measured(rounds: usize) -> Result<(), Box<dyn Error>> {
    let mut forms = Vec::new();
    for (name, at) in FORMS {
        let corpus = corpus::named(name).ok_or("no such corpus")?;
        let mut session = Session::new(&corpus.texts[0], context()?)?;
        session.touch("").expect("everything can be touched");
        forms.push((name, at, RefCell::new(session)));
    }
    let works: Vec<_> = forms
        .iter()
        .map(|(_, at, session)| {
            || {
                for value in VALUES {
                    let _ = black_box(session.borrow_mut().set(at, black_box(value)));
                }
            }
        })
        .collect();
    let works: Vec<&dyn Fn()> = works.iter().map(|work| work as &dyn Fn()).collect();
    let rows = measure(&works, VALUES.len(), rounds);
    println!("\n{:<68}{:>8}{:>9}", "native, an edit of a form", "µs", "×");
    for ((name, at, _), row) in forms.iter().zip(&rows) {
        let what = format!("Session::set, {at}, {name} payload");
        println!("  {what:<66}{:>8.3}{:>9.2}", row.micros, row.ratio);
    }
    let [typical, ..] = rows.as_slice() else { return Err("no row".into()) };
    Ok(print_figure("native.session.micros", typical.micros)?)
}
