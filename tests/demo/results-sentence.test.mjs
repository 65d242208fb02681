// The results in one sentence, and days as people write them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { moduleOf, vocabulary } from "./vocabulary-support.mjs";

const vectors = JSON.parse(readFileSync(new URL("result-sentences.json", import.meta.url), "utf8"));
let resultSentence, dayWords;
before(async () => {
  ({ resultSentence } = await moduleOf("web-demo/src/cases/result-sentence.ts"));
  ({ dayWords } = await moduleOf("pkg/src/intake/formats.ts"));
});

test("the sentence names what was found, and for whom", async () => {
  const { en } = await vocabulary("web-demo/src/cases/words");
  assert.ok(vectors.length > 0);
  for (const { results, bought = [], date_of_loss: loss, sentence } of vectors) {
    assert.equal(resultSentence(results, bought, loss, "en", en.results.answer, (day) => dayWords("en-US", day)), sentence);
  }
});

test("a policy that was not in force has a sentence of its own, in Spanish as well", async () => {
  const { es } = await vocabulary("web-demo/src/cases/words");
  const canceled = { defendant: "A", insurance: "Example Mutual", policy_canceled_date: "2025-05-01" };
  const sentence = (...results) => resultSentence(results, [], "2025-06-01", "es", es.results.answer, (day) => dayWords("es-US", day));
  assert.equal(sentence(canceled), "Para A solo encontramos cobertura que no estaba vigente en la fecha del incidente (Example Mutual, cancelada el 1 de mayo de 2025).");
  assert.equal(sentence({ defendant: "C" }, canceled, { ...canceled, insurance: null, policy_number: "1" }),
    "No encontramos cobertura de seguro para C. Para A solo encontramos cobertura que no estaba vigente en la fecha del incidente (Example Mutual, cancelada el 1 de mayo de 2025; cancelada el 1 de mayo de 2025).");
  assert.equal(sentence({ ...canceled, policy_canceled_date: "2025-06-02" }), "Encontramos cobertura de seguro para A (Example Mutual, cancelada el 2 de junio de 2025).");
});

test("a day that does not exist, such as February 30, is shown as it is", () => {
  for (const text of ["2026-02-30", "2025-02-29", "2026-04-31", "2026-13-01", "2026-00-10", "2026-01-00", "26-01-01", "+002026-01-01", "2026-01-01T00:00:00Z", "soon", ""]) {
    assert.equal(dayWords("en-US", text), text);
  }
  assert.deepEqual(["2024-02-29", "0001-01-01", "9999-12-31"].map((day) => dayWords("en-US", day)), ["February 29, 2024", "January 1, 1", "December 31, 9999"]);
  assert.equal(dayWords("es-US", "2026-02-28"), "28 de febrero de 2026");
});
