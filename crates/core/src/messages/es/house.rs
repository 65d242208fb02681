//! Spanish: messages about invalid firm rules and waivers.

use crate::rulebook::codes::Code;
use crate::rulebook::reasons::HouseRefusal;
use crate::rulebook::syntax_error::SyntaxError;

/// The messages besides the firm's own.
pub(crate) const HOUSE: &[(Code, &str)] = &[
    (
        Code::WaiverExpired,
        "Esta dispensa terminó el {date}, así que ya no aparta nada. Quítela o dele un día posterior.",
    ),
    (
        Code::WaiverRaised,
        "El contexto eleva este código, así que no es una advertencia y esta dispensa no aparta nada.",
    ),
    (Code::HouseHint, "Este valor se lee letra por letra. ¿Quiso decir {suggestion}?"),
];

/// The text of each refusal.
pub(crate) const HOUSE_REFUSALS: &[(HouseRefusal, &str)] = &[
    (HouseRefusal::SetExpected, "Escriba aquí un conjunto de miembros entre llaves."),
    (HouseRefusal::ListExpected, "Escriba aquí una lista entre corchetes."),
    (HouseRefusal::TextExpected, "Escriba aquí un texto que diga algo, de {limit} caracteres como máximo."),
    (HouseRefusal::AnswerExpected, "Escriba aquí true o false."),
    (HouseRefusal::OnlyTrue, "Escriba aquí true, u omita el miembro."),
    (HouseRefusal::NumberExpected, "Escriba aquí un número sin decimales de {least} a {limit}."),
    (HouseRefusal::DayExpected, "Escriba aquí un día real como año, mes y día, por ejemplo 2026-02-14."),
    (HouseRefusal::WordExpected, "Esta palabra no puede estar aquí. Elija una de las documentadas."),
    (HouseRefusal::UnknownMember, "Aquí no hay ningún miembro con este nombre. Revise cómo se escribe."),
    (HouseRefusal::MissingMember, "Añada el miembro que falta aquí: {member}."),
    (
        HouseRefusal::OneTest,
        "Diga aquí exactamente una cosa: una sola comprobación de un campo, o que debe o no debe figurar.",
    ),
    (HouseRefusal::Empty, "Esta lista está vacía y no dice nada. Añada algo u omita el miembro."),
    (HouseRefusal::TooMany, "Aquí caben {limit} como máximo. Quite algunos."),
    (
        HouseRefusal::BadId,
        "Escriba un identificador con minúsculas, cifras, puntos, guiones y guiones bajos, de {limit} caracteres como máximo.",
    ),
    (HouseRefusal::DuplicateId, "Otra regla tiene este identificador. Dé a cada una el suyo."),
    (HouseRefusal::BookId, "Una regla del reglamento tiene este identificador. Anteponga el nombre del bufete."),
    (
        HouseRefusal::UnknownField,
        "No existe ese campo. Nómbrelo por su puntero, por ejemplo /policy_number o /defendant_information/city.",
    ),
    (
        HouseRefusal::UnreadField,
        "El servicio no lee este campo, así que una regla sobre él no tiene efecto. Elija otro.",
    ),
    (HouseRefusal::CaseTypeField, "Indique el producto con el miembro product de la regla, no con este campo."),
    (HouseRefusal::ProductNeeded, "Solo un producto tiene este campo. Dé a la regla el miembro product con {product}."),
    (
        HouseRefusal::OtherProduct,
        "El producto de esta regla no tiene ese campo, así que la regla no se aplica nunca. Revise el producto.",
    ),
    (HouseRefusal::WrongTest, "Este campo no se puede comprobar así. Admite: {words}."),
    (HouseRefusal::NoTest, "De este campo solo se puede preguntar si figura."),
    (HouseRefusal::NoOpposite, "Esto no tiene contrario. Indique la otra respuesta u otro día."),
    (HouseRefusal::NonePasses, "Nada cumple esto. Diga que el campo no debe figurar."),
    (
        HouseRefusal::UnknownWord,
        "La lista de este campo no tiene esa palabra. Revise cómo se escribe o añádala a las palabras del contexto.",
    ),
    (
        HouseRefusal::UnknownLabel,
        "Ningún archivo lleva esa etiqueta. Revise cómo se escribe, o añádala a las palabras del contexto.",
    ),
    (
        HouseRefusal::BadPattern,
        "Una barra inversa solo va delante de un comodín o de otra barra inversa. Revise el patrón.",
    ),
    (HouseRefusal::PairExpected, "Escriba aquí una lista de dos: el primero y el último que se admiten."),
    (HouseRefusal::ReversedRange, "El primero es mayor que el último, así que nada lo cumple. Inviértalos."),
    (HouseRefusal::BadExpression, "Esta expresión regular no se puede leer en el carácter {position}."),
    (
        HouseRefusal::ExpressionTooLarge,
        "Esta expresión regular es demasiado grande con sus repeticiones desplegadas. Acórtela.",
    ),
    (HouseRefusal::TooDeep, "Como máximo {limit} de any, all y not van uno dentro de otro. Haga dos reglas."),
    (HouseRefusal::SameField, "Este campo ya está nombrado. Nombre otro."),
    (
        HouseRefusal::FieldsUnlike,
        "Los dos campos contienen valores de distinta clase, así que no se pueden comparar. Elija otro campo.",
    ),
    (HouseRefusal::OneField, "Nombre aquí al menos dos campos."),
    (
        HouseRefusal::NeverApplies,
        "Estas condiciones no se pueden cumplir a la vez, así que la regla no se aplica nunca. Revíselas.",
    ),
    (
        HouseRefusal::NothingPasses,
        "Nada puede cumplir esto junto con {rule}, que se aplica siempre que se aplica esta regla. Cambie una de las dos.",
    ),
    (
        HouseRefusal::ServiceAsks,
        "El servicio pide siempre este campo, así que no se podría enviar ningún caso. Quite el requisito.",
    ),
    (HouseRefusal::BookSays, "El reglamento ya dice esto. Quítelo."),
    (HouseRefusal::HouseSays, "La regla {rule} ya dice esto. Quite una de las dos."),
    (HouseRefusal::AllPasses, "Cualquier valor cumple esto, así que no dice nada. Quítelo."),
    (HouseRefusal::UnknownCode, "No existe ese código de hallazgo. Revise cómo se escribe."),
    (HouseRefusal::NotAWarning, "Solo se pueden apartar las advertencias, y este código no lo es. Quite la dispensa."),
    (
        HouseRefusal::UnknownRule,
        "No existe esa regla en el reglamento ni entre las reglas propias. Revise cómo se escribe.",
    ),
];

/// The text of each syntax error.
pub(crate) const HOUSE_SYNTAX: &[(SyntaxError, &str)] = &[
    (SyntaxError::Unclosed, "Un paréntesis, corchete o llave no se cierra."),
    (SyntaxError::Unopened, "Un paréntesis cierra algo que no está abierto."),
    (SyntaxError::Repetition, "Una repetición no tiene nada que repetir o sus números no son correctos."),
    (SyntaxError::Class, "Un elemento o un intervalo entre corchetes no es correcto."),
    (SyntaxError::Escape, "Una barra inversa va delante de algo que no tiene sentido tras ella."),
    (
        SyntaxError::Unsupported,
        "No se admiten las comprobaciones del entorno, las referencias hacia atrás, las clases Unicode, las operaciones entre clases ni la opción x.",
    ),
    (SyntaxError::Group, "El nombre o las opciones de un grupo no son correctos."),
    (SyntaxError::TooDeep, "Está anidada a demasiada profundidad."),
];
