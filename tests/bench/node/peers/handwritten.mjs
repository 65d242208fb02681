// The rules of schema/case.json by hand: each key once, and a list of findings.
import { addOns, policyExistence, policyLimit, rushes, states } from "./fields.mjs";
import { isSet, rules } from "./rules.mjs";

const isState = new Set(states);
const isAddOn = new Set(addOns);
const isRush = { pl: new Set(rushes.pl), pe: new Set(rushes.pe) };
const needed = (fields) => Object.keys(fields).filter((name) => !fields[name].endsWith("?"));
const required = { pl: needed(policyLimit), pe: needed(policyExistence) };

const isText = (value) => value == null || typeof value === "string";
const isFlag = (value) => value == null || typeof value === "boolean";
const isDate = (value) => {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const [year, month, day] = [+value.slice(0, 4), +value.slice(5, 7), +value.slice(8)];
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 ? (leap ? 29 : 28) : month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return month >= 1 && month <= 12 && day >= 1 && day <= days;
};
const areWords = (value) => Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === "string");
const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

function person(value, at, issues) {
  if (value == null) return;
  if (!isRecord(value)) return void issues.push(at);
  if (!isSet(value.first_name)) issues.push(`${at}/first_name`);
  if (!isSet(value.last_name)) issues.push(`${at}/last_name`);
  if (!isSet(value.address)) issues.push(`${at}/address`);
  for (const key in value) {
    const own = value[key];
    switch (key) {
      case "date_of_birth":
        if (own != null && !isDate(own)) issues.push(`${at}/${key}`);
        break;
      case "license_state":
      case "state_or_province":
        if (own != null && !isState.has(own)) issues.push(`${at}/${key}`);
        break;
      case "middle_name":
      case "phone_number":
      case "phone_extension":
      case "license_number":
      case "apt_or_suite_number":
      case "city":
      case "postal_or_zip_code":
        if (!isText(own)) issues.push(`${at}/${key}`);
    }
  }
}

function vehicle(value, at, issues) {
  if (value == null) return;
  if (!isRecord(value)) return void issues.push(at);
  for (const key in value) {
    const own = value[key];
    switch (key) {
      case "vehicle_year":
        if (own != null && !Number.isInteger(own)) issues.push(`${at}/${key}`);
        break;
      case "description":
      case "vehicle_make":
      case "vehicle_model":
      case "vin":
      case "license_plate":
        if (!isText(own)) issues.push(`${at}/${key}`);
    }
  }
}

function address(value, at, issues) {
  if (value == null) return;
  if (!isRecord(value)) return void issues.push(at);
  if (!isSet(value.address)) issues.push(`${at}/address`);
  if (!isSet(value.city)) issues.push(`${at}/city`);
  if (!isState.has(value.state_or_province)) issues.push(`${at}/state_or_province`);
  if (!isSet(value.postal_or_zip_code)) issues.push(`${at}/postal_or_zip_code`);
  if (!isText(value.apt_or_suite_number)) issues.push(`${at}/apt_or_suite_number`);
}

/** The places of the findings. */
export function places(it) {
  const issues = [];
  const product = it.case_type;
  if (product !== "pl" && product !== "pe") return ["/case_type"];
  const policyLimit = product === "pl";
  let whole = true;
  for (const name of required[product]) {
    if (it[name] === undefined) {
      issues.push(`/${name}`);
      if (name === "base_product" || name === "search_reason") whole = false;
    }
  }
  for (const key in it) {
    const value = it[key];
    let fine = true;
    switch (key) {
      case "cc_emails":
      case "plaintiff_name":
        fine = isSet(value);
        break;
      case "insurance_company":
        fine = !policyLimit || isSet(value);
        break;
      case "date_of_loss":
        fine = isDate(value);
        break;
      case "is_incident_report_provided":
        fine = typeof value === "boolean";
        break;
      case "should_exclude_other_insurance_from_search":
        fine = policyLimit || typeof value === "boolean";
        break;
      case "is_user_agreeing_to_all_terms_and_conditions":
      case "is_payment_via_financing":
      case "is_test":
        fine = isFlag(value);
        break;
      case "are_policyholder_and_defendant_the_same":
        fine = !policyLimit || isFlag(value);
        break;
      case "is_defendant_property_owner_and_occupant":
      case "is_defendant_transportation_company":
        fine = policyLimit || isFlag(value);
        break;
      case "crash_state":
        fine = value == null || isState.has(value);
        break;
      case "expedited_request":
        fine = value == null || isRush[product].has(value);
        break;
      case "add_on_services":
        if (Array.isArray(value)) {
          for (let at = 0; at < value.length; at++) if (!isAddOn.has(value[at])) issues.push(`/${key}/${at}`);
        } else {
          fine = value == null;
        }
        break;
      case "base_product":
        whole = policyLimit ? areWords(value) : isSet(value) || (areWords(value) && value.length === 1);
        fine = whole;
        break;
      case "search_reason":
        fine = policyLimit || areWords(value);
        whole &&= fine;
        break;
      case "defendant_information":
        person(value, "/defendant_information", issues);
        break;
      case "commercial_driver_information":
        if (policyLimit) person(value, "/commercial_driver_information", issues);
        break;
      case "insured_property_information":
        if (!policyLimit) address(value, "/insured_property_information", issues);
        break;
      case "vehicle_information":
        vehicle(value, "/vehicle_information", issues);
        break;
      case "summary":
      case "office_case_number":
      case "defendant_business_name":
      case "nature_of_the_injury":
      case "crash_report_additional_info":
      case "requester_name":
      case "requester_phone":
      case "crash_address":
      case "crash_city":
      case "crash_zip":
      case "policy_number":
      case "claim_number":
      case "adjuster_name":
      case "adjuster_phone_number":
      case "adjuster_phone_extension":
      case "policyholder_name":
      case "policyholder_relationship":
      case "usdot_number":
      case "excluded_insurance_policy_information":
      case "other_properties_owned":
      case "vehicles_owned":
      case "other_search_reason":
        fine = isText(value);
    }
    if (!fine) issues.push(`/${key}`);
  }
  if (whole) rules(it, (field) => issues.push(`/${field}`));
  return issues;
}

export const check = (payload) => places(payload).length === 0;
