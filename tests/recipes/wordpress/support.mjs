// What the plug-in does in WordPress and in the functions that stand for it: a service that accepts
// cases, and the scenario of a case with two files.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { cases, next, walk } from "../../intake/support.mjs";

/** The answers of the form in a page whose shortcode fixes the product. */
export const answers = cases.pl.map(({ "/case_type": _fixed, ...rest }) => rest);

/**
 * Returns a service that is not started yet, and the requests that it will have received. `next` is the answer to
 * the next request, if it is another than a receipt.
 */
export function service() {
  const got = [];
  const other = { next: undefined };
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const form = await new Response(Buffer.concat(chunks), { headers: { "content-type": request.headers["content-type"] } }).formData();
    got.push({ token: request.headers.authorization, case: JSON.parse(form.get("case")), files: form.getAll("files").map(({ name, size }) => [name, size]), labels: form.getAll("labels") });
    const { next } = other;
    other.next = undefined;
    if (next !== undefined) return response.writeHead(next.status, next.headers).end(next.body);
    response.writeHead(201, { "content-type": "application/json" }).end('{"case_id":3,"case_ref":"CASE-3","attachments":[]}');
  });
  return { server, got, other };
}

/** Sends a case with two files, and checks that it reaches the service with the token. */
export async function sendTwoFiles(element, got) {
  await walk(element, answers);
  await element.evaluate((node) => { node.step = "files"; });
  await element.locator("#files-input").setInputFiles(["a b.pdf", "c.pdf"].map((name, index) => ({ name, mimeType: "application/pdf", buffer: Buffer.alloc(10 + index) })));
  await element.locator("select").first().selectOption("incident_report");
  await next(element);
  await next(element);
  await element.locator(".reference", { hasText: "CASE-3" }).waitFor();
  const { token, case: sent, files, labels } = got.at(-1);
  assert.deepEqual([token, sent.plaintiff_name, files, labels[0], labels.length], ["Token secret", "Terry Testcase", [["a b.pdf", 10], ["c.pdf", 11]], "incident_report", 2]);
}
