// A law firm's backend: takes intake forms, submits cases to the research service, and follows them.
import multipart from "@fastify/multipart";
import { Client, fileStore } from "casegate/client";
import { today } from "casegate/service";
import fastify from "fastify";
import { Webhook } from "standardwebhooks";
import { formLimits, readForm } from "./form.mjs";
import { answerProblem, Refusal } from "./problems.mjs";

const { SERVICE_URL, MASTER_TOKEN, WEBHOOK_SECRET, DATA, PORT, LOG_LEVEL = "info", POLL_SECONDS = "60", SETTLE_SECONDS = "300", TIME_ZONE = "America/New_York" } = process.env;

const app = fastify({ logger: { level: LOG_LEVEL } });
const webhook = new Webhook(WEBHOOK_SECRET);
const client = new Client({
  url: SERVICE_URL,
  masterToken: MASTER_TOKEN,
  tokenName: "node-backend",
  store: fileStore(DATA),
  context: { today: () => today(TIME_ZONE), credential: "user", audience: "form" }, // the rules have no clock
  onlyWriter: true,
  verify: (body, headers) => webhook.verify(body, headers),
  settle: { askAfter: 1000 * SETTLE_SECONDS, skew: Math.min(300_000, 1000 * SETTLE_SECONDS) },
  pace: POLL_SECONDS / 60,
});

async function viewOf(id) {
  const view = await client.view(id);
  if (view === null) throw new Refusal(404, "Case not found.");
  return view;
}

app.register(multipart, formLimits);
app.setErrorHandler(answerProblem);
app.setNotFoundHandler(() => {
  throw new Refusal(404, "There is nothing here.");
});

// An intake form: the fields `case` (JSON) and `labels`, the files `files`.
app.post("/cases", async (request, reply) => {
  const { fields, files } = await readForm(request);
  const sent = await client.submit(fields.get("case") ?? "", { files });
  if (sent.state === "refused") throw new Refusal(400, "The case is refused.", sent.issues);
  if (sent.state === "unknown") {
    const seconds = sent.until && Math.max(1, (sent.until - Date.now()) / 1000);
    throw new Refusal(sent.candidates.length ? 409 : 502, "The service did not answer. The case may be there. You can send the form again.", undefined, seconds);
  }
  const { caseId: case_id, warnings } = sent;
  return reply.code(sent.known ? 200 : 201).send({ case_id, files: sent.files, warnings, view: await viewOf(case_id) });
});

app.get("/cases", async () => Promise.all((await client.caseIds()).map(async (id) => ({ case_id: id, state: (await viewOf(id)).state }))));
app.get("/cases/:id", (request) => viewOf(Number(request.params.id)));
app.get("/cases/:id/results", (request) => client.results(Number(request.params.id)));

// Files for a case that is there: one that was rejected and corrected, or a later one. `labels`, `files`.
app.post("/cases/:id/files", async (request, reply) => {
  const { files } = await readForm(request);
  const answers = await client.append(Number(request.params.id), files);
  const failures = answers.flatMap(({ failure }) => failure ?? []);
  if (failures.length > 0 && failures.length === answers.length) throw failures[0];
  const statuses = answers.map(({ status }) => status);
  // The same form again sends only what has no answer.
  const code = statuses.some((status) => status === "unknown" || status === "unavailable") ? 502 : statuses.every((status) => status === "accepted") ? 201 : 400;
  return reply.code(code).send({ files: answers });
});

// A reply to what the service asked: the field `message`, files, and `interaction_id`, of the question that was shown.
app.post("/cases/:id/reply", async (request) => {
  const id = Number(request.params.id);
  const { open_interaction } = await viewOf(id);
  if (!open_interaction) throw new Refusal(409, "The service waits for no reply.");
  const { fields, files } = await readForm(request);
  return client.reply(id, { interactionId: fields.get("interaction_id") ?? open_interaction.interaction_id, message: fields.get("message") ?? "", files });
});

// Buys policies. JSON: `offer_id`, `selected_upgrade_ids`.
app.post("/cases/:id/accept", (request) => {
  const { offer_id: offerId, selected_upgrade_ids: upgradeIds } = request.body ?? {};
  return client.accept(Number(request.params.id), { offerId, upgradeIds });
});

// JSON: `reason`, optional. What it costs is in the view's `cancellation`, once the service was asked.
app.post("/cases/:id/cancel", (request) => client.cancel(Number(request.params.id), request.body ?? {}));

// Webhooks, in a scope of their own: the signature is over the bytes as they came.
app.register(async (scope) => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", { parseAs: "buffer" }, (request, body, done) => done(null, body));
  scope.post("/webhooks", async (request, reply) => reply.code(await client.receive(request.body ?? "", request.headers)).send());
});

const stop = client.start();
app.addHook("onClose", stop);
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => app.close());
await app.listen({ host: "127.0.0.1", port: Number(PORT) });
