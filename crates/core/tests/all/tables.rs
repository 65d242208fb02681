//! Facts of the tables and of the exported files that no operation answers, repeated from the
//! specification, so that no row changes unnoticed.

use casegate::events::{EVENTS, MESSAGE_BYTES, PDF_URL_HOURS, URL_HOURS};
use casegate::explain::rules;
use casegate::fields::{ADDRESS, COMMON, Field, PERSON, POLICY_EXISTENCE, POLICY_LIMIT, VEHICLE};
use casegate::fields::{Moment, Version};
use casegate::requests::{Body, Retry, endpoints};
use casegate::tokens::State;

fn fields() -> impl Iterator<Item = &'static Field> {
    let tables: [&[Field]; 6] = [COMMON, POLICY_LIMIT, POLICY_EXISTENCE, PERSON, VEHICLE, ADDRESS];
    tables.into_iter().flatten()
}

/// Deprecated fields end in 2.0.0 or in "a later version". The field of the legacy flow has no end of
/// its own, because the surface ends.
#[test]
fn fields_that_end() {
    let ends: Vec<_> = fields().filter_map(|field| Some((field.name, field.lifetime.until?))).collect();
    assert_eq!(
        ends,
        [
            ("is_black_card", Moment::Version(Version::new(2, 0, 0))),
            ("insurance_company_name", Moment::Unnamed),
            ("defendant_name", Moment::Version(Version::new(2, 0, 0))),
        ]
    );
    let strings: Vec<_> = fields().filter_map(|field| Some((field.name, field.string_form.until?))).collect();
    assert_eq!(strings, [("base_product", Moment::Unannounced)]);
    // No announcement and no first warning has a day or a version, and only the legacy flow is refused.
    for lifetime in fields().flat_map(|field| [field.lifetime, field.string_form]) {
        assert_eq!((lifetime.announced, lifetime.warns_from, lifetime.refuses_from), (None, None, None));
    }
}

/// For each endpoint its request, its answer as far as published, and whether it may be retried.
#[test]
fn endpoints_as_the_specification_lists_them() {
    let rows: Vec<_> = endpoints()
        .iter()
        .map(|row| {
            let endpoint = format!("{} {}", row.method.name(), row.route);
            (endpoint, row.body, row.status, row.response, row.retry)
        })
        .collect();
    let wanted = [
        ("GET /cases/", Body::None, None, Some("CaseListItem"), Retry::Unpublished),
        ("POST /cases/create/", Body::Multipart, Some(201), Some("PartnerCaseCreateResponse"), Retry::Unpublished),
        ("GET /cases/{ref}/", Body::None, None, Some("CaseDetail"), Retry::Unpublished),
        ("GET /cases/{ref}/results/", Body::None, None, Some("Results"), Retry::Unpublished),
        ("GET /cases/{ref}/offers/", Body::None, None, Some("Offer"), Retry::Unpublished),
        ("POST /cases/{ref}/offers/accept/", Body::Unstated, None, None, Retry::Safe),
        ("POST /cases/{ref}/respond/", Body::Multipart, None, Some("RespondResponse"), Retry::Refused),
        ("POST /cases/{ref}/files/", Body::Multipart, None, Some("FileAppendResponse"), Retry::Unpublished),
        ("POST /cases/{ref}/cancel/", Body::Unstated, Some(202), Some("CancellationAccepted"), Retry::Safe),
        ("POST /api/auth/login/", Body::Json, None, Some("UserToken"), Retry::Unpublished),
        ("POST /api/auth/logout/", Body::None, None, None, Retry::Unpublished),
        ("GET /ping_with_auth/", Body::None, None, None, Retry::Unpublished),
        ("POST /policy_existence_searches/", Body::CaseFields, None, Some("LegacyTicket"), Retry::Unpublished),
        ("POST /policy_limit_searches/", Body::CaseFields, None, Some("LegacyTicket"), Retry::Unpublished),
        ("POST /upload/{ticket_id}/{file_label}", Body::Multipart, None, None, Retry::Unpublished),
        ("PUT /tickets/{ticket_id}/ready", Body::None, None, None, Retry::Unpublished),
    ];
    let wanted: Vec<_> = wanted
        .map(|(endpoint, body, status, response, retry)| (endpoint.to_owned(), body, status, response, retry))
        .into();
    assert_eq!(rows, wanted);
}

/// The specification's conditional rules by number; rule seven is two rules here.
#[test]
fn rules_have_the_numbers_of_the_specification() {
    let numbered = rules().into_iter().filter_map(|rule| Some((rule.number?, rule.id)));
    let numbered: Vec<(u8, String)> = numbered.map(|(number, id)| (number, id.into_owned())).collect();
    let wanted = [
        (1, "pl.defendant_business_named"),
        (2, "pl.driver_of_commercial_vehicle"),
        (3, "pl.policyholder_named"),
        (4, "pl.carrier_accepted"),
        (5, "pl.specialty_carrier_fee"),
        (6, "pe.defendant_business_named"),
        (7, "pe.transportation_company_declared"),
        (7, "pe.usdot_number_given"),
        (8, "pe.transportation_only_for_commercial_auto"),
        (9, "pe.property_owner_occupied"),
        (10, "pe.excluded_insurance_described"),
        (11, "pe.other_reason_chosen"),
    ];
    assert_eq!(numbered, wanted.map(|(number, id)| (number, id.to_owned())));
}

#[test]
fn events_and_their_limits() {
    let states: Vec<_> = EVENTS.iter().map(|row| (row.event.name(), row.state)).collect();
    assert_eq!(
        states,
        [
            ("case.received", Some(State::Received)),
            ("case.files_updated", None),
            ("case.in_progress", Some(State::InProgress)),
            ("case.action_required", Some(State::ActionRequired)),
            ("case.additional_policies_found", None),
            ("case.results_ready", Some(State::ResultsReady)),
            ("case.closed", Some(State::Closed)),
        ]
    );
    assert_eq!((MESSAGE_BYTES, URL_HOURS, PDF_URL_HOURS), (8_192, 12, 1));
}
