"""A JSON Schema as a formula: true for exactly the payloads that the schema accepts.

Every keyword that the proof does not know is refused, so that none is passed over.
"""

from automata import UnsupportedError
from formula import ELEMENT, NUMBERS, all_of, any_of, implies, is_text, kind, negation, text

# Keywords that accept every value (`examples` and `title` in both drafts, `readOnly` by its definition).
ANNOTATIONS = {
    "$id",
    "$schema",
    "$comment",
    "title",
    "description",
    "examples",
    "deprecated",
    "readOnly",
    "$defs",
    "definitions",
}
DRAFT_07 = "http://json-schema.org/draft-07/schema#"
DRAFT_2020_12 = "https://json-schema.org/draft/2020-12/schema"


class Schema:
    def __init__(self, document):
        if document["$schema"] not in (DRAFT_07, DRAFT_2020_12):
            raise UnsupportedError(f"the draft {document['$schema']}")
        self.document = document
        self.is_draft_07 = document["$schema"] == DRAFT_07

    def formula(self):
        return self.of(self.document, ())

    def of(self, schema, path):
        if isinstance(schema, bool):
            return schema
        if self.is_draft_07 and "$ref" in schema:
            return self.reference(schema["$ref"], schema, path)  # draft-07 ignores the keywords beside it
        parts = []
        for name, value in schema.items():
            if name in ANNOTATIONS or name in ("then", "else"):
                continue
            keyword = getattr(self, f"of_{name.removeprefix('$')}", None)
            if keyword is None:
                raise UnsupportedError(f"the keyword {name}")
            parts.append(keyword(value, schema, path))
        return all_of(parts)

    def reference(self, target, _schema, path):
        place = "definitions" if self.is_draft_07 else "$defs"
        start = f"#/{place}/"
        name = target.removeprefix(start)
        if not target.startswith(start) or "/" in name or "~" in name:
            raise UnsupportedError(f"a reference to {target}")
        return self.of(self.document[place][name], path)

    of_ref = reference

    def of_allOf(self, schemas, _, path):
        return all_of(self.of(schema, path) for schema in schemas)

    def of_anyOf(self, schemas, _, path):
        return any_of(self.of(schema, path) for schema in schemas)

    def of_not(self, schema, _, path):
        return negation(self.of(schema, path))

    def of_if(self, condition, schema, path):
        met = self.of(condition, path)
        then, otherwise = (self.of(schema.get(name, True), path) for name in ("then", "else"))
        return all_of([implies(met, then), any_of([met, otherwise])])

    def of_type(self, names, _, path):
        return any_of(self.type_named(name, path) for name in ([names] if isinstance(names, str) else names))

    def type_named(self, name, path):
        match name:
            case "string":
                return is_text(path)
            case "boolean":
                return kind(path, "false", "true")
            # A number without a fractional part is an integer in both drafts.
            case "integer" if path and path[-1] == ELEMENT:
                return kind(path, "integer", "below", "above")
            case "integer":
                return ("integer", path)
            case "number":
                return kind(path, *NUMBERS)
            case "null" | "array" | "object":
                return kind(path, name)
        raise UnsupportedError(f"the type {name}")

    def of_const(self, value, _, path):
        return self.of_enum([value], _, path)

    def of_enum(self, values, _, path):
        words = frozenset(value for value in values if isinstance(value, str))
        others = {True: "true", False: "false", None: "null"}
        parts = [text(path, "words", words)] if words else []
        for value in values:
            if isinstance(value, str):
                continue
            if not (value is None or isinstance(value, bool)):
                raise UnsupportedError("a constant that is no text, boolean or null")
            parts.append(kind(path, others[value]))
        return any_of(parts)

    def of_minimum(self, least, _, path):
        return self.beyond(least, -(2**53) + 1, "below", path)

    def of_maximum(self, most, _, path):
        return self.beyond(most, 2**53 - 1, "above", path)

    def beyond(self, bound, known, side, path):
        if bound != known:
            raise UnsupportedError(f"the bound {bound}")
        return negation(kind(path, side))

    def of_pattern(self, pattern, _, path):
        return implies(is_text(path), text(path, "pattern", pattern))

    def of_maxLength(self, most, _, path):
        return implies(is_text(path), text(path, "length", most))

    def of_required(self, names, _, path):
        is_there = (negation(kind((*path, name), "absent")) for name in names)
        return implies(kind(path, "object"), all_of(is_there))

    def of_properties(self, properties, _, path):
        def member(name, schema):
            inner = (*path, name)
            return any_of([kind(inner, "absent"), self.of(schema, inner)])

        members = (member(name, schema) for name, schema in properties.items())
        return implies(kind(path, "object"), all_of(members))

    def of_items(self, schema, whole, path):
        if isinstance(schema, list):
            return self.first_element(schema, whole, path, is_of_this_draft=self.is_draft_07)
        if "prefixItems" in whole:
            raise UnsupportedError("items beside prefixItems")
        # No element is outside; true of what is no array.
        return negation(("some", path, negation(self.of(schema, (*path, ELEMENT)))))

    def of_prefixItems(self, schemas, whole, path):
        return self.first_element(schemas, whole, path, is_of_this_draft=not self.is_draft_07)

    def first_element(self, schemas, _, path, is_of_this_draft):
        if len(schemas) != 1 or not is_of_this_draft:
            raise UnsupportedError("a tuple of more than one element, or of another draft")
        return negation(("first", path, negation(self.of(schemas[0], (*path, ELEMENT)))))

    def of_contains(self, schema, _, path):
        return implies(kind(path, "array"), ("some", path, self.of(schema, (*path, ELEMENT))))

    def of_minItems(self, least, _, path):
        return implies(kind(path, "array"), ("least", path, least))

    def of_maxItems(self, most, _, path):
        return negation(("least", path, most + 1))


def formula(document):
    return Schema(document).formula()
