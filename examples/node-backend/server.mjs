// A law firm's backend: takes intake forms, submits cases to the research service, and follows them by its webhooks.
import multipart from "@fastify/multipart";
import { checkCaseText, checkRequest, normalizeResults, prepareCase, readEvent, today } from "casegate/service";
import fastify from "fastify";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { Asking } from "./asking.mjs";
import { Cases } from "./cases.mjs";
import { appended, judged, settled, reported } from "./files.mjs";
import { formLimits, readForm } from "./form.mjs";
import { answerProblem, Refusal } from "./problems.mjs";
import { Service } from "./service.mjs";
import { Submissions } from "./submissions.mjs";

const { SERVICE_URL, MASTER_TOKEN, WEBHOOK_SECRET, DATA, PORT, LOG_LEVEL = "info", POLL_SECONDS = "60", TIME_ZONE = "America/New_York" } = process.env;

mkdirSync(DATA, { recursive: true, mode: 0o700 });
const app = fastify({ logger: { level: LOG_LEVEL } });
const service = new Service({
  url: SERVICE_URL,
  masterToken: MASTER_TOKEN,
  tokenName: "node-backend",
  tokenFile: join(DATA, "user-token"),
});
const cases = new Cases(join(DATA, "cases"));
const submissions = new Submissions(join(DATA, "submissions.json"));
const asking = new Asking({ cases, service, log: app.log, pause: 1000 * POLL_SECONDS });

/** The rules have no clock: today is the office's day. */
const context = { today: () => today(TIME_ZONE), credential: "user", audience: "form" };

/** What the library refuses is not sent. */
function mustPass(request) {
  const { ok, issues } = checkRequest(request, context);
  if (!ok) throw new Refusal(400, "The service would refuse this.", issues);
}

function viewOf(request) {
  const id = Number(request.params.id);
  if (!cases.has(id)) throw new Refusal(404, "Case not found.");
  return { id, view: cases.view(id, new Date()) };
}

/** With the reference by which the service knows the case; it comes some time after the case. */
async function caseOf(request) {
  const { id, view } = viewOf(request);
  const ref = view.issue_key ?? (await service.reference(id));
  if (ref === null) throw new Refusal(409, "The service has not given the case its reference yet.");
  return { id, ref, view };
}

/** Learns what came of a request of our own, asks what that leaves open, and shows the case. */
function ingested(id, fact) {
  cases.ingest(id, fact);
  void asking.about(id);
  return cases.view(id, new Date());
}

async function append(id, ref, file) {
  const answer = await service.append(ref, file);
  cases.ingest(id, { file: answer });
  return answer;
}

/**
 * Creates a case. Without an answer nobody knows whether there is a case now. If there is, its event will come, and a
 * second attempt finds it.
 */
async function create(payload, files) {
  const submission = submissions.begin(payload);
  try {
    const created = await service.create(payload, files);
    submissions.answered(submission, created.case_id);
    return created;
  } catch (error) {
    if (error.status === null || error.status >= 500) {
      throw new Refusal(502, "The service did not answer. The case may be there. You can send the form again.");
    }
    submissions.forget(submission);
    throw error;
  }
}

/** The case of an earlier attempt with the same form that got no answer; `null` if there is none. */
async function created(payload) {
  const earlier = submissions.unanswered(payload);
  if (earlier === undefined) return null;
  const id = submissions.caseOf(earlier, await service.list("api"));
  if (id === undefined) throw new Refusal(409, "The case may be there already: look for it in the list of cases.");
  if (id === null) submissions.forget(earlier);
  else submissions.answered(earlier, id);
  return id;
}

app.register(multipart, formLimits);
app.setErrorHandler(answerProblem);
app.setNotFoundHandler(() => {
  throw new Refusal(404, "There is nothing here.");
});

// An intake form: the fields `case` (JSON) and `labels`, the files `files`.
app.post("/cases", async (request, reply) => {
  const form = await readForm(request);
  const text = form.fields.get("case") ?? "";
  const report = checkCaseText(text, context);
  if (!report.ok) throw new Refusal(400, "The case is refused.", report.issues);

  const { prepared } = prepareCase(JSON.parse(text), context);
  const is_test = prepared.is_test === true;
  const found = await created(prepared);
  if (found !== null) {
    cases.begin(found, { is_test, created: { case_id: found } });
    void asking.about(found);
    // Its files may have arrived. A missing one can be appended.
    const files = form.files.map(({ name, label }) => ({ filename: name, label: label ?? "other", status: "unknown" }));
    return { case_id: found, files, warnings: report.issues, view: cases.view(found, new Date()) };
  }

  const files = judged(form.files, "create");
  const sent = files.filter(({ verdict }) => verdict.status === "accepted");
  const answer = await create(prepared, sent);
  const { case_id, case_ref, attachments = [] } = answer;
  cases.begin(case_id, { is_test, created: answer });
  void asking.about(case_id);

  const answers = await settled(files, attachments, async (file) => {
    return append(case_id, case_ref ?? (await service.reference(case_id)), file);
  });
  const view = cases.view(case_id, new Date());
  return reply.code(201).send({ case_id, files: answers, warnings: report.issues, view });
});

app.get("/cases", async () => cases.ids().map((id) => ({ case_id: id, state: cases.view(id).state })));

app.get("/cases/:id", async (request) => viewOf(request).view);

app.get("/cases/:id/results", async (request) => {
  const { ref } = await caseOf(request);
  const { results_data } = await service.ask(ref, "results");
  return normalizeResults(results_data).normalized; // every documented field is there, however old they are
});

// Files for a case that is there: one that was rejected and corrected, or a later one. `labels`, `files`.
app.post("/cases/:id/files", async (request, reply) => {
  const { id, ref } = await caseOf(request);
  const form = await readForm(request);
  const answers = [];
  for (const file of judged(form.files, "append")) {
    const isSent = file.verdict.status === "accepted";
    answers.push(isSent ? appended(await append(id, ref, file)) : reported(file.verdict));
  }
  void asking.about(id);
  return reply.code(answers.every(({ status }) => status === "accepted") ? 201 : 400).send({ files: answers });
});

// A reply to what the service asked: the field `message`, files, and `interaction_id`, of the question that was shown.
app.post("/cases/:id/reply", async (request) => {
  const { id, ref, view } = await caseOf(request);
  const open_interaction = view.open_interaction?.interaction_id;
  if (open_interaction === undefined) throw new Refusal(409, "The service waits for no reply.");
  const { fields, files } = await readForm(request);
  const interaction_id = fields.get("interaction_id") ?? open_interaction;
  const message = fields.get("message") ?? "";
  const parts = [
    { name: "interaction_id", value: interaction_id },
    { name: "message", value: message },
    ...files.map(({ name, size }) => ({ name: "file", filename: name, size })),
  ];
  mustPass({ endpoint: "respond", params: { ref }, parts, known: { open_interaction } });
  return ingested(id, { responded: await service.respond(ref, interaction_id, message, files) });
});

// Buys policies. JSON: `offer_id`, `selected_upgrade_ids`.
app.post("/cases/:id/accept", async (request) => {
  const { id, ref, view } = await caseOf(request);
  const { offer_id, selected_upgrade_ids } = request.body ?? {};
  const accepted = { offer_id, selected_upgrade_ids };
  const offers = view.offers.map((offer) => ({ offer_id: offer.offer_id, additional_policies: offer.upgrades }));
  mustPass({ endpoint: "accept", params: { ref }, body: accepted, known: { offers } });
  await service.accept(ref, accepted);
  return ingested(id, { accepted });
});

// JSON: `reason`, optional. What it costs is in the view's `cancellation`, once the service was asked.
app.post("/cases/:id/cancel", async (request) => {
  const { id, ref } = await caseOf(request);
  const { reason } = request.body ?? {};
  const body = reason === undefined ? {} : { reason };
  mustPass({ endpoint: "cancel", params: { ref }, body });
  return ingested(id, { cancel_accepted: await service.cancel(ref, body) });
});

// Webhooks, in a scope of their own: the signature is over the bytes as they came. The service does not publish its
// scheme; Standard Webhooks is the stand-in's.
app.register(async (scope) => {
  const webhook = new Webhook(WEBHOOK_SECRET);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", { parseAs: "string" }, (request, body, done) => done(null, body));

  scope.post("/webhooks", async (request, reply) => {
    let event;
    try {
      event = webhook.verify(request.body ?? "", request.headers);
    } catch (error) {
      const isForged = error instanceof WebhookVerificationError;
      throw isForged ? new Refusal(401, "The signature does not fit.") : new Refusal(400, "The event is no JSON.");
    }
    const id = cases.caseOf(event);
    // An event of no case is taken: it would be none the next time either.
    if (id === null) request.log.warn({ type: readEvent(event).type }, "an event of no case");
    else {
      if (!cases.has(id)) submissions.seen(id);
      const notes = cases.ingest(id, { event, received_at: new Date() });
      for (const { code, at } of notes) request.log.info({ case_id: id, code, at }, "a note on an event");
      // The event is on disk. What it leaves open is asked after the answer, which must not wait for the service.
      setImmediate(() => asking.about(id));
    }
    return reply.code(204).send();
  });
});

// Events that this backend missed while it was down are asked for now.
app.addHook("onReady", async () => cases.ids().forEach((id) => void asking.about(id)));
app.addHook("onClose", () => asking.stop());
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => app.close());

await app.listen({ host: "127.0.0.1", port: Number(PORT) });
