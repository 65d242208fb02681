// The clients that openapi-generator writes for TypeScript.
import { CaseApi, Configuration as ApiConfiguration, ServiceApi, ResponseError } from "./api/index.js";
import { CasesApi, Configuration, type ResultsRecord } from "./service/index.js";

const { service, token, api, cases, payload } = JSON.parse(process.argv[2]!);
const client = new CasesApi(new Configuration({ basePath: service, apiKey: `Token ${token}` }));

const file = (text: string, name: string) => new File([text], name);
const created = await client.create({
  _case: JSON.stringify(payload),
  files: [file("one", "a.pdf"), file("two words", "b.txt")],
  labels: ["incident_report", "insurance_letter"],
});
const ref = created.caseRef!;
const appended = await client.append({ ref, file: file("three", "c.csv"), label: "other" });
const offer = await client.offers({ ref: cases.limit });
const selectedUpgradeIds = [offer.additionalPolicies[0]!.upgradeId];
await client.accept({ ref: cases.limit, acceptRequest: { offerId: offer.offerId, selectedUpgradeIds } });

const results: Record<string, unknown> = {};
for (const [name, ref] of Object.entries<string>(cases)) {
  const { resultsData: data } = (await client.results({ ref, resultFormat: "json" })) as ResultsRecord;
  const own =
    data.caseType === "policy_limit_search" ? data.results[0]?.policyholder
    : data.caseType === "policy_existence_search" ? data.results[0]?.resultType
    : data.results[0]?.defendant;
  const policies = (data.additionalPolicies ?? []).map((one) => [one.status, one.status === "accepted" ? one.liabilityLimits : (one.priceUsd ?? null)]);
  results[name] = [data.caseType, own ?? null, data.cancellation?.reason ?? null, policies];
}
const pdf = await client.results({ ref: cases.limit, resultFormat: "pdf" });

const configuration = new ApiConfiguration({ basePath: api });
const rules = new CaseApi(configuration);
const casegateContext = '{"today":"2026-03-01"}';
const body = { case_type: "pl" };
const report = await rules.checkCase({ body, casegateContext });
const states = await rules.fieldStates({ body, casegateContext });
const actions = await new ServiceApi(configuration).actions({ body: { case: null } });
const problem = await rules.checkCase({ body, casegateContext: "{" }).then(
  () => ({ code: "none", type: "" }),
  (error: ResponseError) => error.response.json(),
);
const summary = {
  attachments: created.attachments.map((one) => [one.filename, one.label, one.status]),
  appended: [appended.filename, appended.label],
  results,
  pdf: "fileName" in pdf,
  report: [report.ok, report.issues.map((issue) => [issue.code, issue.at])],
  states: states.length,
  actions: "actions" in actions ? actions.actions.length : 0,
  problem: [problem.code, problem.type.endsWith(`/problems/${problem.code}`)],
};
console.log(JSON.stringify({ ref, ...summary }));
