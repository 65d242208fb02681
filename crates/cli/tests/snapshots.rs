//! The output for people. To accept a change:
//! `TRYCMD=overwrite cargo test -p casegate-cli --test snapshots`.

#[test]
fn people_see() {
    let cases = trycmd::TestCases::new();
    // The same terminal settings wherever the tests run.
    cases.env("COLUMNS", "100").env("CLICOLOR_FORCE", "0").env("NO_COLOR", "1").case("tests/cmd/*.trycmd");
}
