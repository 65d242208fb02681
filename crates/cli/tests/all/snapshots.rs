//! The output for people. To accept a change:
//! `TRYCMD=overwrite cargo test -p casegate-cli --features service snapshots::`.

use crate::support;

#[test]
fn people_see() {
    let cases = trycmd::TestCases::new();
    cases.register_bin("casegate", support::program());
    // The same terminal settings wherever the tests run.
    cases.env("COLUMNS", "100").env("CLICOLOR_FORCE", "0").env("NO_COLOR", "1").case("tests/cmd/*.trycmd");
}

/// Of the stand-in, which only a program with the feature `service` contains.
#[cfg(feature = "service")]
#[test]
fn people_see_of_the_stand_in() {
    let cases = trycmd::TestCases::new();
    cases.env("COLUMNS", "100").env("CLICOLOR_FORCE", "0").env("NO_COLOR", "1").case("tests/cmd/service/*.trycmd");
}
