// Random drafts that meet other rules than those at their last save: what the form says of them,
// beside fresh verdicts on the answers.
//
//   node tests/intake/drafts.mjs [COUNT] [SEED]
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { dice, intake } from "./bundle.mjs";

let form;

const rule = (id, then, when) => ({ id: `acme.${id}`, product: "pl", ...(when && { when: [when] }), then: [then], message: { en: "Our rule." } });

/** Days, versions, accounts, carriers and firm rules that a draft can be saved under or meet. */
const contexts = [
  {},
  { today: "2026-03-20" },
  { today: "2027-02-15" },
  { today: "2026-02-10" },
  { as_of: "2.0.0" },
  { credential: "master" },
  { financing_enrolled: true },
  { carriers: { refused: [{ name: "Acme Mutual" }], specialty: [{ name: "Grim Casualty" }] } },
  { words: { search_reason: ["audit"] } },
  { house: { rules: [rule("claim", { required: "/claim_number" })] } },
  { house: { rules: [rule("state", { field: "/crash_state", one_of: ["IL", "TX"] }), rule("test", { forbidden: "/claim_number" }, { field: "/is_test", is: true })] } },
].map((context) => ({ today: "2026-03-01", credential: "user", ...context }));

function answerFor(field, roll) {
  const words = [...new Set(["pl", "pe"].flatMap((product) => form.english.listOf(field, product)?.words.map((word) => word.value) ?? []))];
  const one = (some) => some[roll(some.length)];
  if (field.at === "/base_product") return [one(words)];
  if (field.type === "words") return words.filter(() => roll(2) === 0);
  if (field.type === "word") return one(words);
  if (field.type === "boolean") return roll(2) === 0;
  if (field.type === "date") return one(["2026-02-01", "2026-02-25", "2025-03-10", "2020-02-01", "2026-03-10", "soon"]);
  return one(["x", "IL", "12", "tx", "Acme Mutual", "Grim Casualty", "a@firm.example", "60601"]);
}

/** Returns the answers that the form asks for, and its payload, by the states of fresh verdicts alone. */
function asked(answers, context) {
  const kept = new Map([...answers].filter(([, answer]) => form.isAnswered(answer)));
  const bare = new Set();
  const hasMembers = (record) => [...kept.keys()].some((at) => form.recordOf(at) === record);
  for (;;) {
    const payload = form.payloadOf(kept, [...bare]);
    const states = new Map();
    for (const state of form.fieldStates(payload, context)) if (!states.has(state.at) || isAsked(state)) states.set(state.at, state);
    const isHidden = (at) => !isAsked(states.get(at)) || (form.recordOf(at) !== undefined && !isAsked(states.get(form.recordOf(at))));
    const isRequired = (at) => states.get(at)?.state === "required" && form.fieldAt(at)?.type === "record";
    const gone = [...kept.keys()].filter(isHidden);
    const due = [...states.keys()].filter((at) => isRequired(at) && !bare.has(at) && !hasMembers(at));
    const needless = [...bare].filter((at) => !isRequired(at) || hasMembers(at));
    if (gone.length + due.length + needless.length === 0) return { kept, payload };
    for (const at of gone) kept.delete(at);
    for (const at of due) bare.add(at);
    for (const at of needless) bare.delete(at);
  }
}

const isAsked = (state) => state !== undefined && state.state !== "irrelevant" && state.state !== "forbidden" && state.unprompted !== true;

const errorsOf = (payload, context) => form.checkCase(payload, context).issues.filter(({ severity }) => severity === "error").map(({ at, code, rule: id }) => [at, id ?? code].join(" "));

const without = (all, some) => all.filter((name) => !some.includes(name)).sort();

/** Compares `count` drafts, and returns how often each kind of change was seen. */
export async function compare(count, seed) {
  form = await intake();
  const fields = form.fields.filter((field) => form.isFillable(field) && field.type !== "record");
  const roll = dice(seed);
  const seen = { drafts: 0, lost: 0, added: 0, stale: 0 };
  for (; seen.drafts < count; seen.drafts++) {
    const [saved, met] = [contexts[roll(contexts.length)], contexts[roll(contexts.length)]];
    const answers = new Map([["/case_type", roll(2) === 0 ? "pl" : "pe"]]);
    const density = 1 + roll(4);
    for (const field of fields) if (field.at !== "/case_type" && roll(4) < density) answers.set(field.at, answerFor(field, roll));

    const before = new form.Sheet(answers, saved);
    const draft = JSON.parse(form.writeDraft({ savedAt: "2026-03-01T12:00:00.000Z", step: "product" }, before));
    before.close();
    // Questions of an earlier form.
    const retired = ["/retired_question", "/vehicle_information/retired", "/retired_group/member"].filter(() => roll(6) === 0);
    for (const at of retired) draft.answers[at] = roll(2) === 0 ? "x" : true;
    const read = form.readDraft(JSON.stringify(draft));
    const after = new form.Sheet(read.answers, met);
    const changes = form.changesSince(read, after);
    after.close();

    const [old, fresh] = [asked(answers, saved), asked(answers, met)];
    const names = [...answers.keys()].filter((at) => form.isAnswered(answers.get(at)));
    const where = `seed ${seed}, draft ${seen.drafts}`;
    assert.deepEqual([...changes.lost].sort(), retired.sort(), where);
    assert.deepEqual([...changes.stale].sort(), names.filter((at) => !fresh.kept.has(at)).sort(), where);
    assert.deepEqual(changes.added.map(({ at, code, rule: id }) => [at, id ?? code].join(" ")).sort(), without(errorsOf(fresh.payload, met), errorsOf(old.payload, saved)), where);
    seen.lost += changes.lost.length;
    seen.added += changes.added.length;
    seen.stale += changes.stale.length;
  }
  return seen;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { drafts, lost, added, stale } = await compare(Number(process.argv[2] ?? 100_000), Number(process.argv[3] ?? 2026));
  console.log(`${drafts} drafts told as fresh verdicts say: ${lost} answers lost, ${added} new errors, ${stale} answers that no question asks for`);
}
