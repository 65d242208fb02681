// schema/case.json for ajv, compiled as the module is loaded.
import Ajv from "ajv";
import addFormats from "ajv-formats";
import schema from "../../schema/case.json" with { type: "json" };

export function compiled(options) {
  // Not strict, which would reject unions of types and tuples without a length; the schema needs
  // both.
  const ajv = new Ajv.default({ allErrors: true, strict: false, ...options });
  addFormats.default(ajv);
  return { ajv, validate: ajv.compile(schema) };
}

export const check = compiled().validate;

export function places(payload) {
  if (check(payload)) return [];
  return check.errors.map(({ instancePath, params }) =>
    params.missingProperty === undefined ? instancePath : `${instancePath}/${params.missingProperty}`,
  );
}
