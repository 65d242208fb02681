// Tools that only a stand-in has: decide the cancellation, publish a sample, fire an event.
import { api } from "./api.js";
import { fill, h, setAttribute, setText } from "./dom.js";
import { errorBox, say } from "./say.js";
import { field, form, select, text } from "./forms.js";
import { spoken, words } from "./words.js";

const section = (id, title, ...children) =>
  h("section", { class: "card", "aria-labelledby": id }, h("h2", { id }, title), ...children);

export function cancellationTool(life) {
  const block = h("p", { class: "cancellation" });
  const reason = select([["", "Automatic, by the state"], ...words.eligibility.map((word) => [word, spoken(word)])]);
  const fee = text({ inputmode: "decimal", class: "box size-s" });
  let dirty = false;
  const save = form({ oninput: () => { dirty = true; } }, {
    fields: [
      field("Cancellation status", reason, `To hold cancellations, choose “${spoken("cancellation_pending")}” or “${spoken("case_processing")}”.`),
      field("Fee in US dollars", fee, "With two decimal places, such as 150.00."),
    ],
    label: "Save", look: "secondary",
    async send() {
      await api("PUT", `/cases/${life.id}/cancellation`, {
        eligibility: reason.value || null, ...(fee.value.trim() && { fee_usd: fee.value.trim() }),
      });
      dirty = false;
      await life.refresh();
      say("Cancellation: saved. No event fired.");
    },
  });
  return {
    element: section("cancellation-title", "Cancellation", block, save),
    show({ cancellation, eligibility, fee_usd }) {
      fill(block, cancellation, ({ eligible, reason: why, fee_usd: due }) => [
        h("strong", {}, eligible ? "Can be canceled" : "Can’t be canceled"), `: ${spoken(why).toLowerCase()}`,
        due === null ? "." : `, for $${due}.`,
      ]);
      if (dirty) return;
      if (reason.value !== (eligibility ?? "")) reason.value = eligibility ?? "";
      if (fee.value !== (fee_usd ?? "")) fee.value = fee_usd ?? "";
    },
  };
}

export function sampleTool(life) {
  const why = h("p", { class: "hint", id: "sample-why" });
  const errors = errorBox();
  let off;
  const button = h("button", {
    type: "button", class: "button secondary small", "aria-describedby": why.id,
    async onclick() {
      if (off) return say(`Place the sample results is not available: ${off}`);
      errors.clear();
      try {
        await api("POST", `/cases/${life.id}/sample_results`, {});
        await life.refresh();
        say("Sample results: placed. No event fired.");
      } catch (error) {
        errors.show(error);
      }
    },
  }, "Place the sample results");
  return {
    element: section("sample-title", "Sample results", why, button, errors.element),
    show({ case: { is_test } }) {
      off = is_test ? undefined : "This is a real case. Only a test case gets a sample without research.";
      setText(why, off ?? "The law firm can fetch them right away, as for a finished case.");
      setAttribute(button, "aria-disabled", off && "true");
    },
  };
}

export function syntheticTool(life) {
  const type = select(words.events.map((word) => [word, word]));
  const fire = form({}, {
    fields: [field("Event", type, "Sends a webhook like a real one, also for a test case. The case does not change.")],
    label: "Fire event", look: "secondary",
    async send() {
      await api("POST", `/cases/${life.id}/synthetic_event`, { type: type.value });
      await life.refresh();
      say(`Synthetic event: fired ${type.value}. The case is unchanged.`);
    },
  });
  return { element: section("synthetic-title", "Synthetic event", fire), show() {} };
}
