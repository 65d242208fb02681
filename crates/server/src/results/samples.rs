//! Sample results and found policies: invented values, with the people, the insurer, the coverage,
//! the add-on services and the days of the case. Every other name in them is obviously fictional.

use super::offers::FoundPolicy;
use crate::error::ApiError;
use crate::payload::{business, given, person};
use casegate::Product;
use casegate::json::{Document, Members};
use chrono::{NaiveDate, TimeDelta};

/// The date of loss of the samples. The other days move with it.
const LOSS: &str = "2026-01-31";
/// The policyholder or owner beside the person researched. A result that is only about them is left
/// out if the case names none.
const OTHER: &str = "Fakename Sample-Owner";
/// Members that only a personal auto policy has.
const PERSONAL_AUTO: [&str; 5] =
    ["compulsory_liability_limits", "optional_liability_limits", "pip_limits", "vehicle_type", "rideshare"];

/// Returns sample `results_data` of a case.
pub(crate) fn sample(product: Product, payload: &str) -> String {
    let text = match product {
        Product::PolicyLimit => include_str!("samples/policy_limit.json"),
        Product::PolicyExistence => include_str!("samples/policy_existence.json"),
    };
    fitted(text, payload)
}

/// Returns sample policies of a case.
pub(crate) fn sample_policies(product: Product, payload: &str) -> Result<Vec<FoundPolicy>, ApiError> {
    let text = match product {
        Product::PolicyLimit => include_str!("samples/policy_limit_found.json"),
        Product::PolicyExistence => include_str!("samples/policy_existence_found.json"),
    };
    Ok(serde_json::from_str(&fitted(text, payload))?)
}

fn fitted(sample: &str, payload: &str) -> String {
    // Both can be read: the payload was accepted.
    let [sample, payload] = [sample, payload].map(|text| Document::read(text).unwrap_or(Document::Null));
    let fit = Fit::of(&payload);
    fit.value("", sample, fit.coverages.first().map(String::as_str)).to_string()
}

/// The limits of the samples that depend on the coverage.
const LIMITS: [&str; 3] =
    ["$50,000 per person / $100,000 per accident", "$25,000 / $50,000", "$1,000,000 combined single limit"];

/// Returns the limits of a coverage. A word that is not known keeps those of the sample.
fn limits_of(coverage: &str) -> Option<&'static str> {
    match coverage {
        _ if coverage.contains("personal_auto") => Some("$50,000 per person / $100,000 per accident"),
        _ if coverage.contains("commercial") => Some("$1,000,000 combined single limit"),
        _ if coverage.contains("homeowner") => Some("$300,000 personal liability"),
        _ => None,
    }
}

struct Fit {
    /// Texts of the samples with those of the case.
    texts: Vec<(&'static str, String)>,
    /// The case names another person or business.
    has_other: bool,
    /// The `base_product` of the case: of the first result, and of the second one.
    coverages: Vec<String>,
    /// The add-on services of the order.
    add_ons: Vec<String>,
    /// The days from the sample's date of loss to that of the case.
    days: TimeDelta,
}

impl Fit {
    fn of(payload: &Document) -> Fit {
        let words = |member| match payload.get(member) {
            Some(Document::List(words)) => words.iter().filter_map(Document::as_str).map(str::to_owned).collect(),
            Some(Document::Text(word)) => vec![word.clone()],
            _ => Vec::new(),
        };
        let (business, person) = (business(payload), person(payload));
        let subject = business.clone().or_else(|| person.clone());
        let holder = given(payload, "policyholder_name");
        let other = business.and(person).or_else(|| holder.clone());
        let coverages: Vec<String> = words("base_product");
        let texts = [
            ("Testa Sample-Driver", subject.clone()),
            ("Fakename Sample-Driver", holder.or_else(|| subject.clone())),
            ("Pretend Freight & Sons LLC", other.clone().or_else(|| subject.clone())),
            (OTHER, other.clone()),
            ("Example Mutual Insurance Company", given(payload, "insurance_company")),
            ("commercial_auto_policy_limits", coverages.get(1).or(coverages.first()).cloned()),
            ("personal_auto_policy_limits", coverages.first().cloned()),
        ];
        let loss = given(payload, "date_of_loss").and_then(|day| day.parse::<NaiveDate>().ok());
        Fit {
            has_other: other.is_some() || subject.is_none(),
            coverages,
            add_ons: words("add_on_services"),
            days: loss.zip(LOSS.parse::<NaiveDate>().ok()).map(|(loss, sample)| loss - sample).unwrap_or_default(),
            texts: texts.into_iter().filter_map(|(sample, own)| Some((sample, own?))).collect(),
        }
    }

    /// Returns the value of a member in a result about `coverage`.
    fn value(&self, member: &str, value: Document, coverage: Option<&str>) -> Document {
        match value {
            Document::Text(_)
                if PERSONAL_AUTO.contains(&member)
                    && coverage.is_some_and(|word| !word.starts_with("personal_auto")) =>
            {
                Document::Null
            }
            Document::Text(text) => {
                let limits = coverage.filter(|_| LIMITS.contains(&text.as_str())).and_then(limits_of);
                Document::Text(limits.map_or_else(|| self.text(&text), str::to_owned))
            }
            Document::List(mut entries) => {
                let is_other =
                    |entry: &Document| entry.get("subject_of_search").and_then(Document::as_str) == Some(OTHER);
                entries.retain(|entry| self.has_other || !is_other(entry));
                Document::List(entries.into_iter().map(|entry| self.value("", entry, coverage)).collect())
            }
            Document::Object(members) => {
                let named = members.get("base_product").and_then(Document::as_str).map(|sample| self.text(sample));
                let coverage = named.as_deref().or(coverage);
                let is_wanted = |name: &str| {
                    member != "add_on_services"
                        || self.coverages.is_empty()
                        || self.add_ons.iter().any(|word| word == name)
                };
                let members = members.into_iter().filter(|(name, _)| is_wanted(name));
                let members: Members =
                    members.map(|(name, value)| (name.clone(), self.value(&name, value, coverage))).collect();
                Document::Object(members)
            }
            other => other,
        }
    }

    /// Returns the text of the case in place of the sample's, or the sample's with its days moved.
    fn text(&self, text: &str) -> String {
        if let Some((_, own)) = self.texts.iter().find(|(sample, _)| *sample == text) {
            return own.clone();
        }
        let moved = |word: &str| {
            let day = word.parse::<NaiveDate>().ok().and_then(|day| day.checked_add_signed(self.days));
            day.map_or_else(|| word.to_owned(), |day| day.to_string())
        };
        text.split(' ').map(moved).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::{sample, sample_policies};
    use casegate::Product;
    use serde_json::{Value, json};

    fn results(product: Product, payload: &Value) -> Value {
        serde_json::from_str(&sample(product, &payload.to_string())).expect("JSON")
    }

    #[test]
    fn a_sample_has_the_people_the_coverage_and_the_days_of_the_case() {
        let mut payload = json!({
            "defendant_information": { "first_name": "Dana", "last_name": "Demo" }, "insurance_company": "Placeholder Insurance",
            "policyholder_name": "Sam \"Sample\"", "base_product": ["commercial_auto_policy_limits"],
            "date_of_loss": "2025-02-10", "add_on_services": ["policy_period"],
        });
        let limits = results(Product::PolicyLimit, &payload);
        let [first, second] = [&limits["results"][0], &limits["results"][1]];
        assert_eq!(first["defendant"], "Dana Demo");
        assert_eq!(first["policyholder"], "Sam \"Sample\"");
        assert_eq!(first["insurance"], "Placeholder Insurance");
        assert_eq!(first["liability_limits"], "$1,000,000 combined single limit");
        assert_eq!(first["add_on_services"], json!({ "policy_period": "2024-10-11 to 2025-04-11" }));
        assert_eq!([&first["date_of_loss"], &first["pip_limits"]], [&json!("2025-02-10"), &Value::Null]);
        assert_eq!([&second["defendant"], &second["policy_canceled_date"]], ["Sam \"Sample\"", "2024-12-25"]);
        assert_eq!(second["base_product"], "commercial_auto_policy_limits");
        payload["base_product"] = json!(["personal_auto_policy_limits", "personal_homeowner_or_renters_policy_limits"]);
        let both = results(Product::PolicyLimit, &payload);
        let [auto, home] = [&both["results"][0], &both["results"][1]];
        assert_eq!(auto["liability_limits"], "$50,000 per person / $100,000 per accident");
        assert_eq!(home["base_product"], "personal_homeowner_or_renters_policy_limits");
        assert_eq!(home["liability_limits"], "$300,000 personal liability");
        assert!(auto["vehicle_type"].is_string() && home["vehicle_type"].is_null());
        let found = sample_policies(Product::PolicyLimit, &payload.to_string()).expect("samples");
        assert_eq!(found[0].record["defendant"], "Dana Demo");
    }

    #[test]
    fn a_result_about_another_person_needs_one() {
        let mut payload = json!({ "defendant_business_name": "Sample Freight Testing LLC", "base_product": "personal_auto_policy_existence" });
        assert_eq!(results(Product::PolicyExistence, &payload)["results"].as_array().map(Vec::len), Some(1));
        payload["defendant_information"] = json!({ "first_name": "Dana", "last_name": "Demo" });
        let both = results(Product::PolicyExistence, &payload);
        let names = [&both["results"][0]["subject_of_search"], &both["results"][1]["subject_of_search"]];
        assert_eq!(names, ["Sample Freight Testing LLC", "Dana Demo"]);
    }
}
