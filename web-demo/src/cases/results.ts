// Results, laid out for reading: found values first and large, missing ones in one small line.
import type { AdditionalPolicy, CancelledPolicy, ResultsRecord } from "casegate/service";
import { listById } from "../kit/catalogue.js";
import { h, setChildren, type Child } from "./dom.js";
import { dayWords, language, money, timeWords } from "../kit/language.js";
import { spokenWord, wordOf } from "./life.js";
import { periodsFigure } from "./periods.js";
import { headline, isLapsed, nameOf, resultSentence, verdictKind, verdictMembers, type Entry } from "./result-sentence.js";
import { words } from "./words.js";

/** Members that are no values of the result: the envelope, and a code of the service's order forms. */
const envelope = new Set(["status", "policy_type", "upgrade_id", "offer_id", "price_usd", "upsell_abbreviation"]);
/** A number stays as it is, even if it looks like a day. */
const numbers = new Set(["policy_number", "policy_number_secondary", "claim_number", "policy"]);
/** Members with a place of their own. */
const placed = new Set([...headline, "notes", "add_on_services", "cancelled_policies"]);

/** `loss`: the date of loss of the request. `hasOffers`: the offered policies are shown elsewhere. */
export function drawResults(root: HTMLElement, record: ResultsRecord, loss: unknown, hasOffers: boolean): void {
  setChildren(root, JSON.stringify([record, loss, hasOffers]), () => resultsWords(record, loss, hasOffers));
}

/** Returns the results in one sentence, or "" if there are none. */
export function answerOf(record: ResultsRecord, loss: unknown): string {
  const data = record.results_data as { readonly cancelled?: unknown };
  const results = data.cancelled === true ? [] : listOf<Entry>(record.results_data["results"]);
  const bought = listOf<AdditionalPolicy<Entry>>(record.results_data["additional_policies"]).filter(({ status }) => status === "accepted");
  return results.length === 0 ? "" : resultSentence(results, bought as unknown as readonly Entry[], loss, language(), words().results.answer, dayWords);
}

function resultsWords(record: ResultsRecord, loss: unknown, hasOffers: boolean): Child[] {
  const w = words().results;
  const data = record.results_data as { readonly cancelled?: unknown; readonly cancellation?: unknown };
  if (data.cancelled === true) return [canceledWords(data.cancellation)];
  const results = listOf<Entry>(record.results_data["results"]);
  // Results before version 2.3.0 lack this member.
  const policies = listOf<AdditionalPolicy<Entry>>(record.results_data["additional_policies"]);
  const ofStatus = (status: string) => policies.filter((policy) => policy.status === status);
  const [accepted, offered, included] = [ofStatus("accepted"), ofStatus("offered"), ofStatus("included")];
  return [
    periodsFigure([...results, ...accepted as unknown as readonly Entry[]], loss),
    record.completed_at !== null && h("p", { class: "hint" }, w.completed(timeWords(record.completed_at))),
    results.length === 0 ? h("p", { class: "nothing" }, w.none)
      : h("div", { class: "stack" }, ...results.map((entry, index) => article(entry, loss, w.number(index + 1, results.length), 3))),
    accepted.length > 0 && h("section", { class: "stack", id: "bought" }, h("h3", {}, w.accepted), ...accepted.map((policy) => boughtArticle(policy, loss))),
    offered.length > 0 && !hasOffers && h("section", { class: "stack not-on-paper" }, h("h3", {}, w.offered), h("p", { class: "hint" }, w.offeredText),
      h("ul", { class: "plain upgrades" }, ...offered.map((policy) => h("li", { class: "upgrade" }, ...policyLine(policy))))),
    included.length > 0 && h("section", { class: "stack" }, h("h3", {}, w.included),
      h("ul", { class: "plain upgrades" }, ...included.map((policy) => h("li", { class: "upgrade" }, ...policyLine(policy)))))];
}

/** The texts of the service's staff are English in both languages of the page. */
function policyLine(policy: { policy_type: string | null; notes?: unknown; price_usd: string | null }): Child[] {
  return [
    policy.policy_type === null ? h("span", { class: "upgrade-type" }, words().results.unnamed) : h("span", { class: "upgrade-type", lang: "en" }, policy.policy_type),
    policy.price_usd !== null && policy.price_usd !== undefined && h("span", { class: "upgrade-price" }, money(policy.price_usd)),
    typeof policy.notes === "string" && h("span", { class: "upgrade-note", lang: "en" }, policy.notes)];
}

function boughtArticle(policy: AdditionalPolicy<Entry>, loss: unknown): HTMLElement {
  const { policy_type: type, price_usd: price } = policy;
  return article(policy as unknown as Entry, loss, [type, price === null ? undefined : `${words().results.price} ${money(price)}`].filter(Boolean).join(" · "), 4);
}

/** One result: the name first, then carrier, policy and limits, which are large if they were in force. */
function article(entry: Entry, loss: unknown, above: string, level: 3 | 4): HTMLElement {
  const w = words().results;
  const name = nameOf(entry);
  const members = [...Object.keys(w.fields), ...Object.keys(entry).filter((member) => !Object.hasOwn(w.fields, member))]
    .filter((member) => member in entry && !envelope.has(member));
  const isHere = (member: string): boolean => !isNothing(entry[member]);
  const missing = members.filter((member) => !isHere(member) && member !== "add_on_services" && member !== "cancelled_policies" && member !== "notes");
  const large = headline.filter(isHere);
  // Members that the heading and the mark show are not repeated.
  const verdict = verdictMembers.find(isHere);
  const inSentence = new Set([verdict, name === entry["defendant"] ? "defendant" : undefined, name === entry["subject_of_search"] ? "subject_of_search" : undefined]);
  const addOns = entry["add_on_services"];
  // Members of an undocumented type are shown among the facts.
  const isOdd = (member: string): boolean => (member === "add_on_services" && !isRecord(addOns)) || (member === "cancelled_policies" && !Array.isArray(entry[member]));
  const rows = members.filter((member) => isHere(member) && (!placed.has(member) || isOdd(member)) && !inSentence.has(member));
  return h("article", { class: "result" },
    h("header", {}, h("p", { class: "hint" }, above), h(`h${level}`, { class: "result-name" }, name ?? w.unnamed),
      verdict !== undefined && h("p", { class: `verdict-mark is-${verdictKind(entry)}`, lang: "en" }, String(entry[verdict]))),
    large.length > 0
      ? h("dl", { class: isLapsed(entry, loss) ? "headline is-over" : "headline" }, ...large.map((member) => h("div", { class: `is-${member}` }, h("dt", {}, wordOf(w.fields, member)), h("dd", {}, valueWords(member, entry[member])))))
      : h("p", { class: "nothing" }, w.nothingFound),
    isHere("notes") && h("div", { class: "notes", lang: "en" }, typeof entry["notes"] === "string" ? entry["notes"] : valueWords("notes", entry["notes"])),
    rows.length > 0 && h("dl", { class: "facts" }, ...rows.map((member) => h("div", {}, h("dt", {}, wordOf(w.fields, member)), h("dd", {}, valueWords(member, entry[member]))))),
    isRecord(addOns) && Object.keys(addOns).length > 0 && h("div", { class: "inner" }, inner(level, w.addOns),
      h("dl", { class: "facts" }, ...Object.entries(addOns).map(([service, value]) => h("div", {}, h("dt", {}, addOnWords(service)), h("dd", {}, valueWords(service, value)))))),
    canceledPolicies(listOf<CancelledPolicy>(entry["cancelled_policies"]), level),
    missing.length > 0 && large.length > 0 && h("details", { class: "hint missing" }, h("summary", {}, w.notFound(missing.length)),
      h("p", {}, missing.map((member) => wordOf(w.fields, member)).join(", "))));
}

const inner = (level: 3 | 4, text: string): HTMLElement => h(level === 3 ? "h4" : "h5", { class: "inner-title" }, text);

function canceledPolicies(policies: readonly CancelledPolicy[], level: 3 | 4): Child {
  const w = words().results;
  if (policies.length === 0) return undefined;
  return h("div", { class: "inner" }, inner(level, w.canceledPolicies),
    ...policies.map((policy) => h("dl", { class: "facts" }, ...Object.entries(policy).filter(([, value]) => !isNothing(value))
      .map(([member, value]) => h("div", {}, h("dt", {}, wordOf(w.canceledPolicy, member)), h("dd", {}, valueWords(member, value)))))));
}

function canceledWords(cancellation: unknown): HTMLElement {
  const w = words().results;
  const { cancelled_at: at, fee_usd: fee, reason } = (cancellation ?? {}) as { cancelled_at?: string | null; fee_usd?: string | null; reason?: string | null };
  return h("article", { class: "result" }, h("h3", { class: "result-name" }, w.canceledTitle), h("dl", { class: "facts" },
    at ? h("div", {}, h("dt", {}, w.canceledAt), h("dd", {}, timeWords(at))) : undefined,
    h("div", {}, h("dt", {}, w.fee), h("dd", {}, fee ? money(fee) : w.noFee)),
    reason ? h("div", {}, h("dt", {}, w.reason), h("dd", { class: "given" }, reason)) : undefined));
}

/** The requested product has a label in the package; days are formatted. */
function valueWords(member: string, value: unknown): Child {
  const w = words().results;
  if (typeof value === "boolean") return value ? w.yes : w.no;
  if (Array.isArray(value)) {
    return value.some((part) => typeof part === "object" && part !== null)
      ? h("ul", { class: "plain" }, ...value.map((part) => h("li", {}, valueWords(member, part))))
      : value.map((part) => valueWords(member, part)).join(", ");
  }
  if (isRecord(value)) {
    return h("dl", { class: "facts" }, ...Object.entries(value).map(([name, part]) => h("div", {}, h("dt", {}, spokenWord(name)), h("dd", {}, valueWords(name, part)))));
  }
  const text = String(value ?? "–");
  if (member === "base_product") return [listById("pl.base_product"), listById("pe.base_product")].flatMap((list) => list?.words ?? []).find((word) => word.value === text)?.label ?? spokenWord(text);
  // Also the days of a period, such as "2025-10-01 to 2026-04-01".
  return numbers.has(member) ? text : text.split(" ").map(dayWords).join(" ");
}

function addOnWords(service: string): string {
  return listById("add_on_services")?.words.find((word) => word.value === service)?.label ?? spokenWord(service);
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === "string" && value.trim() === "");
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function listOf<T>(value: unknown): readonly T[] {
  return Array.isArray(value) ? value.filter(isRecord) as readonly T[] : [];
}
