//! The document of all endpoints is the running stand-in's: `tests/openapi` holds it to a public
//! tool.

use crate::service::support::Service;
use casegate::requests::endpoints;

#[test]
fn it_is_served_without_a_token_and_names_its_own_address() {
    let service = Service::start("{}");
    let answer = service.get("", "/openapi.json");
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/json")));
    let openapi = answer.json();
    assert_eq!(openapi["servers"][0]["url"], service.base_url.as_str());
    for endpoint in endpoints() {
        let operation = &openapi["paths"][endpoint.template()][endpoint.method.name().to_ascii_lowercase()];
        assert_eq!(operation["operationId"], endpoint.id.name());
    }
}

#[test]
fn a_wrong_method_is_answered_with_the_allowed_ones() {
    let service = Service::start("{}");
    let answer = service.send("DELETE", "", "/api/v1/partner/cases/create/", "", b"");
    assert_eq!((answer.status, answer.header("allow")), (405, Some("GET, POST")));
}
