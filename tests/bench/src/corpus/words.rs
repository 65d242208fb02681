//! The words in cases; all names are invented.

pub(super) const FIRST: [&str; 20] = [
    "Alma",
    "Bruno",
    "Chiara",
    "Dev",
    "Esther",
    "Farid",
    "Greta",
    "Hugo",
    "Imani",
    "Jo",
    "Katharina",
    "Liam",
    "Mónica",
    "Noor",
    "Otis",
    "Petra",
    "Quentin",
    "Renée",
    "Sam",
    "Theodora",
];
pub(super) const LAST: [&str; 20] = [
    "Ashdown",
    "Bell",
    "Castellanos-Vega",
    "Drew",
    "Eastwood",
    "Fakename",
    "García",
    "Holloway",
    "Ito",
    "Jones",
    "Kowalczyk",
    "Lindqvist",
    "Mbeki",
    "Nguyen",
    "O'Sample",
    "Placeholder",
    "Quick",
    "Roe",
    "Sørensen",
    "Testperson",
];
pub(super) const STREET: [&str; 10] = [
    "Nowhere Lane",
    "Example Road",
    "Sample Street",
    "Invented Avenue",
    "Test Boulevard",
    "Placeholder Pike",
    "Unreal Drive",
    "Mock Court",
    "Imaginary Way",
    "County Road 00",
];
pub(super) const CITY: [&str; 10] = [
    "Sampletown",
    "Exampleville",
    "Fort Test",
    "Saint Nowhere",
    "Mockingham",
    "Lake Placeholder",
    "Invention",
    "North Unreal",
    "Demo",
    "West Fiction Springs",
];
pub(super) const STATE: [&str; 12] = ["TX", "OH", "NM", "GA", "CA", "NY", "WA", "FL", "IL", "AZ", "DC", "WY"];
pub(super) const COMPANY: [&str; 10] = [
    "Fake Freight Company",
    "Sample & Sons Hauling LLC",
    "Example Logistics Inc.",
    "Test Property Group",
    "Mock Rentals",
    "Placeholder Builders of the North",
    "Invented Foods Co.",
    "Demo Delivery",
    "Unreal Estates LP",
    "Fiction Ferry Lines",
];
pub(super) const INSURER: [&str; 8] = [
    "Example Insurance",
    "Sample Mutual",
    "Test Casualty Company",
    "Mock & Placeholder Indemnity",
    "Invented General",
    "Fiction Farm Group",
    "Demo Direct",
    "Unreal Assurance",
];
pub(super) const INCIDENT: [&str; 8] =
    ["multi-vehicle", "single car", "pedestrian", "dog bite", "assault", "trip", "slip", "fall"];
pub(super) const MAKE: [&str; 6] = ["Sample", "Mock", "Example", "Testa", "Placeholder", "Unreal"];
pub(super) const MODEL: [&str; 6] = ["Wagon", "Box Truck", "Coupe", "Pickup 1500", "Van", "Sedan SE"];
pub(super) const SENTENCE: [&str; 12] = [
    "Two vehicles met at a marked crossing. ",
    "The report is invented for tests and names nobody. ",
    "The light was green for the plaintiff, as both witnesses say. ",
    "The officer noted \"no insurance shown\" on the second page. ",
    "It had rained, and the road was wet. ",
    "The defendant left before the police came. ",
    "A copy of the exchange card is with the file. ",
    "The dog belongs to the tenant, not to the owner of the house. ",
    "The van carried the name of a company on its doors. ",
    "The plaintiff was taken to the hospital and sent home the same night. ",
    "Damage: front left, door and mirror.\n",
    "A second claim for the same day is known to the adjuster. ",
];
pub(super) const ADD_ON: [&str; 6] = [
    "policy_number",
    "policy_period",
    "property_damage_limits",
    "skip_trace",
    "um_uim_limits",
    "umbrella_policy_limits",
];
pub(super) const COMMERCIAL: [&str; 4] = [
    "commercial_auto_policy_limits",
    "commercial_general_liability_policy_limits",
    "international_commercial_policy_limits",
    "commercial_other_policy_limits",
];
pub(super) const PERSONAL: [&str; 2] = ["personal_auto_policy_limits", "personal_homeowner_or_renters_policy_limits"];
pub(super) const REASON: [&str; 9] = [
    "no_insurance_on_report",
    "defendant_provided_no_insurance",
    "defendant_insurance_unknown",
    "insurance_cancelled_pre_dol",
    "insurance_denied_coverage",
    "insurance_doesnt_cover_incident",
    "incorrect_insurance_info_on_report",
    "additional_at_fault_party",
    "minor_at_fault",
];
