// Sample cases. The names are obviously fictional; dates are relative to the context's day.
import type { HostWords } from "./words.en.js";

type Payload = Record<string, unknown>;

export interface Sample {
  readonly id: keyof HostWords["samples"]["cases"];
  readonly payload: (today: string) => Payload;
}

/** Returns the day a number of days before another one. */
function daysBefore(today: string, days: number): string {
  const date = new Date(`${today}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}

/** A truck, and every question that depends on another one. */
const existence = (today: string): Payload => ({
  case_type: "pe",
  base_product: ["commercial_auto_policy_existence"],
  is_defendant_transportation_company: true,
  usdot_number: "1234567",
  cc_emails: "intake@example.test paralegal@example.test",
  summary: "Testcase v. Sample Freight",
  plaintiff_name: "Terry Testcase",
  office_case_number: "SAMPLE-2001",
  date_of_loss: daysBefore(today, 40),
  is_incident_report_provided: true,
  defendant_business_name: "Sample Freight Testing LLC",
  nature_of_the_injury: "Multi-vehicle",
  crash_address: "100 Example Road",
  crash_city: "Springfield",
  crash_state: "IL",
  crash_zip: "62701",
  vehicle_information: { vehicle_year: 2019, vehicle_make: "Example", vehicle_model: "Hauler", license_plate: "TEST 123" },
  should_exclude_other_insurance_from_search: true,
  excluded_insurance_policy_information: "Example Mutual, policy EX-55, canceled before the loss",
  search_reason: ["insurance_cancelled_pre_dol", "other_reason"],
  other_search_reason: "The report names a second carrier that denies knowing the defendant",
  expedited_request: "three_day_rush_request",
});

/** A fall in a home. */
const home = (today: string): Payload => ({
  case_type: "pe",
  base_product: ["personal_homeowners_policy_existence"],
  is_defendant_property_owner_and_occupant: true,
  insured_property_information: { address: "7 Placeholder Lane", city: "Springfield", state_or_province: "IL", postal_or_zip_code: "62704" },
  cc_emails: "intake@example.test",
  plaintiff_name: "Robin Placeholder",
  office_case_number: "SAMPLE-2002",
  date_of_loss: daysBefore(today, 75),
  is_incident_report_provided: false,
  defendant_information: {
    first_name: "Dana", last_name: "Demo", address: "7 Placeholder Lane", city: "Springfield", state_or_province: "IL", postal_or_zip_code: "62704",
  },
  nature_of_the_injury: "Slip and fall",
  crash_city: "Springfield",
  crash_state: "IL",
  should_exclude_other_insurance_from_search: false,
  search_reason: ["defendant_insurance_unknown"],
});

/** A family's car, and a policyholder who is not the defendant. */
const limit = (today: string): Payload => ({
  case_type: "pl",
  base_product: ["personal_auto_policy_limits"],
  cc_emails: "intake@example.test",
  plaintiff_name: "Terry Testcase",
  office_case_number: "SAMPLE-1001",
  date_of_loss: daysBefore(today, 500),
  is_incident_report_provided: true,
  insurance_company: "Example Mutual",
  policy_number: "EX-1001",
  claim_number: "CL-77",
  are_policyholder_and_defendant_the_same: false,
  policyholder_name: "Sam Sample",
  policyholder_relationship: "Parent",
  defendant_information: {
    first_name: "Dana", last_name: "Demo", address: "12 Placeholder Street",
    city: "Springfield", state_or_province: "IL", postal_or_zip_code: "62701",
  },
  add_on_services: ["policy_period", "um_uim_limits"],
});

export const samples: readonly Sample[] = [
  { id: "pl-good", payload: limit },
  { id: "pe-good", payload: existence },
  { id: "pe-home", payload: home },
  {
    id: "pl-broken",
    payload: (today) => ({
      ...limit(today),
      // The policyholder's name is left over from the other answer.
      are_policyholder_and_defendant_the_same: true,
      crash_state: "il",
      defendant_information: { first_name: "Dana", last_name: "Demo", address: "12 Placeholder Street", state_or_province: "il" },
      add_on_services: ["policy_period", "um_uim_limit", "policy_period"],
    }),
  },
  {
    id: "pe-broken",
    payload: (today) => {
      const { usdot_number: _left, ...rest } = existence(today);
      return { ...rest, date_of_loss: daysBefore(today, 400), crash_state: "il", search_reason: ["insurance_canceled_pre_dol", "other_reason"] };
    },
  },
  { id: "pl-test", payload: (today) => ({ ...limit(today), office_case_number: "SAMPLE-1002", is_test: true }) },
];
