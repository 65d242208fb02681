// The case as a Standard Schema, for form libraries.
import { caseFromForm, checkCase, type Words } from "./api.js";
import { jsonSchemaOf } from "./json-schema.js";
import { isObject, own } from "./plain.js";
import { contextText } from "./text.js";
import type { Case, Context, Issue } from "./types.js";

/**
 * The interface of the Standard Schema specification, version 1. It consists of types, copied here
 * so that the package has no dependencies.
 */
export interface StandardSchemaV1<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/**
 * The interface of the Standard JSON Schema specification, version 1. It consists of types as well.
 */
export interface StandardJSONSchemaV1<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly jsonSchema: {
      readonly input: (options: StandardJSONSchemaOptions) => Record<string, unknown>;
      readonly output: (options: StandardJSONSchemaOptions) => Record<string, unknown>;
    };
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** The target of a JSON Schema: `draft-2020-12` or `draft-07`; others throw a `TypeError`. */
export interface StandardJSONSchemaOptions {
  readonly target: "draft-2020-12" | "draft-07" | (string & {});
  readonly libraryOptions?: Record<string, unknown> | undefined;
}

/** A success has a value, and a failure has issues. Libraries distinguish them by the key. */
export type StandardResult<Output> =
  { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly Issue[] };

/** The settings of a schema. */
export interface SchemaOptions {
  /**
   * `form` reads the values of a form, `FormData` or an object, by `caseFromForm` first. `case`, the
   * default, takes a case only.
   */
  input?: "case" | "form";
  words?: Words;
}

/**
 * Returns a schema whose success is the prepared payload, and whose issues are the report's errors
 * with their `code`, `at`, `rule` and `params`. Use `checkCase` for warnings.
 *
 * The context is read at each validation, so its `today` is best a function.
 *
 * `jsonSchema` is the same rulebook as JSON Schema, each rule as an `if` and `then`. It is for a
 * context without settings and without the day: `schema/unsaid.json` lists what JSON Schema cannot
 * express.
 */
export function caseSchema<Input = Case>(
  context: Context,
  options?: SchemaOptions & { input?: "case" },
): StandardSchemaV1<Input, Case> & StandardJSONSchemaV1<Input, Case>;
export function caseSchema<Input = any>(
  context: Context,
  options: SchemaOptions & { input: "form" },
): StandardSchemaV1<Input, Case> & StandardJSONSchemaV1<Input, Case>;
export function caseSchema(context: Context, options: SchemaOptions = {}): StandardSchemaV1<unknown, Case> & StandardJSONSchemaV1<unknown, Case> {
  const input = isObject(options) ? (own(options, "input") ?? "case") : "";
  if (input !== "case" && input !== "form") throw new TypeError('caseSchema takes the options { input: "case" or "form", words }');
  const words = own(options, "words");
  const isForm = input === "form";
  return {
    "~standard": {
      version: 1,
      vendor: "casegate",
      // The schema also accepts the prepared payload of an accepted case.
      jsonSchema: { input: jsonSchemaOf, output: jsonSchemaOf },
      validate(value) {
        const settings = JSON.parse(contextText(context)) as Context;
        if (settings) Object.assign(settings, { include: ["prepared"] }); // checkCase refuses a context that is no object
        const payload = isForm && isObject(value) && !Array.isArray(value) ? caseFromForm(value, settings).case : value;
        const report = checkCase(payload, settings, words);
        if (report.ok && report.prepared) return { value: report.prepared };
        return { issues: report.issues.filter((issue) => issue.severity === "error") };
      },
    },
  };
}
