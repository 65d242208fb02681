// Tools that only a stand-in has: decide the cancellation, publish a sample, fire an event.
import { api } from "./api.js";
import { fill, h, setAttribute, setText } from "./dom.js";
import { errorBox, say } from "./say.js";
import { field, form, select, text } from "./forms.js";
import { t } from "./language.js";
import { spoken, words } from "./words.js";

const section = (id, title, ...children) =>
  h("section", { class: "card", "aria-labelledby": id }, h("h2", { id }, title), ...children);

export function cancellationTool(life) {
  const block = h("p", { class: "cancellation" });
  const reason = select([["", t("Automatic, by the state")], ...words.eligibility.map((word) => [word, spoken(word)])]);
  const fee = text({ inputmode: "decimal", class: "box size-s" });
  let dirty = false;
  const save = form({ oninput: () => { dirty = true; } }, {
    fields: [
      field(t("Cancellation status"), reason, t("To hold cancellations, choose “{0}” or “{1}”.", spoken("cancellation_pending"), spoken("case_processing"))),
      field(t("Fee in US dollars"), fee, t("With two decimal places, such as 150.00.")),
    ],
    label: t("Save"), look: "secondary",
    async send() {
      await api("PUT", `/cases/${life.id}/cancellation`, {
        eligibility: reason.value || null, ...(fee.value.trim() && { fee_usd: fee.value.trim() }),
      });
      dirty = false;
      await life.refresh();
      say(t("Cancellation: saved. No event fired."));
    },
  });
  return {
    element: section("cancellation-title", t("Cancellation"), block, save),
    show({ cancellation, eligibility, fee_usd }) {
      fill(block, cancellation, ({ eligible, reason: why, fee_usd: due }) => [
        h("strong", {}, eligible ? t("Can be canceled") : t("Can’t be canceled")), `: ${spoken(why).toLowerCase()}`,
        due === null ? "." : t(", for {0}.", `$${due}`),
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
      if (off) return say(t("{0} is not available: {1}", t("Place the sample results"), off));
      errors.clear();
      try {
        await api("POST", `/cases/${life.id}/sample_results`, {});
        await life.refresh();
        say(t("Sample results: placed. No event fired."));
      } catch (error) {
        errors.show(error);
      }
    },
  }, t("Place the sample results"));
  return {
    element: section("sample-title", t("Sample results"), why, button, errors.element),
    show({ case: { is_test } }) {
      off = is_test ? undefined : t("This is a real case. Only a test case gets a sample without research.");
      setText(why, off ?? t("The law firm can fetch them right away, as for a finished case."));
      setAttribute(button, "aria-disabled", off && "true");
    },
  };
}

export function syntheticTool(life) {
  const type = select(words.events.map((word) => [word, word]));
  const fire = form({}, {
    fields: [field(t("Event"), type, t("Sends a webhook like a real one, also for a test case. The case does not change."))],
    label: t("Fire event"), look: "secondary",
    async send() {
      await api("POST", `/cases/${life.id}/synthetic_event`, { type: type.value });
      await life.refresh();
      say(t("Synthetic event: fired {0}. The case is unchanged.", type.value));
    },
  });
  return { element: section("synthetic-title", t("Synthetic event"), fire), show() {} };
}
