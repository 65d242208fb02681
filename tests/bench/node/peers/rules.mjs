// Rules 1 to 3 and 6 to 11 by hand, for libraries that cannot express them. `report` is called with
// the field of each violation.
export const isSet = (text) => typeof text === "string" && /\S/.test(text);
const isCommercial = (word) => word.startsWith("commercial") || word.startsWith("international_commercial");

export function rules(it, report) {
  if (it.case_type === "pl") policyLimit(it, report);
  else policyExistence(it, report);
}

function policyLimit(it, report) {
  if (it.base_product.some(isCommercial) && it.base_product.some((word) => word.startsWith("personal"))) report("base_product");
  if (isCommercial(it.base_product[0])) {
    if (!isSet(it.defendant_business_name)) report("defendant_business_name");
  } else if (it.commercial_driver_information != null) {
    report("commercial_driver_information");
  }
  if (it.are_policyholder_and_defendant_the_same === false) {
    if (!isSet(it.policyholder_name)) report("policyholder_name");
    if (!isSet(it.policyholder_relationship)) report("policyholder_relationship");
  }
}

function policyExistence(it, report) {
  const product = typeof it.base_product === "string" ? it.base_product : it.base_product[0];
  if (product.startsWith("commercial") && !isSet(it.defendant_business_name)) report("defendant_business_name");
  if (product === "commercial_auto_policy_existence") {
    if (it.is_defendant_transportation_company !== true) report("is_defendant_transportation_company");
    if (!/^0*[1-9][0-9]*$/.test(it.usdot_number ?? "")) report("usdot_number");
  } else if (it.is_defendant_transportation_company != null) {
    report("is_defendant_transportation_company");
  }
  if (product === "personal_homeowners_policy_existence") {
    if (it.insured_property_information == null) report("insured_property_information");
    if (it.is_defendant_property_owner_and_occupant !== true) report("is_defendant_property_owner_and_occupant");
  }
  if (it.should_exclude_other_insurance_from_search && !isSet(it.excluded_insurance_policy_information)) {
    report("excluded_insurance_policy_information");
  }
  if (!it.search_reason.includes("other_reason") && it.other_search_reason) report("other_search_reason");
}
