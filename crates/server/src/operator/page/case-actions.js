// The actions on a case: the library's list, each with a button or the reason why it is impossible.
import { api } from "./api.js";
import { h, keyed, setAttribute, setText } from "./dom.js";
import { area, field, form, json, radios, required } from "./forms.js";
import { errorBox, say, sayDone } from "./say.js";
import { pretty, spoken, words } from "./words.js";

/** A sample policy. */
const POLICY = [{
  type: "Umbrella", description: "An umbrella policy was located", researcher_note: "Found under the household’s address",
  price_usd: "150.00", record: {},
}];

export function caseActions(life) {
  const list = h("ul", { class: "action-list plain" });
  const callers = h("ul", { class: "caller-list plain" });
  const known = new Map();
  return {
    element: h("section", { class: "card", "aria-labelledby": "actions-title" },
      h("h2", { id: "actions-title" }, "Service actions"), list,
      h("h3", {}, "Law firm actions"), callers),
    show(detail) {
      const mine = detail.actions.filter((action) => action.by === "service");
      for (const action of mine) {
        if (!known.has(action.trigger)) known.set(action.trigger, row(life, action.trigger, list));
        known.get(action.trigger).show(action, detail);
      }
      keyed(callers, detail.actions.filter((action) => action.by === "caller" && action.reason !== "case_exists"),
        (action) => action.trigger, caller);
    },
  };
}

function caller({ label, allowed, message }) {
  return h("li", { class: allowed ? "is-allowed" : "is-off" },
    h("strong", {}, label), h("span", {}, " – ", allowed ? "available now" : `not available: ${message}`));
}

/** An action keeps its elements, so that focus and typed text stay while the case changes. */
function row(life, trigger, list) {
  const why = h("p", { class: "why", id: `why-${trigger}` });
  const place = h("div", { class: "action-form", id: `form-${trigger}`, hidden: true });
  const errors = errorBox();
  let action;
  let detail;
  let busy = false;

  const carryOut = async (body) => {
    const answer = await api("POST", `/cases/${life.id}/${trigger}`, body);
    await life.refresh();
    sayDone(action.label, answer, spoken);
  };
  const close = () => {
    place.hidden = true;
    button.setAttribute("aria-expanded", "false");
    button.focus();
  };
  const forms = {
    need_input() {
      const message = area({ rows: 4 });
      return [[field("What is needed", message, "The law firm reads this text.")], async () => {
        await carryOut({ message: required(message, "Write what is needed.") });
        message.value = "";
      }];
    },
    confirm_delivery() {
      const note = area({ rows: 2 });
      return [[field("Closing note", note, "Sent as the reason of case.closed. If empty, the reason is results_delivered.")],
        () => carryOut(note.value === "" ? {} : { note: note.value })];
    },
    publish_results: () => withSample("Results", "results_data", () => words.results[detail.case.product],
      "A JSON object, as the results endpoint returns it."),
    find_policies: () => withSample("Policies", "additional_policies", () => POLICY, "A JSON list of the policies that were found."),
  };
  const withSample = (name, member, sample, hint) => {
    const box = area({ rows: 12, class: "box mono", spellcheck: "false" }, pretty(sample()));
    const own = h("div", { hidden: true }, field(`${name} as JSON`, box, hint));
    const choice = radios(name, [["sample", "Use the product’s sample"], ["own", "Write them myself"]],
      () => { own.hidden = choice.value() !== "own"; });
    return [[choice.element, own], () => carryOut(choice.value() === "own" ? { [member]: json(box) } : {})];
  };

  const button = h("button", {
    type: "button", class: "button action",
    async onclick() {
      if (!action.allowed) {
        say(`${action.label} is not available: ${action.message}`);
      } else if (forms[trigger]) {
        if (place.hidden) open();
        else close();
      } else if (!busy) {
        busy = true;
        errors.clear();
        await carryOut({}).catch((error) => errors.show(error));
        busy = false;
      }
    },
  });
  const open = () => {
    if (!place.hasChildNodes()) {
      const [fields, send] = forms[trigger]();
      const cancel = h("button", { type: "button", class: "quiet", onclick: close }, "Not now");
      place.append(form({}, { fields, label: action.label, beside: cancel, send: async () => (await send(), close()) }));
    }
    place.hidden = false;
    button.setAttribute("aria-expanded", "true");
    place.querySelector("textarea:not([hidden] *), input")?.focus();
  };
  if (forms[trigger]) {
    setAttribute(button, "aria-expanded", "false");
    setAttribute(button, "aria-controls", place.id);
  }
  const item = h("li", { class: "action-item" }, h("div", { class: "action-line" }, button, why), errors.element, place);
  list.append(item);
  return {
    show(next, shownDetail) {
      action = next;
      detail = shownDetail;
      setText(button, action.label);
      setAttribute(button, "aria-disabled", !action.allowed && "true");
      setAttribute(button, "aria-describedby", why.id);
      setText(why, action.allowed ? leadsTo(action, detail.case.state) : action.message);
      item.classList.toggle("is-off", !action.allowed);
    },
  };
}

function leadsTo({ to }, state) {
  return to && to !== state ? `The case becomes “${spoken(to)}”.` : "The state does not change.";
}
