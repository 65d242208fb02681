// The case as a Standard Schema, so that form libraries take the rulebook as it is.
import { checkCase, type Words } from "./api.js";
import { plainHost } from "./border.js";
import type { Case, Host, Issue } from "./types.js";

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

/** A success has a value and a failure has issues, never both: libraries tell them apart by the key. */
export type StandardResult<Output> =
  { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly Issue[] };

/**
 * A schema whose success is the prepared payload and whose issues are the report's errors, each still with its `code`,
 * `at`, `rule` and `params`. Warnings are for `checkCase`.
 *
 * The host is read anew at each validation, so that `today` may change while the schema lives.
 */
export function caseSchema<Input = Case>(host: Host, words?: Words): StandardSchemaV1<Input, Case> {
  return {
    "~standard": {
      version: 1,
      vendor: "casegate",
      validate(value) {
        const settings = plainHost(host) as Host;
        if (settings) Object.assign(settings, { include: ["prepared"] }); // what is no object is refused below
        const report = checkCase(value, settings, words);
        if (report.ok && report.prepared) return { value: report.prepared };
        return { issues: report.issues.filter((issue) => issue.severity === "error") };
      },
    },
  };
}
