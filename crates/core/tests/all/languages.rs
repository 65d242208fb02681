//! A form in Spanish: whole sentences, and unreadable input.

use crate::support::all;
use casegate::context::{Audience, Limits};
use casegate::{Code, Context, Date, Language, check_case, field_states};

fn spanish() -> Context {
    Context::new(Date::parse("2026-03-01").unwrap()).language(Language::Spanish).audience(Audience::Form)
}

/// The message about a place.
fn answer(payload: &str, context: &Context, code: Code, at: &str) -> String {
    let report = check_case(payload, context);
    let issue = report.issues.iter().find(|issue| issue.code == code && issue.at == at);
    issue.unwrap_or_else(|| panic!("no {code:?} at {at}: {:?}", report.issues)).message.clone()
}

#[test]
fn sentences_are_put_together_as_spanish_does() {
    let payload = r#"{
        "case_type": "pl",
        "base_product": ["personal_auto_policy_limit", 1],
        "are_policyholder_and_defendant_the_same": false,
        "is_test": "yes",
        "crash_state": "ga",
        "date_of_loss": "2026-04-01",
        "defendant_information": { "first_name": 7, "license_state": "Geo", "id": 4 },
        "vehicle_information": { "vehicle_year": "2020", "vin": null },
        "commercial_driver_information": { "city": 1 },
        "add_on_services": ["skip_trace", "skip_trace", "skip_trac"]
    }"#;
    for (code, at, message) in [
        (Code::Required, "/cc_emails", "Escriba los correos electrónicos para avisos."),
        (Code::Required, "/is_incident_report_provided", "Indique si hay un informe del incidente."),
        (
            Code::Required,
            "/policyholder_name",
            "Escriba el nombre del titular de la póliza, ya que el titular de la póliza no es el demandado.",
        ),
        (Code::Required, "/defendant_information/last_name", "Escriba el apellido del demandado."),
        (
            Code::WrongType,
            "/defendant_information/first_name",
            "Escriba el nombre de pila del demandado, como una sola respuesta.",
        ),
        (
            Code::WrongType,
            "/vehicle_information/vehicle_year",
            "Escriba el año del vehículo como un número sin decimales.",
        ),
        (Code::WrongType, "/base_product/1", "Elija el tipo de cobertura de la lista."),
        (Code::WrongType, "/is_test", "Indique si es un caso de prueba: sí o no."),
        (
            Code::UnlistedWord,
            "/base_product/0",
            "No se conoce una respuesta en el tipo de cobertura. Revise cómo está escrita.",
        ),
        (
            Code::NullValue,
            "/vehicle_information/vin",
            "El VIN del vehículo se envió sin respuesta. Escriba una si la hay.",
        ),
        (
            Code::StateNotUpperCase,
            "/crash_state",
            "Escriba el estado donde ocurrió el incidente en mayúsculas; por ejemplo, GA.",
        ),
        (
            Code::ReadOnly,
            "/defendant_information/id",
            "Omita el identificador del demandado. El servicio completa ese dato.",
        ),
        (Code::FutureDate, "/date_of_loss", "La fecha del siniestro es posterior al día de hoy. Revise el año."),
        (
            Code::Forbidden,
            "/commercial_driver_information",
            "Quite los datos del conductor, ya que el primer tipo de cobertura no es comercial.",
        ),
    ] {
        assert_eq!(answer(payload, &spanish(), code, at), message);
    }
}

#[test]
fn what_cannot_be_read_is_reported_in_spanish() {
    let limits = Limits::default().text_bytes(8);
    assert_eq!(
        answer("[]", &spanish(), Code::NotAnObject, ""),
        "No llegó ninguna respuesta. Vuelva a cargar la página y repita el último paso."
    );
    assert_eq!(
        answer("{          }", &spanish().limits(limits), Code::TooLarge, ""),
        "Las respuestas son demasiado largas en conjunto. Acorte los textos más largos."
    );
    assert_eq!(
        answer("{}", &spanish().limits(Limits::default().findings(1)), Code::FindingsCapped, ""),
        "Hay más hallazgos; se muestran 1 como máximo. Corrija primero los que se muestran."
    );
}

#[test]
fn the_sunset_is_one_day_in_two_languages() {
    let told_on = |today: &str, language, code| {
        let context = Context::new(Date::parse(today).unwrap()).audience(Audience::Form);
        let context = context.surface(casegate::context::Surface::Legacy).language(language);
        answer("{}", &context, code, "")
    };
    assert_eq!(
        told_on("2026-11-10", Language::Spanish, Code::LegacyDeprecated),
        "El envío antiguo en tres pasos termina el 11 de noviembre de 2026. Envíe el caso en una sola petición."
    );
    assert_eq!(
        told_on("2026-11-11", Language::Spanish, Code::LegacySunset),
        "El envío antiguo en tres pasos terminó el 11 de noviembre de 2026. Envíe el caso en una sola petición."
    );
    assert!(told_on("2026-11-11", Language::English, Code::LegacySunset).contains("November 11, 2026"));
}

#[test]
fn a_form_is_asked_the_same_in_each_language() {
    for vector in all().iter().filter(|vector| vector.call.is("field_states")) {
        let context = Context::from_json(&vector.context).unwrap();
        let english = field_states(&vector.payload, &context);
        assert_eq!(english, field_states(&vector.payload, &context.language(Language::Spanish)));
    }
}
