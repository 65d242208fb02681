//! `casegate export`: files that are generated from the tables, and from the command line itself.

use crate::Outcome;
use crate::args::{Cli, Compared, Exported, RulesExport, Schema, TablesFormat};
use crate::context;
use crate::error::CliError;
use crate::input::shown;
use crate::output::Output;
use crate::scenarios;
use crate::tables::explain;
use casegate::Product;
use casegate::context::Credential;
use casegate::export::{self, CaseSchema, Draft};
use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, CommandFactory};
use std::fs;
use std::io;
use std::path::Path;

pub(crate) fn run(what: &Exported) -> Result<Outcome, CliError> {
    match what {
        Exported::Rules(RulesExport { format: TablesFormat::Json, compared }) => {
            file("rules --format json", &export::rules_json(), compared)
        }
        Exported::Schema(args) => schema(args),
        Exported::Unsaid(args) => {
            let settings = args.context.context.as_deref().map(context::of_file).transpose()?;
            file(
                &named("unsaid", args.context.context.as_deref()),
                &export::unsaid_json(settings.as_ref()),
                &args.compared,
            )
        }
        Exported::SettingsSchema(args) => file("settings-schema", &export::settings_schema_json(), args),
        Exported::ReportSchema(args) => file("report-schema", &export::report_schema_json(), args),
        Exported::Openapi(args) => file("openapi", &export::openapi_json(), args),
        Exported::HttpOpenapi(args) => file("http-openapi", &export::http_openapi_json(), args),
        Exported::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut completed(), "casegate", &mut script);
            if *shell == clap_complete::Shell::Fish {
                // The generator leaves out the values of an argument without an option.
                let condition = "__fish_casegate_using_subcommand explain";
                let line =
                    format!("complete -c casegate -n \"{condition}\" -f -a \"{}\"\n", explain::names().join(" "));
                script.extend_from_slice(line.as_bytes());
            }
            print(&String::from_utf8_lossy(&script))
        }
        Exported::Man { command } => print(&page(command.as_deref())?),
    }
}

/// Returns the command line with the names that a shell completes: those of `explain`, and the scenarios. They are no
/// part of the parsed command line, whose help would list them.
fn completed() -> Command {
    // Clap takes names that live as long as the program, which ends once they are printed.
    let known = |names: Vec<String>| {
        move |arg: Arg| arg.value_parser(PossibleValuesParser::new(names.into_iter().map(|name| &*name.leak())))
    };
    Cli::command()
        .mut_subcommand("explain", |command| command.mut_arg("name", known(explain::names())))
        .mut_subcommand("certify", |command| command.mut_arg("only", known(scenarios::names())))
}

fn print(text: &str) -> Result<Outcome, CliError> {
    Output::plain().print(text)?;
    Ok(Outcome::Success)
}

/// Prints a text, or compares it with a file.
fn file(name: &str, text: &str, args: &Compared) -> Result<Outcome, CliError> {
    let Some(path) = &args.check else { return print(text) };
    match fs::read_to_string(path) {
        Ok(there) if there == text => Ok(Outcome::Success),
        Ok(_) => Ok(outdated(name, path, "is not what the tables give now")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(outdated(name, path, "is not there")),
        Err(error) => Err(CliError::unreadable(shown(path), &error)),
    }
}

/// Returns the name of an export for the context in a file.
fn named(name: &str, context: Option<&Path>) -> String {
    context.map_or_else(|| name.to_owned(), |path| format!("{name} --context {}", shown(path)))
}

fn outdated(name: &str, path: &Path, what: &str) -> Outcome {
    let path = shown(path);
    CliError::new(format!("{path} {what}; write it with: casegate export {name} > {path}")).print();
    Outcome::Refused
}

fn schema(args: &Schema) -> Result<Outcome, CliError> {
    let unknown = || CliError::new("there is no such schema");
    let product = Product::from_case_type(&args.product).ok_or_else(unknown)?;
    let draft = Draft::from_name(&args.draft).ok_or_else(unknown)?;
    let path = args.context.context.as_deref();
    let settings = path.map(context::of_file).transpose()?;
    let of_settings = settings.as_ref().map(|settings| CaseSchema::of_settings(product, draft, settings));
    let mut wanted = of_settings.unwrap_or_else(|| CaseSchema::new(product, draft));
    wanted.today = args.today.or(wanted.today);
    if let Some(credential) = &args.credential {
        wanted.credential = if credential == "master" { Credential::Master } else { Credential::User };
    }
    let name = named(&format!("schema --product {} --draft {}", args.product, args.draft), path);
    file(&name, &export::case_schema_json(wanted), &args.compared)
}

/// Returns the manual page of the program, or of a command.
fn page(command: Option<&str>) -> Result<String, CliError> {
    let mut program = Cli::command();
    program.build();
    let about = match command {
        None => program,
        Some(name) => match program.find_subcommand(name) {
            Some(command) => command.clone().display_name(format!("casegate-{name}")),
            None => return Err(CliError::new("there is no such command; `casegate help` lists them all")),
        },
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(about).render(&mut page).map_err(|error| CliError::unwritable(&error))?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}
