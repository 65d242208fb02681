//! The texts of answers in every language, as tables: those that every server has, and the macros
//! for those of its own. The library has the texts of issues.

use crate::language;
use axum::http::StatusCode;
use casegate::Language;
use casegate_axum::Problem;

/// A text in each language, in the order of [`Language::ALL`].
#[derive(Debug)]
pub struct Text(pub [&'static str; Language::ALL.len()]);

impl Text {
    /// Returns the text in a language.
    pub fn in_language(&self, language: Language) -> &'static str {
        let texts = Language::ALL.into_iter().zip(self.0);
        texts.into_iter().find_map(|(known, text)| (known == language).then_some(text)).unwrap_or_default()
    }

    /// Returns the text in the language of the request.
    pub fn now(&self) -> &'static str {
        self.in_language(language::current())
    }
}

/// A kind of problem: its status, code and texts.
pub struct ProblemKind {
    /// The status.
    pub status: StatusCode,
    /// The title.
    pub title: &'static Text,
    /// The code and the detail. Without them, the issues have the reason.
    pub occurrence: Option<(&'static str, Text)>,
}

impl ProblemKind {
    /// Returns the problem in the language of the request.
    pub fn problem(&self) -> Problem {
        self.with(&[])
    }

    /// Returns the problem with values in place of each `{}`.
    pub fn with(&self, values: &[&str]) -> Problem {
        let problem = Problem::new(self.status, self.title.now());
        let Some((code, detail)) = &self.occurrence else { return problem };
        let filled = values.iter().fold(detail.now().to_owned(), |text, value| text.replacen("{}", value, 1));
        problem.code(code).detail(filled)
    }
}

/// Defines texts in every language, and the list `TEXTS` of all of them.
#[macro_export]
macro_rules! texts {
    ($vis:vis $($name:ident: $($text:literal)+;)+) => {
        $(
            #[doc = concat!($(" ", $text),+)]
            $vis static $name: $crate::prose::Text = $crate::prose::Text([$($text),+]);
        )+

        /// Every text outside of problems.
        $vis static TEXTS: &[&$crate::prose::Text] = &[$(&$name),+];
    };
}

/// Defines kinds of problems, and the list `KINDS` of all of them.
#[macro_export]
macro_rules! problems {
    ($vis:vis $($name:ident: $status:ident, $title:ident $(, $code:literal: $($text:literal)+)?;)+) => {
        $(
            #[doc = concat!(stringify!($status) $(, ": `", $code, "`.")?)]
            $vis static $name: $crate::prose::ProblemKind = $crate::prose::ProblemKind {
                status: $crate::StatusCode::$status,
                title: &$title,
                occurrence: $crate::problems!(@ $($code, $($text)+)?),
            };
        )+

        /// Every kind of problem.
        $vis static KINDS: &[&$crate::prose::ProblemKind] = &[$(&$name),+];
    };
    (@) => { None };
    (@ $code:literal, $($text:literal)+) => { Some(($code, $crate::prose::Text([$($text),+]))) };
}

texts! { pub
    REFUSED: "The request is refused" "La petición se rechaza";
    NOT_FOUND: "Not found" "No se encuentra";
    TOO_LONG: "The body is too long" "El cuerpo es demasiado largo";
    INCOMPLETE: "The body is incomplete" "El cuerpo no llegó entero";
    CROWDED: "Too many connections are open" "Hay demasiadas conexiones abiertas";
    BROKEN: "The server failed" "El servidor falló";
    NO_CONTEXT: "The context is invalid" "El contexto no es válido";
}

problems! { pub
    OTHER_METHOD: METHOD_NOT_ALLOWED, REFUSED, "other_method":
        "This path does not support the method."
        "Esta ruta no admite este método.";
    BAD_HOST: BAD_REQUEST, REFUSED, "bad_host":
        "A request must have exactly one Host header (RFC 9112)."
        "Una petición lleva una sola cabecera Host (RFC 9112).";
    BODY_TOO_LONG: PAYLOAD_TOO_LARGE, TOO_LONG, "body_too_long":
        "The server accepts at most {} bytes."
        "El servidor lee de él {} bytes como mucho.";
    BODY_INCOMPLETE: REQUEST_TIMEOUT, INCOMPLETE, "body_incomplete":
        "The connection broke or timed out. Nothing was changed."
        "La conexión se cortó, o no llegó nada durante demasiado tiempo. No se cambió nada.";
    UNKNOWN_PATH: NOT_FOUND, NOT_FOUND, "unknown_path":
        "The server has no such path. `/openapi.json` lists all paths."
        "El servidor no tiene esa ruta. `/openapi.json` las enumera todas.";
    UNKNOWN_OPERATION: NOT_FOUND, NOT_FOUND, "unknown_operation":
        "The library has no such operation."
        "La biblioteca no tiene tal operación.";
    BUSY: SERVICE_UNAVAILABLE, CROWDED, "busy":
        "The request was not carried out. Close unused connections and send it again."
        "La petición no se llevó a cabo. Cierre las conexiones que no se usan y envíela de nuevo.";
    INTERNAL_ERROR: INTERNAL_SERVER_ERROR, BROKEN, "internal_error":
        "The server's log has the error under the `x-request-id` of this response."
        "El registro del servidor tiene el error bajo el `x-request-id` de esta respuesta.";
}
