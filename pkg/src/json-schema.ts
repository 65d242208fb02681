// The rulebook as JSON Schema. The files are generated from the tables of the core.
import pe07 from "../schema/case.pe.draft-07.json" with { type: "json" };
import pe2020 from "../schema/case.pe.2020-12.json" with { type: "json" };
import pl07 from "../schema/case.pl.draft-07.json" with { type: "json" };
import pl2020 from "../schema/case.pl.2020-12.json" with { type: "json" };
import { copyOf, own } from "./plain.js";

type Schema = Record<string, unknown>;

/**
 * Returns the schema of a case of either product, for a target of the Standard JSON Schema
 * specification.
 */
export function jsonSchemaOf(options: { readonly target: string }): Schema {
  const target = own(options, "target");
  switch (target) {
    case "draft-2020-12":
      return either(pl2020, pe2020, "$defs");
    case "draft-07":
      return either(pl07, pe07, "definitions");
    default:
      throw new TypeError(`There is a schema for "draft-2020-12" and "draft-07", and none for ${JSON.stringify(target)}.`);
  }
}

/** Each schema requires its own `case_type`, so that no case matches both. */
function either(pl: Schema, pe: Schema, shared: string): Schema {
  const alone = (schema: Schema): Schema => {
    const rest = { ...schema };
    delete rest["$schema"];
    delete rest["$id"]; // would be the base of references
    delete rest[shared];
    return rest;
  };
  // Definitions with the same name are equal; a test compares them.
  const definitions = { ...(pl[shared] as Schema), ...(pe[shared] as Schema) };
  return copyOf({ $schema: pl["$schema"], title: "Case", oneOf: [alone(pl), alone(pe)], [shared]: definitions });
}
