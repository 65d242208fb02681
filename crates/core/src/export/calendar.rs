//! The rows of the tables that end, with what the specification says about when.

use crate::rulebook::fields::{COMMON, Lifetime, POLICY_EXISTENCE, POLICY_LIMIT};
use crate::rulebook::surface::Surface;
use crate::service::results::table::RESULTS_DATA;
use serde::Serialize;

/// A row of the tables that ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Ending {
    /// The kind of row.
    pub what: Subject,
    /// The name of the row: a surface, a field, a member.
    pub name: &'static str,
    /// The days and versions.
    #[serde(flatten)]
    pub lifetime: Lifetime,
    /// The statement of the specification.
    pub requirement_id: String,
}

/// The kind of a row that ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Subject {
    /// A way to submit cases.
    Surface,
    /// A field of a case.
    Field,
    /// One string as the value of a field, in place of an array of one.
    StringForm,
    /// Results without a member that is always present afterwards.
    AbsentMember,
}

/// Returns every row that ends, in the order of the tables. Words and limits have no end in the
/// specification. The rules and the field of the surface `legacy` have no end of their own, because
/// the end of the surface refuses every case on it, and the context may lower that error (D22).
///
/// ```
/// use casegate::export::calendar;
///
/// let sunset = serde_json::to_value(&calendar()[0])?;
/// assert_eq!(sunset["refuses_from"], serde_json::json!({ "date": "2026-11-11" }));
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn calendar() -> Vec<Ending> {
    let sunset =
        |surface: Surface| ending(Subject::Surface, surface.name(), surface.lifetime(), "LEG-sunset".to_owned());
    let surfaces = Surface::ALL.into_iter().map(sunset);
    let fields = || COMMON.iter().chain(POLICY_LIMIT).chain(POLICY_EXISTENCE);
    let removed =
        fields().map(|field| ending(Subject::Field, field.name, field.lifetime, ["VER-", field.name].concat()));
    let strings = fields().map(|field| {
        ending(Subject::StringForm, field.name, field.string_form, ["VER-", field.name, "-string"].concat())
    });
    let members = RESULTS_DATA
        .members
        .iter()
        .map(|member| ending(Subject::AbsentMember, member.name, member.absence, member.requirement_id.to_owned()));
    let all = surfaces.chain(removed).chain(strings).chain(members);
    all.filter(|row| row.lifetime != Lifetime::OPEN).collect()
}

fn ending(what: Subject, name: &'static str, lifetime: Lifetime, requirement_id: String) -> Ending {
    Ending { what, name, lifetime, requirement_id }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::requirement;

    /// A row that the specification's section on versioning does not mention has no end.
    #[test]
    fn the_calendar_has_the_ends_of_the_specification() {
        let names: Vec<(Subject, &str)> = calendar().iter().map(|row| (row.what, row.name)).collect();
        assert_eq!(
            names,
            [
                (Subject::Surface, "legacy"),
                (Subject::Field, "is_black_card"),
                (Subject::Field, "insurance_company_name"),
                (Subject::Field, "defendant_name"),
                (Subject::StringForm, "base_product"),
                (Subject::AbsentMember, "additional_policies"),
            ]
        );
    }

    #[test]
    fn each_row_names_a_statement() {
        for row in calendar() {
            assert!(requirement(&row.requirement_id).is_some(), "{}", row.requirement_id);
        }
    }
}
