// Compiled, never run: uses the package's types as its users do. Each expected error must occur.
import {
  caseFromForm,
  caseSchema,
  checkCase,
  checkCaseText,
  explain,
  fields,
  fieldStates,
  fileLimits,
  init,
  judgeFiles,
  lists,
  prepareCase,
  rules,
  Session,
  today,
  type Case,
  type CaseDraft,
  type Code,
  type FileErrorCode,
  type Context,
  type FieldPath,
  type FormValues,
  type Issue,
  type PolicyLimitCase,
  type Report,
  type RuleId,
  type Words,
} from "casegate";
import { CasegateIntake, loadLanguage, modules, type CasegateIntakeElement, type IntakeBackend, type IntakeStep } from "casegate/intake";
import * as slim from "casegate/slim";
import type { StandardSchemaV1 } from "@standard-schema/spec";

const context: Context = { today: "2026-03-01", include: ["prepared", "trace"], severity: { unlisted_word: "error" } };
const report: Report = checkCase({}, context);
const words: Words = (issue) => (issue.code === "required" ? `Falta: ${issue.at}` : undefined);
checkCase({}, context, words);
checkCaseText("{}", context, words);
checkCaseText(new Uint8Array([123, 125]), context);
const dated: Context = { today: () => today("America/New_York") };
const draft: CaseDraft = caseFromForm(new FormData()).case;
draft.vehicle_information?.vehicle_year satisfies number | undefined;
const begun: CaseDraft = { case_type: "pl", vehicle_information: { vin: "1" } };
checkCase(caseFromForm({ case_type: "pl", is_test: "true" }).case, dated);
if (report.ok) report.prepared satisfies Case | undefined;
else report.prepared satisfies Record<string, unknown> | null | undefined;
await init();
await slim.init(new Uint8Array());
await slim.init(fetch("/casegate.wasm"));

const codes: Code[] = report.issues.map((issue: Issue) => issue.code);
const product: "pl" | "pe" | null = report.facts.case_type;
const needed: FieldPath[] = fieldStates({}, context)
  .filter((state) => state.needed)
  .map((state) => state.at);
const prepared: Case | null = prepareCase({}, context).prepared;
if (prepared?.case_type === "pl") prepared satisfies PolicyLimitCase;
explain(rules[0]?.id ?? "");
const rule: RuleId = "pl.policyholder_named";
explain(rule);
const session = new Session(begun, dated);
session.set("/vehicle_information/vin", "2");
session.touch(report.issues[0]?.at);
session.clear(`/${"vin"}` as string);
const edit = <At extends FieldPath>(at: At): boolean => session.set(at, 1).ok;
edit("/is_test");
interface Values {
  plaintiff_name: string;
}
caseFromForm({ plaintiff_name: "Test" } satisfies Values as Values);
// @ts-expect-error a Map is no form
caseFromForm(new Map() satisfies FormValues);
const why: (FileErrorCode | null)[] = judgeFiles({ files: [{ name: "a.pdf", size: 1 }] }).files.map((file) => file.error_code);
judgeFiles({ endpoint: "append", files: [], sent: { count: 1, bytes: 1 } }, { language: "es" }).files[0]?.retry?.through satisfies
  | keyof typeof fileLimits
  | undefined;
fields[0]?.list?.pl satisfies keyof typeof lists | undefined;

const schema: StandardSchemaV1<Case, Case> = caseSchema(context);
type Output = StandardSchemaV1.InferOutput<typeof schema>;
caseSchema(dated, { input: "form", words }) satisfies StandardSchemaV1<{ case_type: string }, Case>;
judgeFiles({ files: document.querySelector("input")!.files! }) satisfies object;
caseSchema<{ plaintiff_name: string }>(context) satisfies StandardSchemaV1<{ plaintiff_name: string }, Output>;
const checked = caseSchema(context)["~standard"].validate({});
const first: Issue | undefined = checked.issues?.[0];
if (!checked.issues) checked.value satisfies Case;

// @ts-expect-error the context always says which day it is
checkCase({}, {});
// @ts-expect-error a misspelt field
session.set("/vehicle_information/vim", "2");
// A context that includes `prepared` by its type.
const inline = checkCase({}, { today: "2026-03-01", include: ["trace", "prepared"] });
if (inline.ok) inline.prepared satisfies Case;
const including = { today: "2026-03-01", include: ["prepared"] } satisfies Context;
const included = checkCaseText("{}", including);
if (included.ok) included.prepared satisfies Case;
else included.prepared satisfies Record<string, unknown> | null | undefined;
const { ok, issues, prepared: taken } = checkCase({}, including);
if (ok) taken satisfies Case;
else issues satisfies readonly Issue[];
const plain = checkCase({}, { today: "2026-03-01" });
// @ts-expect-error the context does not include it
if (plain.ok) plain.prepared satisfies Case;
const unsure = checkCase({}, { today: "2026-03-01", include: [] as ("prepared" | "trace")[] });
// @ts-expect-error the list may be empty
if (unsure.ok) unsure.prepared satisfies Case;
// @ts-expect-error a misspelt setting
checkCase({}, { today: "2026-03-01", includes: ["prepared"] });
// @ts-expect-error the prepared payload of a refused case is no case
checkCase({}, context).prepared satisfies Case | undefined;
// @ts-expect-error the number of a car's year
begun.vehicle_information!.vehicle_year = "2019";
// @ts-expect-error a misspelt setting
checkCase({}, { today: "2026-03-01", tody: 1 });
// @ts-expect-error no such code
report.issues[0]?.code === "no_such_code";
// @ts-expect-error text is text
checkCaseText({}, context);
// @ts-expect-error another message, or none
checkCase({}, context, () => 1);
// @ts-expect-error the slim entry has no module of its own
await slim.init();
// @ts-expect-error the tables are not to be changed
fields[0] = fields[1];

export { codes, first, needed, product, why };

// The element: its name in the document, its properties, and each event.
const intake: CasegateIntakeElement = document.createElement("casegate-intake");
new CasegateIntake() satisfies HTMLElement;
modules.form = new URL("https://example.test/casegate-form.wasm");
await loadLanguage("es");
intake.context = { severity: { unlisted_word: "error" } };
intake.context.today satisfies string | (() => string);
intake.product = "pl";
intake.draftStore = sessionStorage;
intake.step = "check" satisfies IntakeStep;
// @ts-expect-error: there is no such step
intake.step = "end";
const backend: IntakeBackend = { submit: async ({ formData }) => ({ case_ref: [...formData().keys()].join() }) };
intake.backend = backend;
intake.addEventListener("casegate-step", ({ detail }) => detail.step satisfies string);
intake.addEventListener("casegate-before-step", (event) => event.preventDefault());
intake.addEventListener("casegate-change", ({ detail }) => detail.errors satisfies number);
intake.addEventListener("casegate-submit", ({ detail }) => detail.respondWith({ case_id: detail.files.length }));
intake.addEventListener("casegate-sent", ({ detail }) => detail.receipt.case_ref?.trim());
intake.addEventListener("casegate-error", ({ detail }) => detail.kind satisfies string);
intake.addEventListener("click", ({ clientX }) => clientX satisfies number);
// @ts-expect-error: the detail of another event
intake.addEventListener("casegate-sent", ({ detail }) => detail.step);
