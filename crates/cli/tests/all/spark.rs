//! Runs the recipe for a cluster in `casegate batch --help` as it is printed there, where `PySpark`
//! and Java are installed.

use crate::support::casegate;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

const TODAY: &str = "2026-03-01";

/// A Python with `PySpark`: the one that `CASEGATE_PYSPARK` names, or else the one that
/// `scripts/setup pyspark` installed, or the system's.
fn python() -> Option<PathBuf> {
    let has_spark = |python: &PathBuf| {
        let run = Command::new(python).args(["-c", "import pyspark"]).output();
        run.is_ok_and(|run| run.status.success())
    };
    if let Some(named) = std::env::var_os("CASEGATE_PYSPARK").map(PathBuf::from) {
        assert!(has_spark(&named), "{} cannot import pyspark", named.display());
        return Some(named);
    }
    [tools().map(|tools| tools.join("pyspark/bin/python")), Some(PathBuf::from("python3"))]
        .into_iter()
        .flatten()
        .find(has_spark)
}

/// The folder of `scripts/setup`, as in `scripts/env`.
fn tools() -> Option<PathBuf> {
    let named = std::env::var_os("CASEGATE_TOOLS").map(PathBuf::from);
    named.or_else(|| std::env::home_dir().map(|home| home.join(".cache/casegate")))
}

/// Reports that the test was skipped, past the test's own capture, for the last lines of
/// `scripts/test`.
fn skipped(what: &str) {
    let _ = writeln!(std::io::stderr(), "skipped: {what}");
    if let Some(list) = std::env::var_os("CASEGATE_SKIPPED") {
        let mut list = OpenOptions::new().append(true).create(true).open(list).unwrap();
        writeln!(list, "{what}").unwrap();
    }
}

/// Cases of all kinds; each is recognized by its number.
fn cases() -> Vec<String> {
    (0..600)
        .map(|at| match at % 5 {
            0 => format!(
                r#"{{"office_case_number":"{at}","case_type":"pl","cc_emails":"office@example.com","plaintiff_name":"Test Persön","date_of_loss":"2026-02-14","is_incident_report_provided":true,"base_product":["personal_auto_policy_limits"],"insurance_company":"Example Mutual"}}"#
            ),
            1 => format!(r#"{{"office_case_number":"{at}","case_type":"pe"}}"#),
            2 => String::new(),
            3 => format!(r#"{{"office_case_number":"{at}","#),
            _ => format!("[{at}]"),
        })
        .collect()
}

/// The path of the program in the recipe.
const INSTALLED: &str = "/usr/local/bin/casegate";

/// The expression in the help text.
fn recipe() -> String {
    let help = casegate(&["batch", "--help"], b"").text();
    let start = help.find("sc.textFile").expect("the help has a recipe");
    let recipe: Vec<&str> = help[start..].lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    recipe.join(" ")
}

#[test]
fn a_cluster_gives_the_serial_answer() {
    let recipe = recipe();
    assert!(recipe.contains(&format!("{INSTALLED} batch --today {TODAY}")), "{recipe}");
    let java = Command::new("java").arg("-version").output().is_ok_and(|run| run.status.success());
    let (Some(python), true) = (python(), java) else {
        assert!(std::env::var_os("CASEGATE_PYSPARK").is_none(), "there is no Java");
        skipped("the PySpark recipe: no Java, or no Python with pyspark (scripts/setup pyspark installs both)");
        return;
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("spark");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("cases")).unwrap();
    let cases = cases();
    for (at, part) in cases.chunks(200).enumerate() {
        fs::write(folder.join(format!("cases/part-{at}.ndjson")), part.join("\n") + "\n").unwrap();
    }
    let program = format!(
        "import sys\nfrom pyspark import SparkContext\nsc = SparkContext('local[2]', 'casegate')\n\
         sys.stdout.buffer.write(''.join(line + '\\n' for line in ({}).collect()).encode())\n",
        recipe.replace(INSTALLED, env!("CARGO_BIN_EXE_casegate"))
    );
    let run = Command::new(&python)
        .args(["-c", &program])
        .current_dir(&folder)
        .env("PYSPARK_PYTHON", &python)
        .env("SPARK_LOCAL_IP", "127.0.0.1")
        .output()
        .unwrap();
    let answer = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{answer}");

    let serial = casegate(
        &["batch", "--today", TODAY, "--jobs", "1", "--id", "/office_case_number"],
        (cases.join("\n") + "\n").as_bytes(),
    );
    // A cluster chooses the order of the parts.
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let (cluster, serial) = (sorted(&String::from_utf8(run.stdout).unwrap()), sorted(&serial.text()));
    assert_eq!(serial.len(), cases.len());
    assert!(cluster == serial, "{} answers of {}; {answer}", cluster.len(), serial.len());
}
