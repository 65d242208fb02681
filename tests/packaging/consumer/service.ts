// Compiled, never run: uses the types of casegate/service and casegate/es as their users do. Each
// expected error must occur.
import {
  actions,
  applyTrigger,
  cancellation,
  checkCase,
  checkRequest,
  follow,
  Follower,
  normalizeResults,
  readEvent,
  readRecord,
  receipt,
  redactOffer,
  replay,
  transitions,
  type CaseEvent,
  type CaseState,
  type EndpointId,
  type Issue,
  type Refusal,
  type Report,
  type SavedFollower,
  type State,
} from "casegate/service";
import { es, type FieldWords } from "casegate/es";
import { explain, rules } from "casegate";

const context = { today: "2026-03-01" };

const applied = applyTrigger({ case: null, trigger: { type: "create", is_test: true } });
let kept: CaseState | null = null;
if (applied.issues) applied.issues satisfies Issue[];
else kept = applied.case;
if (!applied.issues && applied.refused) applied.refused satisfies Refusal;
applyTrigger({ case: { state: "in_progress" }, trigger: { type: "pick_up" } }, { language: "es" });
const states: (State | null)[] = replay({ trace: [{ type: "create" }] }).steps.map(({ state }) => state);

const drawn = actions({ case: kept, eligibility: "not_yet_dispatched" }, context);
const labels: string[] = drawn.issues ? [] : drawn.actions.filter(({ allowed }) => allowed).map(({ label }) => label);
const block = cancellation({ case: { state: "received" } });
if (!block.issues && !block.assumed) block.cancellation.fee_usd satisfies string | null;
const rows = transitions().transitions.map(({ trigger, to }) => `${trigger} ${to}`);

const results = normalizeResults({ case_type: "policy_limit_search" }).normalized;
if (results?.case_type === "policy_limit_search") {
  results.results[0]?.policyholder satisfies string | null | undefined;
  for (const policy of results.additional_policies) {
    if (policy.status === "included") policy.price_usd satisfies null;
    if (policy.status === "accepted") policy.policyholder satisfies string | null;
  }
}
const detail = readRecord({ record: "case_detail", value: {} }).value;
detail.cancellation.eligible satisfies boolean;

const request = checkRequest({ endpoint: "cancel", params: { ref: "X-7" }, body: { reason: "" } }, context);
const endpoint: EndpointId | null = request.endpoint;
const inner: Report | undefined = request.case;
receipt("{}", context).rules[0]?.read satisfies Record<string, string> | undefined;

const event: CaseEvent | null = readEvent({}).event;
if (event?.event === "case.closed") event.reason satisfies string | null;
redactOffer({}).offer?.teasers[0]?.price_usd satisfies string | null | undefined;
const follower = new Follower({ is_test: false }, { language: "es" });
const notes: Issue[] = follower.ingest({ event: {}, received_at: new Date() }, { responded: { interaction_id: "i-1" } });
follower.ingest({ detail: {}, basis: follower.view(new Date()).basis });
const saved: SavedFollower = follower.toJSON();
Follower.from(saved).view().state satisfies State | null;
follow({ follower: saved, facts: [] }).view?.ask[0]?.reason satisfies string | undefined;

const words: FieldWords = es;
const title: string = explain(rules[0]?.id ?? "", { house: { rules: [] } }).title;
checkCase({}, context).ok satisfies boolean;

// @ts-expect-error the verdict on a request depends on the day
checkRequest({ endpoint: "list" }, {});
// @ts-expect-error no such trigger
applyTrigger({ case: null, trigger: { type: "reopen" } });
// @ts-expect-error a trigger has its members
applyTrigger({ case: null, trigger: { type: "need_input" } });
// @ts-expect-error the answer may say that the case cannot be read
applied.case satisfies CaseState | null;
// @ts-expect-error no such record
readRecord({ record: "case", value: {} });
// @ts-expect-error no such endpoint
checkRequest({ endpoint: "delete" }, context);
// @ts-expect-error a misspelt setting
normalizeResults({}, { lang: "es" });
// @ts-expect-error a misspelt setting
explain("pl.policyholder_named", { lang: "es" });
// @ts-expect-error a fact is of a known kind
follower.ingest({ closed: {} });
// @ts-expect-error there is no cancellation of no case
cancellation({ case: null });

export { endpoint, inner, labels, notes, rows, states, title, words };
