// Sample texts: the intake's cases, and texts that no form would write.
import { samples as cases } from "../intake/samples.js";
import { words as intake } from "../intake/words.js";
import { words } from "./words.js";

export interface TextSample {
  readonly id: string;
  readonly label: string;
  readonly text: (today: string) => string;
}

const textOf = (payload: unknown): string => JSON.stringify(payload, null, 2);

/** The text of a page that nobody has used yet: three findings, each with its fix. */
export const opening: TextSample = {
  id: "opening", label: words.samples.opening,
  text: (today) => textOf({ ...cases.find(({ id }) => id === "pe-good")?.payload(today), crash_state: "il", is_test: "true", usdot_number: 1234567 }),
};

const broken: readonly TextSample[] = [
  opening,
  {
    id: "repairable", label: words.samples.repairable,
    text: (today) => textOf({
      case_type: "pl", base_product: "personal_auto_policy_limits", cc_emails: ["intake@example.test", "paralegal@example.test"],
      plaintiff_name: "Terry Testcase", date_of_loss: today, is_incident_report_provided: "yes", is_test: "true", policy_number: 1001,
      insurance_company_name: "Example Mutual", black_card: null, usdot_number: "1234567",
      defendant_information: { first_name: "Dana", last_name: "Demo", address: "12 Placeholder Street", state_or_province: "il" },
    }),
  },
  {
    id: "many", label: words.samples.many,
    text: () => textOf({
      case_type: "pe", base_product: ["commercial_auto_policy_existence", "personal_homeowners_policy_existence"], cc_emails: "nobody",
      plaintiff_name: "", date_of_loss: "2025-02-30", is_incident_report_provided: null, is_test: true, crash_state: "Illinois",
      search_reason: ["other_reason", "other_reason", "no_reason"], expedited_request: "now", vehicle_information: { vehicle_year: "2019", color: "red" },
      insurance_company: "Example Mutual", should_exclude_other_insurance_from_search: true, crm_id: 12,
    }),
  },
  {
    id: "duplicates", label: words.samples.duplicates,
    text: (today) => `{\n  "case_type": "pe",\n  "case_type": "pl",\n  "plaintiff_name": "Terry Testcase",\n  "date_of_loss": "${today}",\n`
      + `  "defendant_information": {\n    "first_name": "Dana",\n    "first_name": "Danielle",\n    "last_name": "Demo",\n    "address": "12 Placeholder Street"\n  },\n`
      + `  "policy_number": 90071992547409930001,\n  "is_test": true\n}`,
  },
  {
    id: "cut-off", label: words.samples.cutOff,
    text: (today) => `{\n  "case_type": "pl",\n  "plaintiff_name": "Terry Testcase",\n  "date_of_loss": "${today}"\n  "is_test": true,\n}`,
  },
];

export const textSamples: readonly TextSample[] = [
  ...cases.map((sample): TextSample => ({ id: sample.id, label: intake().samples.cases[sample.id].label, text: (today) => textOf(sample.payload(today)) })),
  ...broken,
];
