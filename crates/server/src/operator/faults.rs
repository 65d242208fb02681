//! Rules of faults.

use super::json_body::{Form, JsonBody};
use crate::address::Query;
use crate::app::{App, Shared};
use crate::error::ApiError;
use crate::faults::{self, CountedRule, FaultRule, RuleForm};
use crate::prose;
use crate::store::StoredOrganization;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use rusqlite::Transaction;
use serde::{Deserialize, Serialize};

pub(super) fn router() -> Router<Shared> {
    Router::new().route("/faults", get(show).put(replace).delete(remove))
}

#[derive(Serialize)]
struct Shown {
    faults: Vec<CountedRule>,
}

/// The rules of the query's organization, or all rules.
async fn show(State(app): State<Shared>, query: Query) -> Result<Response, ApiError> {
    let shown = app.read(move |tx, app| {
        let organization = asked(tx, &query)?;
        Ok(Shown { faults: app.faults.all(organization.as_deref()) })
    });
    Ok(Json(shown.await?).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    faults: Vec<RuleForm>,
}

impl Form for Rules {
    const FORM: &'static str = prose::FORM_OF_FAULTS;
}

/// Sets the rules, or with an organization in the query only those of this organization.
async fn replace(
    State(app): State<Shared>,
    query: Query,
    JsonBody(given): JsonBody<Rules>,
) -> Result<Response, ApiError> {
    let read = |(number, form): (usize, RuleForm)| {
        FaultRule::try_from(form).map_err(|error| {
            let values = [error.member, &number.to_string(), &error.needs()];
            ApiError::from(prose::BAD_FAULT.with(&values))
        })
    };
    let rules = (1..).zip(given.faults).map(read).collect::<Result<Vec<_>, _>>()?;
    let shown = app.change(move |tx, app| {
        let organization = asked(tx, &query)?;
        let mut own = Vec::with_capacity(rules.len());
        for rule in rules {
            own.push(match &organization {
                Some(name) => rule.of_organization(name),
                None => rule,
            });
        }
        for name in own.iter().filter_map(FaultRule::organization) {
            if !StoredOrganization::exists(tx, name)? {
                return Err((&prose::UNKNOWN_ORGANIZATION).into());
            }
        }
        apply(tx, app, own, organization.as_deref())?;
        Ok(Shown { faults: app.faults.all(organization.as_deref()) })
    });
    Ok(Json(shown.await?).into_response())
}

/// Removes the rules, or only those of the query's organization.
async fn remove(State(app): State<Shared>, query: Query) -> Result<StatusCode, ApiError> {
    app.change(move |tx, app| {
        let organization = asked(tx, &query)?;
        apply(tx, app, Vec::new(), organization.as_deref())
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns the name of the query's organization.
fn asked(tx: &Transaction<'_>, query: &Query) -> Result<Option<String>, ApiError> {
    let given = query.get("organization").filter(|given| !given.is_empty());
    let known = given.map(|given| StoredOrganization::find(tx, Some(&given))).transpose()?;
    Ok(known.map(|organization| organization.name))
}

/// Stores rules and puts them in force.
fn apply(tx: &Transaction<'_>, app: &App, rules: Vec<FaultRule>, organization: Option<&str>) -> Result<(), ApiError> {
    let mut stored = Vec::new();
    if organization.is_some() {
        stored = faults::get(tx)?;
        stored.retain(|known| known.organization() != organization);
    }
    stored.extend(rules.iter().cloned());
    faults::set(tx, &stored)?;
    app.faults.set(rules, organization);
    Ok(())
}
