// The rules of schema/case.json once more for zod, written by hand. What is left out there is left out here.
import { readFileSync } from "node:fs";
import { z } from "zod";

const { definitions } = JSON.parse(readFileSync(new URL("case.json", import.meta.url), "utf8"));

const set = z.string().regex(/\S/);
const text = z.string().nullish();
const flag = z.boolean().nullish();
const state = z.enum(definitions.state.enum);
const date = z.iso.date();
const words = z.array(z.string()).min(1);

const person = z.object({
  first_name: set,
  last_name: set,
  address: set,
  date_of_birth: date.nullish(),
  middle_name: text,
  phone_number: text,
  phone_extension: text,
  license_number: text,
  apt_or_suite_number: text,
  city: text,
  postal_or_zip_code: text,
  license_state: state.nullish(),
  state_or_province: state.nullish(),
});
const vehicle = z.object({
  description: text,
  vehicle_year: z.int().nullish(),
  vehicle_make: text,
  vehicle_model: text,
  vin: text,
  license_plate: text,
});
const address = z.object({
  address: set,
  city: set,
  state_or_province: state,
  postal_or_zip_code: set,
  apt_or_suite_number: text,
});

const common = {
  cc_emails: set,
  plaintiff_name: set,
  date_of_loss: date,
  is_incident_report_provided: z.boolean(),
  summary: text,
  office_case_number: text,
  is_user_agreeing_to_all_terms_and_conditions: flag,
  is_payment_via_financing: flag,
  is_test: flag,
  add_on_services: z
    .array(
      z.enum([
        "policy_number",
        "policy_period",
        "property_damage_limits",
        "skip_trace",
        "um_uim_limits",
        "umbrella_policy_limits",
      ]),
    )
    .nullish(),
  defendant_business_name: text,
  defendant_information: person.nullish(),
  vehicle_information: vehicle.nullish(),
  nature_of_the_injury: text,
  crash_report_additional_info: text,
  requester_name: text,
  requester_phone: text,
  crash_address: text,
  crash_city: text,
  crash_zip: text,
  crash_state: state.nullish(),
};
const rushes = ["one_day_rush_request", "three_day_rush_request", "five_day_rush_request"];

const isSet = (value) => typeof value === "string" && /\S/.test(value);
const isCommercial = (word) => word.startsWith("commercial") || word.startsWith("international_commercial");
const tell = (context, field, message) => context.addIssue({ code: "custom", path: [field], message });

const policyLimit = z
  .object({
    ...common,
    case_type: z.literal("pl"),
    base_product: words,
    insurance_company: set,
    policy_number: text,
    claim_number: text,
    adjuster_name: text,
    adjuster_phone_number: text,
    adjuster_phone_extension: text,
    expedited_request: z.enum(["three_hour_rush_request", ...rushes]).nullish(),
    are_policyholder_and_defendant_the_same: flag,
    policyholder_name: text,
    policyholder_relationship: text,
    commercial_driver_information: person.nullish(),
    ml_prediction_ids: z.looseObject({}).nullish(),
  })
  .superRefine((it, context) => {
    if (it.base_product.some(isCommercial) && it.base_product.some((word) => word.startsWith("personal"))) {
      tell(context, "base_product", "mixed");
    }
    if (isCommercial(it.base_product[0])) {
      if (!isSet(it.defendant_business_name)) tell(context, "defendant_business_name", "rule 1");
    } else if (it.commercial_driver_information) {
      tell(context, "commercial_driver_information", "rule 2");
    }
    if (it.are_policyholder_and_defendant_the_same === false) {
      if (!isSet(it.policyholder_name)) tell(context, "policyholder_name", "rule 3");
      if (!isSet(it.policyholder_relationship)) tell(context, "policyholder_relationship", "rule 3");
    }
  });

const policyExistence = z
  .object({
    ...common,
    case_type: z.literal("pe"),
    base_product: z.union([set, z.array(z.string()).length(1)]),
    expedited_request: z.enum(rushes).nullish(),
    is_defendant_transportation_company: flag,
    usdot_number: text,
    insured_property_information: address.nullish(),
    is_defendant_property_owner_and_occupant: flag,
    should_exclude_other_insurance_from_search: z.boolean(),
    excluded_insurance_policy_information: text,
    other_properties_owned: text,
    vehicles_owned: text,
    search_reason: words,
    other_search_reason: text,
  })
  .superRefine((it, context) => {
    const product = typeof it.base_product === "string" ? it.base_product : it.base_product[0];
    if (product.startsWith("commercial") && !isSet(it.defendant_business_name)) {
      tell(context, "defendant_business_name", "rule 6");
    }
    if (product === "commercial_auto_policy_existence") {
      if (it.is_defendant_transportation_company !== true) tell(context, "is_defendant_transportation_company", "rule 7");
      if (!/^0*[1-9][0-9]*$/.test(it.usdot_number ?? "")) tell(context, "usdot_number", "rule 7");
    } else if (it.is_defendant_transportation_company != null) {
      tell(context, "is_defendant_transportation_company", "rule 8");
    }
    if (product === "personal_homeowners_policy_existence") {
      if (!it.insured_property_information) tell(context, "insured_property_information", "rule 9");
      if (it.is_defendant_property_owner_and_occupant !== true) {
        tell(context, "is_defendant_property_owner_and_occupant", "rule 9");
      }
    }
    if (it.should_exclude_other_insurance_from_search && !isSet(it.excluded_insurance_policy_information)) {
      tell(context, "excluded_insurance_policy_information", "rule 10");
    }
    if (!it.search_reason.includes("other_reason") && it.other_search_reason) tell(context, "other_search_reason", "rule 11");
  });

export const caseSchema = z.discriminatedUnion("case_type", [policyLimit, policyExistence]);
