// Cases over the API, as the pages send them, and the page of each.
import assert from "node:assert/strict";
import { cases as answers, payloadOf, visit } from "./support.mjs";

export async function account(it) {
  return (await fetch(`${it.url}demo/api/account`)).json();
}

/** Sends a case of a product, and returns the service's answer. */
export async function create(it, product, { files = [], ...more } = {}) {
  const { token } = await account(it);
  const form = new FormData();
  form.set("case", JSON.stringify({ ...payloadOf(answers[product]), is_test: false, ...more }));
  for (const [name, text] of files) {
    form.append("files", new Blob([text]), name);
    form.append("labels", "incident_report");
  }
  const answer = await fetch(`${it.url}api/v1/partner/cases/create/`, { method: "POST", headers: { Authorization: `Token ${token}` }, body: form });
  const body = await answer.json();
  assert.equal(answer.status, 201, JSON.stringify(body));
  return body;
}

/** Acts as the service's staff. */
export async function act(it, id, trigger, body = {}, method = "POST") {
  const { operator_token: token } = await account(it);
  const answer = await fetch(`${it.url}operator/api/cases/${id}/${trigger}`, { method, headers: { Authorization: `Token ${token}` }, body: JSON.stringify(body) });
  const reply = await answer.json();
  assert.equal(answer.status, 200, JSON.stringify(reply));
  return reply;
}

/** Calls the firm's side of the API. */
export async function partner(it, path, init = {}) {
  const { token } = await account(it);
  return fetch(`${it.url}api/v1/partner/cases/${path}`, { ...init, headers: { ...init.headers, Authorization: `Token ${token}` } });
}

export async function accept(it, { case_ref: reference, case_id: id }, selected) {
  const { offers: [offer] } = await record(it, id);
  const body = JSON.stringify({ offer_id: offer.offer_id, selected_upgrade_ids: selected ?? [offer.additional_policies[0].upgrade_id] });
  assert.ok((await partner(it, `${reference}/offers/accept/`, { method: "POST", headers: { "Content-Type": "application/json" }, body })).ok);
}

export async function record(it, id) {
  return (await fetch(`${it.url}demo/api/cases/${id}`)).json();
}

/** A visitor of a case's page, or of the list. */
export async function at(it, id, options) {
  const visitor = await visit(it, options);
  await visitor.page.goto(`${it.url}cases.html#/${id ?? ""}`);
  await visitor.page.locator(id === undefined ? ".list-head h1" : ".case-head h1").waitFor();
  return visitor;
}

/** The service's button of an action, on the page. */
export const service = (page, trigger) => page.locator(`#service-${trigger}`);
export const state = (page, words) => page.locator(".case-head .state", { hasText: words }).waitFor();
export const said = (page) => page.locator("#status").evaluate((element) => element.textContent);
export const focused = (page) => page.evaluate(() => document.activeElement?.id);

/**
 * Ends a visit in which requests failed on purpose. The browser may report only those.
 */
export async function closeAfterFailures(close) {
  const complaints = await close().then(() => [], (error) => error.actual ?? [String(error)]);
  assert.deepEqual(complaints.filter((text) => !text.startsWith("Failed to load resource")), []);
}
