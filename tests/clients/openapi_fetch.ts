// A client of openapi-fetch with the types of openapi-typescript.
import createClient from "openapi-fetch";
import type { paths as Api } from "./api.js";
import type { components, paths as Service } from "./service.js";

const { service, token, api, cases, payload } = JSON.parse(process.argv[2]!);
const client = createClient<Service>({ baseUrl: service, headers: { Authorization: `Token ${token}` } });
type Policy = components["schemas"]["AdditionalPolicyLimit" | "AdditionalPolicyExistence" | "AdditionalUnknownPolicy"];

/** Returns the value, or fails with the refusal. */
function received<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

/** Writes each member as a part, and each entry of a list as a part of its own. */
function form(body: object): FormData {
  const parts = new FormData();
  for (const [name, value] of Object.entries(body)) for (const one of [value].flat()) parts.append(name, one);
  return parts;
}

const file = (text: string, name: string) => new File([text], name);
const typed: components["schemas"]["Case"] = payload;
const created = received(
  await client.POST("/api/v1/partner/cases/create/", {
    body: { case: JSON.stringify(typed), files: [file("one", "a.pdf"), file("two words", "b.txt")], labels: ["incident_report", "insurance_letter"] },
    bodySerializer: form,
  }),
);
const ref = created.case_ref!;
const appended = received(
  await client.POST("/api/v1/partner/cases/{ref}/files/", { params: { path: { ref } }, body: { file: file("three", "c.csv"), label: "other" }, bodySerializer: form }),
);
const offer = received(await client.GET("/api/v1/partner/cases/{ref}/offers/", { params: { path: { ref: cases.limit } } }));
const upgrade = offer.additional_policies[0]!.upgrade_id;
const body = { offer_id: offer.offer_id, selected_upgrade_ids: [upgrade] };
await client.POST("/api/v1/partner/cases/{ref}/offers/accept/", { params: { path: { ref: cases.limit } }, body });

const policy = (one: Policy) => [one.status, one.status === "accepted" ? one.liability_limits : (one.price_usd ?? null)];
const results: Record<string, unknown> = {};
for (const [name, ref] of Object.entries<string>(cases)) {
  const answer = received(await client.GET("/api/v1/partner/cases/{ref}/results/", { params: { path: { ref }, query: { result_format: "json" } } }));
  if (!("results_data" in answer)) throw new Error("no results");
  const data = answer.results_data;
  const own =
    data.case_type === "policy_limit_search" ? data.results[0]?.policyholder
    : data.case_type === "policy_existence_search" ? data.results[0]?.result_type
    : data.results[0]?.defendant;
  results[name] = [data.case_type, own ?? null, data.cancellation?.reason ?? null, (data.additional_policies ?? []).map(policy)];
}
const pdf = received(await client.GET("/api/v1/partner/cases/{ref}/results/", { params: { path: { ref: cases.limit }, query: { result_format: "pdf" } } }));

const rules = createClient<Api>({ baseUrl: api });
const context = { header: { "casegate-context": '{"today":"2026-03-01"}' } };
const report = received(await rules.POST("/v1/check_case", { params: context, body: { case_type: "pl" } }));
const states = received(await rules.POST("/v1/field_states", { params: context, body: { case_type: "pl" } }));
const actions = received(await rules.POST("/v1/actions", { body: { case: null } }));
const { error } = await rules.POST("/v1/check_case", { params: { header: { "casegate-context": "{" } }, body: {} });
const summary = {
  attachments: created.attachments.map((one) => [one.filename, one.label, one.status]),
  appended: [appended.filename, appended.label],
  results,
  pdf: "file_name" in pdf,
  report: [report.ok, report.issues.map((issue) => [issue.code, issue.at])],
  states: states.length,
  actions: "actions" in actions ? actions.actions.length : 0,
  problem: [error?.code, error?.type.endsWith(`/problems/${error.code}`)],
};
console.log(JSON.stringify({ ref, ...summary }));
