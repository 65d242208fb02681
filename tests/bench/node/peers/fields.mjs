// The types of the fields of schema/case.json, for libraries whose schemas are built field by
// field. A type that ends with `?` may be null or missing. Fields that the schema lacks are missing
// here.

// As in the schema, but not read from it: a cold start loads no more than it would elsewhere.
export const states = (
  "AL AK AZ AR CA CO CT DC DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ " +
  "NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI FM MH PW AA AE AP"
).split(" ");
export const addOns = ["policy_number", "policy_period", "property_damage_limits", "skip_trace", "um_uim_limits", "umbrella_policy_limits"];
export const rushes = {
  pl: ["three_hour_rush_request", "one_day_rush_request", "three_day_rush_request", "five_day_rush_request"],
  pe: ["one_day_rush_request", "three_day_rush_request", "five_day_rush_request"],
};

export const person = {
  first_name: "set",
  last_name: "set",
  address: "set",
  date_of_birth: "date?",
  middle_name: "text?",
  phone_number: "text?",
  phone_extension: "text?",
  license_number: "text?",
  apt_or_suite_number: "text?",
  city: "text?",
  postal_or_zip_code: "text?",
  license_state: "state?",
  state_or_province: "state?",
};
export const vehicle = {
  description: "text?",
  vehicle_year: "integer?",
  vehicle_make: "text?",
  vehicle_model: "text?",
  vin: "text?",
  license_plate: "text?",
};
export const address = {
  address: "set",
  city: "set",
  state_or_province: "state",
  postal_or_zip_code: "set",
  apt_or_suite_number: "text?",
};

const common = {
  cc_emails: "set",
  plaintiff_name: "set",
  date_of_loss: "date",
  is_incident_report_provided: "flag",
  summary: "text?",
  office_case_number: "text?",
  is_user_agreeing_to_all_terms_and_conditions: "flag?",
  is_payment_via_financing: "flag?",
  is_test: "flag?",
  add_on_services: "addOns?",
  defendant_business_name: "text?",
  defendant_information: "person?",
  vehicle_information: "vehicle?",
  nature_of_the_injury: "text?",
  crash_report_additional_info: "text?",
  requester_name: "text?",
  requester_phone: "text?",
  crash_address: "text?",
  crash_city: "text?",
  crash_zip: "text?",
  crash_state: "state?",
};
export const policyLimit = {
  ...common,
  case_type: "pl",
  base_product: "words",
  insurance_company: "set",
  policy_number: "text?",
  claim_number: "text?",
  adjuster_name: "text?",
  adjuster_phone_number: "text?",
  adjuster_phone_extension: "text?",
  expedited_request: "plRush?",
  are_policyholder_and_defendant_the_same: "flag?",
  policyholder_name: "text?",
  policyholder_relationship: "text?",
  commercial_driver_information: "person?",
  ml_prediction_ids: "record?",
};
export const policyExistence = {
  ...common,
  case_type: "pe",
  base_product: "product",
  expedited_request: "peRush?",
  is_defendant_transportation_company: "flag?",
  usdot_number: "text?",
  insured_property_information: "address?",
  is_defendant_property_owner_and_occupant: "flag?",
  should_exclude_other_insurance_from_search: "flag",
  excluded_insurance_policy_information: "text?",
  other_properties_owned: "text?",
  vehicles_owned: "text?",
  search_reason: "words",
  other_search_reason: "text?",
};

/**
 * Each field's kind in a library's terms: `kinds` has them, `maybe` makes one that may be null or
 * missing.
 */
export function shape(fields, kinds, maybe) {
  const own = (kind) => (kind.endsWith("?") ? maybe(kinds[kind.slice(0, -1)]) : kinds[kind]);
  return Object.fromEntries(Object.entries(fields).map(([name, kind]) => [name, own(kind)]));
}
