// Creates a case through another channel than the API.
import { api } from "./api.js";
import { h } from "./dom.js";
import { Wrong, area, field, form, json, required, select, setOptions, text } from "./forms.js";
import { say } from "./say.js";
import { pretty } from "./words.js";

/** A complete sample case, which is a test case. */
const sample = (day) => ({
  case_type: "pl",
  base_product: ["personal_auto_policy_limits"],
  cc_emails: "intake@example.test",
  plaintiff_name: "Terry Testcase",
  office_case_number: "TEST-1001",
  date_of_loss: day,
  is_incident_report_provided: false,
  is_test: true,
  insurance_company: "Example Mutual",
  policy_number: "EX-1001",
  are_policyholder_and_defendant_the_same: true,
  defendant_information: { first_name: "Dana", last_name: "Demo", address: "12 Placeholder Street" },
});

export function submitView(shared) {
  const organization = select([]);
  const source = text({ class: "box size-m" });
  source.value = "portal";
  const box = area({ rows: 18, class: "box mono", spellcheck: "false" });
  const fill = () => {
    setOptions(organization, shared.overview.organizations.map(({ id, name }) => [id, name]));
    if (box.value !== "" || box.dataset.begun) return;
    box.dataset.begun = "true";
    const day = new Date(new Date(shared.overview.now) - 90 * 86_400_000).toISOString().slice(0, 10);
    box.value = pretty(sample(day));
  };
  if (shared.overview) fill();
  const send = async () => {
    const submission = { source: required(source, "Name the channel."), case: json(box) };
    if (organization.value === "") {
      // The page is shown before its data has arrived. If there are several organizations, a person
      // must choose.
      await shared.refresh();
      if (organization.options.length === 0) throw new Wrong(organization, "The organizations are still loading. Submit again.");
      if (organization.options.length > 1) {
        organization.selectedIndex = -1;
        throw new Wrong(organization, "Choose the organization.");
      }
    }
    const { id } = await api("POST", "/cases", { organization: Number(organization.value), ...submission });
    location.hash = `#/cases/${id}`;
    // After the page has changed, which clears the line.
    setTimeout(() => say("Case submitted."), 100);
  };
  return {
    title: "Submit a case",
    nav: "#/submit",
    element: h("div", { class: "page narrow" },
      h("div", { class: "page-heading" },
        h("h1", { tabindex: "-1" }, "Submit a case"),
        h("p", { class: "intro" }, "As if it came through the portal or by email. The same rules apply.")),
      form({ class: "card" }, {
        fields: [
          field("Organization", organization),
          field("Channel", source, "Any word except “api”."),
          field("Case as JSON", box, "Starts as a complete test case. Set “is_test” to false for a real case, which fires events."),
        ],
        label: "Submit case", send,
      })),
    refresh: async () => fill(),
  };
}
