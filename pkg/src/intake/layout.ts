// The step and the order of each field. This is the form's only decision about fields.
import { isFillable, recordOf, type Field, type Product } from "./catalogue.js";
import type { IntakeWords } from "./words.en.js";

/** A numbered page; its texts are in the vocabulary. */
export type PageId = keyof IntakeWords["steps"];
export type StepId = keyof IntakeWords["titles"];

export interface Group {
  readonly title?: keyof IntakeWords["groups"];
  /** Other products do not show the group. */
  readonly product?: Product;
  readonly at: readonly string[];
}

export interface Step {
  readonly id: StepId;
  readonly groups: readonly Group[];
}

function record(at: string, members: readonly string[]): string[] {
  return [at, ...members.map((name) => `${at}/${name}`)];
}

const person = [
  "first_name", "middle_name", "last_name", "date_of_birth",
  "address", "apt_or_suite_number", "city", "state_or_province", "postal_or_zip_code",
  "phone_number", "phone_extension", "license_number", "license_state",
];
const vehicle = ["vehicle_year", "vehicle_make", "vehicle_model", "vin", "license_plate", "description"];
const property = ["address", "apt_or_suite_number", "city", "state_or_province", "postal_or_zip_code"];

/** The question beside which a page links its terms. */
export const terms = "/is_user_agreeing_to_all_terms_and_conditions";

export const layout: readonly Step[] = [
  {
    id: "product",
    groups: [{
      at: [
        "/case_type", "/base_product",
        "/is_defendant_transportation_company", "/usdot_number",
        "/is_defendant_property_owner_and_occupant", ...record("/insured_property_information", property),
      ],
    }],
  },
  {
    id: "parties",
    groups: [
      { title: "client", at: ["/plaintiff_name", "/office_case_number", "/summary"] },
      { title: "requester", at: ["/cc_emails", "/requester_name", "/requester_phone"] },
      {
        title: "defendant",
        at: [
          "/defendant_business_name", ...record("/defendant_information", person),
          ...record("/commercial_driver_information", person),
        ],
      },
    ],
  },
  {
    id: "incident",
    groups: [
      { at: ["/date_of_loss", "/nature_of_the_injury"] },
      { title: "report", at: ["/is_incident_report_provided", "/crash_report_additional_info"] },
      { title: "place", at: ["/crash_address", "/crash_city", "/crash_state", "/crash_zip"] },
      { at: record("/vehicle_information", vehicle) },
    ],
  },
  {
    id: "coverage",
    groups: [
      {
        title: "policy",
        at: [
          "/insurance_company", "/policy_number", "/claim_number",
          "/are_policyholder_and_defendant_the_same", "/policyholder_name", "/policyholder_relationship",
        ],
      },
      { title: "adjuster", at: ["/adjuster_name", "/adjuster_phone_number", "/adjuster_phone_extension"] },
      {
        title: "search",
        at: [
          "/search_reason", "/other_search_reason",
          "/should_exclude_other_insurance_from_search", "/excluded_insurance_policy_information",
          "/vehicles_owned", "/other_properties_owned",
        ],
      },
      {
        title: "order",
        at: [
          "/add_on_services", "/expedited_request", "/is_payment_via_financing",
          terms, "/is_test",
        ],
      },
    ],
  },
];

/**
 * Questions that decide whether a product can be used. The first step asks them as well as their own
 * step does.
 */
export const eligibility: Group = { product: "pe", at: ["/date_of_loss"] };

/** Findings that exclude a case from Policy Existence. They are shown at once. */
export const ineligible: ReadonlySet<string> = new Set(["date_too_old", "must_be_true"]);

/** Members of the defendant that few people know. */
const lessKnown = ["phone_number", "phone_extension", "license_number", "license_state"];

/** Optional questions that are folded until something in the fold is answered, required or wrong. */
export const folded: ReadonlySet<string> = new Set([
  ...lessKnown.map((name) => `/defendant_information/${name}`),
  ...record("/commercial_driver_information", person).slice(1),
  ...record("/vehicle_information", vehicle).slice(1),
  "/adjuster_name", "/adjuster_phone_number", "/adjuster_phone_extension",
  "/vehicles_owned", "/other_properties_owned",
  "/is_payment_via_financing", "/is_test",
]);

/**
 * Returns the layout with every fillable field. A field without a place follows its record, or is
 * in a last group.
 */
export function place(fields: readonly Field[], steps: readonly Step[] = layout): readonly Step[] {
  const placed = new Set(steps.flatMap((step) => step.groups.flatMap((group) => group.at)));
  const missing = [...new Set(fields.filter(isFillable).map((field) => field.at))].filter((at) => !placed.has(at));
  const known = new Set(fields.map((field) => field.at));
  const joins = missing.filter((at) => placed.has(recordOf(at) ?? ""));
  const rest = missing.filter((at) => !joins.includes(at));
  return steps.map((step, index) => {
    const groups = step.groups.map((group) => ({ ...group, at: withMembers(group.at, joins).filter((at) => known.has(at)) }));
    if (index === steps.length - 1 && rest.length > 0) groups.push({ title: "more", at: rest });
    return { ...step, groups };
  });
}

function withMembers(placed: readonly string[], joins: readonly string[]): string[] {
  const result = [...placed];
  for (const at of joins) {
    const record = recordOf(at) as string;
    const last = result.findLastIndex((other) => other === record || recordOf(other) === record);
    if (last >= 0) result.splice(last + 1, 0, at);
  }
  return result;
}

/**
 * The look of a control: size, keyboard, autocompletion; by pointer, else by member name, else by
 * type.
 */
export interface Look {
  readonly size: "s" | "m" | "l" | "area";
  readonly autocomplete?: string;
  readonly keyboard?: "numeric" | "tel" | "email";
  /** Fills a whole line of its record. */
  readonly wide?: boolean;
}

const looks: Record<string, Partial<Look>> = {
  "/requester_name": { autocomplete: "name" },
  "/requester_phone": { size: "m", autocomplete: "tel", keyboard: "tel" },
  "/cc_emails": { autocomplete: "email", keyboard: "email" },
  "/adjuster_phone_number": { size: "m", keyboard: "tel" },
  "/adjuster_phone_extension": { size: "s", keyboard: "numeric" },
  "/usdot_number": { size: "m", keyboard: "numeric" },
  "/office_case_number": { size: "m" },
  "/policy_number": { size: "m" },
  "/claim_number": { size: "m" },
  "/crash_zip": { size: "s" },
  "/crash_report_additional_info": { size: "area" },
  "/excluded_insurance_policy_information": { size: "area" },
  "/other_search_reason": { size: "area" },
  "/vehicles_owned": { size: "area" },
  "/other_properties_owned": { size: "area" },
  address: { wide: true },
  description: { wide: true },
  apt_or_suite_number: { size: "s" },
  postal_or_zip_code: { size: "s" },
  phone_number: { size: "m", keyboard: "tel" },
  phone_extension: { size: "s", keyboard: "numeric" },
  license_number: { size: "m" },
  license_plate: { size: "s" },
  vin: { size: "m" },
};

export function lookOf(field: Field): Look {
  const size = field.type === "date" || field.type === "integer" || field.type === "state" ? "s" : "l";
  return { size, ...(looks[field.at] ?? looks[field.name]) };
}
