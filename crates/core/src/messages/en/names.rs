//! The names of things: fields, members, rules, words.

use crate::messages::{FieldWords, RuleWords};

const fn words(name: &'static str, label: &'static str, noun: &'static str, hint: &'static str) -> FieldWords {
    FieldWords { name, label, noun, hint }
}

pub(crate) const NO_FIELD: FieldWords = words("", "", "this field", "");
pub(crate) const NO_RULE: RuleWords = RuleWords { id: "", title: "", text: "", why: &[] };

/// Fields of the payload.
pub(crate) const FIELDS: &[FieldWords] = &[
    words(
        "case_type",
        "Product",
        "the product",
        "Policy Limit when the insurer is known, Policy Existence when it is not.",
    ),
    words(
        "cc_emails",
        "Email addresses to copy",
        "the email addresses to copy",
        "Separate them with spaces. The first one becomes the requester's address.",
    ),
    words("summary", "Summary", "the summary", "Plaintiff and case number."),
    words("plaintiff_name", "Plaintiff's name", "the plaintiff's name", "The client."),
    words("office_case_number", "Your case number", "your case number", "The number of the file in your office."),
    words("date_of_loss", "Date of loss", "the date of loss", "Year, month and day, such as 2026-02-14."),
    words(
        "is_incident_report_provided",
        "Is there an incident report?",
        "whether there is an incident report",
        "A police report, a crash report or an exchange-of-information card.",
    ),
    words(
        "is_user_agreeing_to_all_terms_and_conditions",
        "Do you agree to the terms and conditions?",
        "whether you agree to the terms and conditions",
        "",
    ),
    words("is_black_card", "Black card", "whether the firm has a black card", ""),
    words(
        "is_payment_via_financing",
        "Pay through the financing partner?",
        "whether to pay through the financing partner",
        "Only for accounts that are enrolled.",
    ),
    words(
        "is_test",
        "Is this a test case?",
        "whether this is a test case",
        "A test case is never invoiced and fires no webhooks. Use obviously fake names.",
    ),
    words("expedited_request", "Rush", "the rush", "How soon the answer is needed."),
    words("add_on_services", "Add-on services", "the add-on services", ""),
    words(
        "defendant_business_name",
        "Defendant's business name",
        "the defendant's business name",
        "The person or company whose insurance is searched.",
    ),
    words("defendant_information", "Defendant", "the defendant's details", ""),
    words("vehicle_information", "Vehicle", "the vehicle's details", ""),
    words(
        "nature_of_the_injury",
        "Type of incident",
        "the type of incident",
        "For example multi-vehicle, single car, pedestrian, dog bite, assault, trip, slip, fall.",
    ),
    words("crash_report_additional_info", "More about the crash report", "the further notes on the crash report", ""),
    words("requester_name", "Requester's name", "the requester's name", "Who asks for the research."),
    words("requester_phone", "Requester's phone number", "the requester's phone number", ""),
    words("files_to_upload", "Files to upload", "the files to upload", ""),
    words(
        "crash_address",
        "Address of the incident",
        "the address of the incident",
        "Street and number, or the nearest crossing.",
    ),
    words("crash_city", "City of the incident", "the city of the incident", ""),
    words("crash_zip", "ZIP code of the incident", "the ZIP code of the incident", ""),
    words("crash_state", "State of the incident", "the state of the incident", "Two capital letters, such as GA."),
    words("base_product", "Coverage to research", "the coverage to research", ""),
    words(
        "insurance_company",
        "Insurance company",
        "the insurance company",
        "A known carrier or any other company name.",
    ),
    words("insurance_company_name", "Insurance company (old name of the field)", "the insurance company", ""),
    words("policy_number", "Policy number", "the policy number", "The search starts from it."),
    words("claim_number", "Claim number", "the claim number", "It confirms the policy number."),
    words("adjuster_name", "Adjuster's name", "the adjuster's name", ""),
    words("adjuster_phone_number", "Adjuster's phone number", "the adjuster's phone number", ""),
    words("adjuster_phone_extension", "Adjuster's phone extension", "the adjuster's phone extension", ""),
    words(
        "are_policyholder_and_defendant_the_same",
        "Is the policyholder the defendant?",
        "whether the policyholder is the defendant",
        "",
    ),
    words("policyholder_name", "Policyholder's name", "the policyholder's name", ""),
    words(
        "policyholder_relationship",
        "Policyholder's relationship to the defendant",
        "the policyholder's relationship to the defendant",
        "For example parent, spouse or employer.",
    ),
    words("commercial_driver_information", "Driver", "the driver's details", "When the driver is not the defendant."),
    words("ml_prediction_ids", "Prediction identifiers", "the prediction identifiers", ""),
    words("defendant_name", "Defendant's name (old field)", "the defendant's name", ""),
    words(
        "is_defendant_transportation_company",
        "Is the defendant a transportation company?",
        "whether the defendant is a transportation company",
        "",
    ),
    words("usdot_number", "USDOT number", "the USDOT number", "Digits only."),
    words("insured_property_information", "Insured property", "the insured property's address", ""),
    words(
        "is_defendant_property_owner_and_occupant",
        "Does the defendant own and live in the property?",
        "whether the defendant owns and lives in the property",
        "Only property that is owned and occupied is researched.",
    ),
    words(
        "should_exclude_other_insurance_from_search",
        "Is there insurance to leave out of the search?",
        "whether there is insurance to leave out of the search",
        "",
    ),
    words(
        "excluded_insurance_policy_information",
        "Insurance to leave out",
        "the description of the insurance to leave out",
        "Company, policy number and why.",
    ),
    words("other_properties_owned", "Other properties owned", "the other properties owned", "Their addresses."),
    words("vehicles_owned", "Vehicles owned", "the vehicles owned", "Year, make, model, VIN and plate of each."),
    words("search_reason", "Reasons for the search", "the reasons for the search", "Choose all that apply."),
    words("other_search_reason", "Other reason", "the reason in your own words", ""),
];

/// Members of the nested records; the noun follows whose it is.
pub(crate) const MEMBERS: &[FieldWords] = &[
    words("id", "Id", "id", ""),
    words("first_name", "First name", "first name", ""),
    words("last_name", "Last name", "last name", ""),
    words("address", "Address", "street address", "Street and number."),
    words("date_of_birth", "Date of birth", "date of birth", "Year, month and day, such as 1980-07-31."),
    words("middle_name", "Middle name", "middle name", ""),
    words("phone_number", "Phone number", "phone number", ""),
    words("phone_extension", "Phone extension", "phone extension", ""),
    words("license_number", "Driver license number", "license number", ""),
    words("apt_or_suite_number", "Apartment or suite", "apartment or suite", ""),
    words("city", "City", "city", ""),
    words("postal_or_zip_code", "ZIP code", "ZIP code", ""),
    words("license_state", "Driver license state", "license state", "Two capital letters, such as GA."),
    words("state_or_province", "State", "state", "Two capital letters, such as GA."),
    words("description", "Description", "description", "It is filled in from year, make and model."),
    words("vehicle_year", "Year", "year", "Four digits."),
    words("vehicle_make", "Make", "make", ""),
    words("vehicle_model", "Model", "model", ""),
    words("vin", "VIN", "VIN", "The number on the dashboard and in the registration."),
    words("license_plate", "License plate", "license plate", ""),
];

/// Whose a record's members are.
pub(crate) fn possessor(record: &str) -> &'static str {
    match record {
        "vehicle_information" => "the vehicle's",
        "commercial_driver_information" => "the driver's",
        "insured_property_information" => "the insured property's",
        _ => "the defendant's",
    }
}

const fn rule(id: &'static str, title: &'static str, text: &'static str, why: &'static [&'static str]) -> RuleWords {
    RuleWords { id, title, text, why }
}

/// The rules.
pub(crate) const RULES: &[RuleWords] = &[
    rule(
        "case.requester_named",
        "A master token names its requester",
        "A case that is created with a master token carries the requester's name. One sentence of the specification keeps master tokens to the login call, so such a case is noted as well.",
        &["the case is created with a master token"],
    ),
    rule(
        "case.financing_enrolled",
        "Financing needs an enrolled account",
        "Paying through the financing partner is open to accounts that are enrolled. Unless the host says that the account is, asking for it is noted.",
        &["the account is not known to be enrolled"],
    ),
    rule(
        "legacy.sunset",
        "The legacy endpoints end",
        "The three-step endpoints are deprecated and end on November 11, 2026. Send new cases to the create endpoint.",
        &[],
    ),
    rule(
        "legacy.product_agrees",
        "The legacy path selects the product",
        "On the legacy endpoints the path selects the product; a case_type that says otherwise is noted.",
        &[],
    ),
    rule(
        "legacy.files_declared",
        "Legacy requests announce their files",
        "On the legacy endpoints files_to_upload is given when there is an incident report. The create endpoint does not ask for it.",
        &["there is an incident report"],
    ),
    rule(
        "pl.loss_not_in_future",
        "A loss has happened",
        "For Policy Limit the date of loss may lie any time back. A day after today is noted.",
        &[],
    ),
    rule(
        "pl.one_family",
        "Commercial and personal coverage are not mixed",
        "A Policy Limit case asks for commercial coverage or for personal coverage, not for both.",
        &[],
    ),
    rule(
        "pl.company_named_once",
        "The insurance company has one field",
        "insurance_company_name is a deprecated name of insurance_company. Alone it still counts; next to the current field it does not.",
        &[],
    ),
    rule(
        "pl.defendant_business_named",
        "Commercial coverage names the business",
        "When the first choice of coverage is commercial, the defendant's business name is given.",
        &["commercial coverage is researched", "international commercial coverage is researched"],
    ),
    rule(
        "pl.driver_of_commercial_vehicle",
        "A separate driver goes with commercial coverage",
        "The driver's details are given only when the first choice of coverage is commercial.",
        &["the first coverage to research is not commercial"],
    ),
    rule(
        "pl.policyholder_named",
        "A policyholder who is not the defendant is named",
        "When the policyholder is not the defendant, the policyholder's name and relationship to the defendant are given.",
        &["the policyholder is not the defendant"],
    ),
    rule(
        "pl.carrier_accepted",
        "Some carriers are not researched",
        "The service refuses six carriers, in any spelling. The host supplies their names; without them nothing is checked.",
        &[],
    ),
    rule(
        "pl.specialty_carrier_fee",
        "Some carriers cost a fee",
        "A specialty carrier adds 75 US dollars to a case, once. The host supplies the names; the fee is a fact of the report and refuses nothing.",
        &[],
    ),
    rule(
        "pe.loss_within_365_days",
        "The loss lies within the last 365 days",
        "For Policy Existence the date of loss is today or at most 365 days ago.",
        &[],
    ),
    rule(
        "pe.defendant_business_named",
        "Commercial coverage names the business",
        "When commercial coverage is searched, the defendant's business name is given.",
        &["commercial coverage is searched"],
    ),
    rule(
        "pe.transportation_company_declared",
        "Commercial auto is for transportation companies",
        "When commercial auto coverage is searched, the defendant is a transportation company.",
        &["commercial auto coverage is searched"],
    ),
    rule(
        "pe.usdot_number_given",
        "A transportation company has a USDOT number",
        "When commercial auto coverage of a transportation company is searched, its USDOT number is given: digits, with one that is not zero.",
        &["the defendant is a transportation company"],
    ),
    rule(
        "pe.usdot_number_used",
        "The USDOT number belongs to transportation companies",
        "A USDOT number is read only when commercial auto coverage of a transportation company is searched. Elsewhere it is noted.",
        &["commercial auto coverage is not searched", "the defendant is not a transportation company"],
    ),
    rule(
        "pe.transportation_only_for_commercial_auto",
        "Only commercial auto asks about transportation companies",
        "Whether the defendant is a transportation company is answered only when commercial auto coverage is searched.",
        &["commercial auto coverage is not searched"],
    ),
    rule(
        "pe.property_owner_occupied",
        "A homeowners search names an owned and occupied property",
        "When homeowners coverage is searched, the insured property's address is given, and the defendant owns it and lives in it.",
        &["homeowners coverage is searched"],
    ),
    rule(
        "pe.excluded_insurance_described",
        "Excluded insurance is described",
        "When insurance is to be left out of the search, it is described: company, policy number and why.",
        &["there is insurance to leave out of the search"],
    ),
    rule(
        "pe.other_reason_chosen",
        "A reason in free words goes with the other reason",
        "A reason in free words is given only when the reasons for the search include the other reason.",
        &["the other reason is not among the reasons for the search"],
    ),
];

/// Labels of the words that fields may hold.
pub(crate) const WORDS: &[(&str, &str)] = &[
    ("pl", "Policy Limit"),
    ("pe", "Policy Existence"),
    ("three_hour_rush_request", "Within three hours"),
    ("one_day_rush_request", "Within one day"),
    ("three_day_rush_request", "Within three days"),
    ("five_day_rush_request", "Within five days"),
    ("policy_number", "Policy number"),
    ("policy_period", "Policy period"),
    ("property_damage_limits", "Property damage limits"),
    ("skip_trace", "Skip trace"),
    ("um_uim_limits", "Uninsured and underinsured motorist limits"),
    ("umbrella_policy_limits", "Umbrella policy limits"),
    ("incident_report", "Incident report"),
    ("insurance_letter", "Insurance letter"),
    ("driver_license_or_other_id", "Driver license or other id"),
    ("other", "Other file"),
    ("other1", "Other file 1"),
    ("other2", "Other file 2"),
    ("other3", "Other file 3"),
    ("commercial_auto_policy_limits", "Commercial auto"),
    ("commercial_general_liability_policy_limits", "Commercial general liability"),
    ("international_commercial_policy_limits", "International commercial"),
    ("commercial_other_policy_limits", "Other commercial"),
    ("personal_auto_policy_limits", "Personal auto"),
    ("personal_homeowner_or_renters_policy_limits", "Personal homeowners or renters"),
    ("commercial_auto_policy_existence", "Commercial auto"),
    ("personal_auto_policy_existence", "Personal auto"),
    ("personal_homeowners_policy_existence", "Personal homeowners"),
    ("no_insurance_on_report", "The report shows no insurance"),
    ("defendant_provided_no_insurance", "The defendant provided no insurance"),
    ("defendant_insurance_unknown", "The defendant's insurance is unknown"),
    ("insurance_cancelled_pre_dol", "The insurance was cancelled before the date of loss"),
    ("insurance_denied_coverage", "The insurance denied coverage"),
    ("insurance_doesnt_cover_incident", "The insurance does not cover the incident"),
    ("incorrect_insurance_info_on_report", "The report's insurance information is wrong"),
    ("additional_at_fault_party", "Another party is at fault"),
    ("minor_at_fault", "A minor is at fault"),
    ("other_reason", "Other reason"),
];
