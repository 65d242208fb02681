// The case as a Standard Schema, so that form libraries take the rulebook as it is.
import { checkCase, type Words } from "./api.js";
import { jsonSchemaOf } from "./json-schema.js";
import { plainContext } from "./text.js";
import type { Case, Context, Issue } from "./types.js";

/**
 * The interface of the Standard Schema specification, version 1. Like the specification's own, it is only types, kept
 * here so that the package depends on nothing.
 */
export interface StandardSchemaV1<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** The interface of the Standard JSON Schema specification, version 1; it is only types, too. */
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

/** Which JSON Schema: `draft-2020-12` and `draft-07` are there, others throw a `TypeError`. */
export interface StandardJSONSchemaOptions {
  readonly target: "draft-2020-12" | "draft-07" | (string & {});
  readonly libraryOptions?: Record<string, unknown> | undefined;
}

/** A success has a value and a failure has issues, never both: libraries tell them apart by the key. */
export type StandardResult<Output> =
  { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly Issue[] };

/**
 * A schema whose success is the prepared payload and whose issues are the report's errors, each still with its `code`,
 * `at`, `rule` and `params`. Warnings are for `checkCase`.
 *
 * The context is read anew at each validation, so that `today` may change while the schema lives.
 *
 * `jsonSchema` gives the same rules as JSON Schema, each as an `if` and `then`. It is that of a context that sets nothing but the
 * day, and without the day: `schema/unsaid.json` lists what JSON Schema cannot say.
 */
export function caseSchema<Input = Case>(
  context: Context,
  words?: Words,
): StandardSchemaV1<Input, Case> & StandardJSONSchemaV1<Input, Case> {
  return {
    "~standard": {
      version: 1,
      vendor: "casegate",
      // What is accepted is a case that would be accepted again.
      jsonSchema: { input: jsonSchemaOf, output: jsonSchemaOf },
      validate(value) {
        const settings = plainContext(context) as Context;
        if (settings) Object.assign(settings, { include: ["prepared"] }); // what is no object is refused below
        const report = checkCase(value, settings, words);
        if (report.ok && report.prepared) return { value: report.prepared };
        return { issues: report.issues.filter((issue) => issue.severity === "error") };
      },
    },
  };
}
