//! The payload of a case in the service's answers.

use crate::error::ApiError;
use casegate::json::{Document, Members};
use serde_json::value::RawValue;

/// Returns the payload as sent, with the members that the service computes.
pub(crate) fn shown(payload: &str) -> Result<Box<RawValue>, ApiError> {
    if let Ok(Document::Object(mut members)) = Document::read(payload)
        && describe_vehicle(&mut members)
    {
        return Ok(RawValue::from_string(Document::Object(members).to_string())?);
    }
    // Unchanged, byte for byte.
    Ok(RawValue::from_string(payload.to_owned())?)
}

/// Returns a text member that is not blank.
pub(crate) fn given(payload: &Document, member: &str) -> Option<String> {
    let text = payload.get(member).and_then(Document::as_str).map(str::trim);
    text.filter(|text| !text.is_empty()).map(str::to_owned)
}

/// Returns the business whose insurance is researched.
pub(crate) fn business(payload: &Document) -> Option<String> {
    given(payload, "defendant_business_name")
}

/// Returns the person whose insurance is researched.
pub(crate) fn person(payload: &Document) -> Option<String> {
    let person = payload.get("defendant_information")?;
    let names = ["first_name", "last_name"].map(|member| given(person, member));
    Some(names.into_iter().flatten().collect::<Vec<_>>().join(" ")).filter(|name| !name.is_empty())
}

/// Computes the vehicle's description from its year, make and model, and returns `true` if all
/// three are given. The text form is not published (`VI-description-computed`); year, make and
/// model in this order are ours.
pub(crate) fn describe_vehicle(payload: &mut Members) -> bool {
    let Some(Document::Object(vehicle)) = payload.get("vehicle_information") else { return false };
    let Some(description) = description(vehicle) else { return false };
    let mut vehicle = vehicle.clone();
    vehicle.insert("description", Document::Text(description));
    payload.insert("vehicle_information", Document::Object(vehicle));
    true
}

fn description(vehicle: &Members) -> Option<String> {
    let Some(Document::Number(year)) = vehicle.get("vehicle_year") else { return None };
    // `2020.0` is an integer as well (D2).
    let year = year.parse::<f64>().ok().filter(|year| year.fract() == 0.0)?;
    let text = |name| vehicle.get(name).and_then(Document::as_str).map(str::trim).filter(|text| !text.is_empty());
    Some(format!("{year:.0} {} {}", text("vehicle_make")?, text("vehicle_model")?))
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[track_caller]
    fn is_shown(vehicle: &str, expected: &str) {
        let payload = |vehicle: &str| format!(r#"{{"summary":"x","vehicle_information":{vehicle},"big":1e400}}"#);
        assert_eq!(shown(&payload(vehicle)).unwrap().get(), payload(expected));
    }

    #[test]
    fn a_vehicle_is_described_by_year_make_and_model() {
        is_shown(
            r#"{"vehicle_year":2020.0,"vehicle_make":" Example ","vehicle_model":"Roadster","vin":"1"}"#,
            r#"{"vehicle_year":2020.0,"vehicle_make":" Example ","vehicle_model":"Roadster","vin":"1","description":"2020 Example Roadster"}"#,
        );
        is_shown(
            r#"{"description":"red","vehicle_year":2020,"vehicle_make":"Example","vehicle_model":"Roadster"}"#,
            r#"{"description":"2020 Example Roadster","vehicle_year":2020,"vehicle_make":"Example","vehicle_model":"Roadster"}"#,
        );
    }

    #[test]
    fn where_one_is_missing_the_payload_stays_as_it_was_sent() {
        for vehicle in [
            r#"{ "description": "red" }"#,
            r#"{"vehicle_year":2020,"vehicle_make":"Example"}"#,
            r#"{"vehicle_year":null,"vehicle_make":"Example","vehicle_model":"Roadster"}"#,
            r#"{"vehicle_year":2020,"vehicle_make":"  ","vehicle_model":"Roadster"}"#,
            "null",
        ] {
            is_shown(vehicle, vehicle);
        }
        assert_eq!(shown(r#"{ "a": 1 }"#).unwrap().get(), r#"{ "a": 1 }"#);
    }
}
