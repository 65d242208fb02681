"""A second implementation of the rulebook of the Partner Case Research Service, written to be read.

It answers the protocol of README.md: it reads JSON requests from standard input, one on each line, and writes JSON
answers. Comments name the requirement (FLD-cc_emails-list) or the decision (D17) that a rule comes from.
"""

import json
import operator
import re
import sys
import unicodedata
from collections import namedtuple
from datetime import date
from urllib.parse import parse_qsl, unquote

# === Tables: words ===================================================================================================
# The lists of words that the specification gives. The open ones have more words than it shows (D5).
WORDS = {
    "case_type": "pl pe",
    "pl.expedited_request": "three_hour_rush_request one_day_rush_request three_day_rush_request five_day_rush_request",
    "pe.expedited_request": "one_day_rush_request three_day_rush_request five_day_rush_request",
    "add_on_services": "policy_number policy_period property_damage_limits skip_trace um_uim_limits"
    " umbrella_policy_limits",
    "files_to_upload": "incident_report insurance_letter driver_license_or_other_id other1 other2 other3",
    "pl.base_product": "commercial_auto_policy_limits commercial_general_liability_policy_limits"
    " international_commercial_policy_limits commercial_other_policy_limits personal_auto_policy_limits"
    " personal_homeowner_or_renters_policy_limits",
    "pe.base_product": "commercial_auto_policy_existence personal_auto_policy_existence"
    " personal_homeowners_policy_existence",
    "search_reason": "no_insurance_on_report defendant_provided_no_insurance defendant_insurance_unknown"
    " insurance_cancelled_pre_dol insurance_denied_coverage insurance_doesnt_cover_incident"
    " incorrect_insurance_info_on_report additional_at_fault_party minor_at_fault other_reason",
    "file_label": "incident_report insurance_letter driver_license_or_other_id other",
    "source": "api all", "result_format": "json",
}
WORDS = {name: tuple(words.split()) for name, words in WORDS.items()}
OPEN_LISTS = {"files_to_upload", "pl.base_product", "pe.base_product", "search_reason", "result_format"}
# D14: the 50 states and DC; the codes of territories and of the military are unusual.
STATES = set(
    "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA"
    " RI SC SD TN TX UT VT VA WA WV WI WY DC".split()
)
UNUSUAL_STATES = set("AS GU MP PR VI FM MH PW AA AE AP".split())
# D19, D50: words at the end of a company's name, and the abbreviations of some.
GENERIC_WORDS = """insurance ins, company co, companies, national natl, association assn, group grp, casualty cas,
    mutual mut, and, inc, incorporated, corp, corporation, llc, llp, lp, ltd, limited, plc pllc, na, sa"""
GENERIC = {word: row.split()[0] for row in GENERIC_WORDS.split(",") for word in row.split()}
# The codes of codes.tsv that are errors; every other code is a warning unless the context raises it (D5).
ERROR_CODES = set("""
    not_json lone_surrogate not_an_object too_large too_deep legacy_sunset required wrong_type unknown_word
    wrong_length mixed_families not_a_date date_too_old date_after_today forbidden must_be_true not_a_usdot_number
    unknown_state state_not_upper_case refused_carrier unknown_label extension_not_allowed file_too_large
    too_many_files total_too_large unknown_path other_method prefix_missing endpoint_disagrees not_authenticated
    other_scheme master_token_refused user_token_refused json_wanted parts_wanted two_bodies one_file_only
    one_case_only nothing_said already_responded not_the_open_interaction empty_selection unknown_upgrade
    undeclared_label missing_upload case_unreadable record_unknown
""".split())

# === Tables: fields of a case, in the order of the specification (D41) ===============================================
# A field: its name, its kind, its need (optional if it is missing), its list of words.
Field = namedtuple("Field", "name kind need words", defaults=("optional", None))


def _field_table(text):
    return tuple(Field(*row.split(":")) for row in text.split())


COMMON_FIELDS = _field_table("""
    case_type:word:required:case_type cc_emails:emails:required summary:text plaintiff_name:text:required
    office_case_number:text date_of_loss:date:required is_incident_report_provided:boolean:required
    is_user_agreeing_to_all_terms_and_conditions:boolean is_black_card:boolean:ignored is_payment_via_financing:boolean
    is_test:boolean expedited_request:word:optional:expedited_request add_on_services:words:optional:add_on_services
    defendant_business_name:text defendant_information:PersonalInformation vehicle_information:VehicleInformation
    nature_of_the_injury:text crash_report_additional_info:text requester_name:text requester_phone:text
    files_to_upload:words:ignored:files_to_upload crash_address:text crash_city:text crash_zip:text
    crash_state:upper_case_state
""")
PL_FIELDS = _field_table("""
    base_product:words:required:pl.base_product insurance_company:text:required insurance_company_name:text
    policy_number:text claim_number:text adjuster_name:text adjuster_phone_number:text adjuster_phone_extension:text
    are_policyholder_and_defendant_the_same:boolean policyholder_name:text policyholder_relationship:text
    commercial_driver_information:PersonalInformation ml_prediction_ids:object
""")
PE_FIELDS = _field_table("""
    base_product:word_or_words:required:pe.base_product defendant_name:text:deprecated
    is_defendant_transportation_company:boolean usdot_number:text insured_property_information:AddressInformation
    is_defendant_property_owner_and_occupant:boolean should_exclude_other_insurance_from_search:boolean:required
    excluded_insurance_policy_information:text other_properties_owned:text vehicles_owned:text
    search_reason:words:required:search_reason other_search_reason:text
""")
RECORDS = {
    "PersonalInformation": "id:integer:read_only first_name:text:required last_name:text:required address:text:required"
    " date_of_birth:date middle_name:text phone_number:text phone_extension:text license_number:text"
    " apt_or_suite_number:text city:text postal_or_zip_code:text license_state:state state_or_province:state",
    "VehicleInformation": "id:integer:read_only description:text vehicle_year:integer vehicle_make:text"
    " vehicle_model:text vin:text license_plate:text",
    "AddressInformation": "id:integer:read_only address:text:required city:text:required"
    " state_or_province:state:required postal_or_zip_code:text:required apt_or_suite_number:text",
}
RECORDS = {name: _field_table(text) for name, text in RECORDS.items()}
FIELDS = {"pl": COMMON_FIELDS + PL_FIELDS, "pe": COMMON_FIELDS + PE_FIELDS, None: COMMON_FIELDS}
OTHER_FIELDS = {"pl": PE_FIELDS[1:], "pe": PL_FIELDS[1:], None: PL_FIELDS + PE_FIELDS[1:]}  # both have base_product
ALL_FIELDS = COMMON_FIELDS + PL_FIELDS + PE_FIELDS[1:]
CASE_FIELDS = {field.name for field in ALL_FIELDS}

# === Tables: the rules between fields ================================================================================
# Conditions with a name: the field that they read, and the test. `begins`, `is` and `matches` test the first or only
# word (D40), `any_begins` each word, and `contains` looks for a word. A value that cannot be read meets no test (D7).
CONDITIONS = """
commercial : base_product begins commercial international_commercial # PL-R1, PL-R1b, D15
commercial_anywhere : base_product any_begins commercial international_commercial # D15
personal_anywhere : base_product any_begins personal # D15
commercial_existence : base_product begins commercial # PE-R6, D40
commercial_auto : base_product is commercial_auto_policy_existence # PE-R7a
homeowners : base_product is personal_homeowners_policy_existence # PE-R9a
usdot_valid : usdot_number matches 0*[1-9][0-9]* # PE-R7c, D17
other_reason_chosen : search_reason contains other_reason # PE-R11a
"""
# The field of the finding, the id of the rule, the code of the finding : the conditions # the requirements. `company`
# is the field that names the company: insurance_company or its old name (D16). A rule applies to the product that
# begins its id, or to both. A condition is a yes-or-no field, a name of CONDITIONS, or a name that Case._derive adds.
# Without a sign it must be true (D6); it is not met if it reads a missing or malformed value (D7). `required` is
# reported if the field is not set, `forbidden` if it is set, `must_be_true` if it is false, and any other code always.
RULES = """
case_type legacy.product_agrees case_type_disagrees : product_differs # LEG-create-paths
date_of_loss pe.loss_within_365_days date_after_today : loss_age < 0 # FLD-date_of_loss-pe-365, D12
date_of_loss pe.loss_within_365_days date_too_old : loss_age > 365 # FLD-date_of_loss-pe-365, D12
date_of_loss pe.loss_within_365_days date_on_last_day : loss_age = 365 # FLD-date_of_loss-pe-365, D12
date_of_loss pl.loss_not_in_future future_date : loss_age < 0 # FLD-date_of_loss-pl-nolimit, D12
date_of_loss pl.loss_not_long_ago date_long_ago : loss_age > 45656 # FLD-date_of_loss-pl-nolimit, D55
is_payment_via_financing case.financing_enrolled financing_not_enrolled : is_payment_via_financing & unenrolled # D20
defendant_business_name pl.defendant_business_named required : commercial # PL-R1, PL-R1b
defendant_business_name pe.defendant_business_named required : commercial_existence # PE-R6, D40
requester_name case.requester_named required : master # AUTH-master-create-requester, D21
requester_name case.requester_named master_token : master & requester_name set # AUTH-master-login-only, D21
files_to_upload legacy.files_declared required : legacy & is_incident_report_provided # D22
base_product pl.one_family mixed_families : commercial_anywhere & personal_anywhere # PL-MIX-no-mixing, D15
insurance_company_name pl.company_named_once alias : names_differ = false # FLD-insurance_company_name-alias, D16
insurance_company_name pl.company_named_once alias_conflict : names_differ # D16
company pl.carrier_accepted refused_carrier : refused = equal # PL-R4a, D19
company pl.carrier_accepted similar_carrier : refused = similar # PL-R4a, D19
company pl.specialty_carrier_fee possible_carrier_fee : specialty = similar # PL-R5a, D50
policyholder_name pl.policyholder_named required : are_policyholder_and_defendant_the_same = false # PL-R3a
policyholder_relationship pl.policyholder_named required : are_policyholder_and_defendant_the_same = false # PL-R3b
commercial_driver_information pl.driver_of_commercial_vehicle forbidden : commercial = false # PL-R2, D40
is_defendant_transportation_company pe.transportation_company_declared required : commercial_auto # PE-R7a
is_defendant_transportation_company pe.transportation_company_declared must_be_true : commercial_auto # PE-R7a
is_defendant_transportation_company pe.transportation_only_for_commercial_auto forbidden : commercial_auto = false # R8a
usdot_number pe.usdot_number_given required : commercial_auto & is_defendant_transportation_company # PE-R7b
usdot_number pe.usdot_number_given not_a_usdot_number \
    : commercial_auto & is_defendant_transportation_company & usdot_valid = false # PE-R7c, D17
usdot_number pe.usdot_number_used usdot_number_unused : commercial_auto = false & usdot_number set # D17
usdot_number pe.usdot_number_used usdot_number_unused \
    : commercial_auto & is_defendant_transportation_company = false & usdot_number set # D17
insured_property_information pe.property_owner_occupied required : homeowners # PE-R9a
is_defendant_property_owner_and_occupant pe.property_owner_occupied required : homeowners # PE-R9b
is_defendant_property_owner_and_occupant pe.property_owner_occupied must_be_true : homeowners # PE-R9b
excluded_insurance_policy_information pe.excluded_insurance_described required \
    : should_exclude_other_insurance_from_search # PE-R10a
other_search_reason pe.other_reason_chosen forbidden : other_reason_chosen = false # PE-R11a
"""
LEGACY_SUNSET = date(2026, 11, 11)  # LEG-sunset, D22
REMOVED_IN = {"is_black_card": (2,), "defendant_name": (2,)}  # D58: the versions with which fields end
CARRIER_FEE_USD = "75.00"  # PL-R5a

# === Tables: files ===================================================================================================
EXTENSIONS = set("pdf doc docx xls xlsx jpg jpeg png gif tiff tif txt csv msg eml".split())  # FILE-ext
# The number of files, the bytes of one file and of all, for create and for append; MB are 2^20 bytes (D23).
FILE_COUNT = {"create": 10, "append": 25}  # LIM-create-count, LIM-append-count
FILE_MB, TOTAL_MB, LARGE_MB, SMALL_MB = 25, 100, 1 << 20, 10**6  # LIM-file-size, LIM-create-aggregate, LIM-append-bytes
MESSAGE_BYTES = 8 * 1024  # LIM-action-message
# The error_code of a rejected file, and the first errors that give it; any other gives internal_error (D24, D25).
FILE_ERRORS = {
    "unknown_label": "unknown_label blank_label label_conflict", "extension_not_allowed": "extension_not_allowed unlisted_extension",
    "file_too_large": "file_too_large file_near_limit total_too_large total_near_limit",
}

# === Tables: the life of a case ======================================================================================
STATE_WORDS = "received|in_progress|action_required|results_ready|closed"
# Trigger: states in which it is possible > next state, if it is another ! event : members (ST-*, EVT-*, D31, D32, D45).
# A member is a text unless its kind is named; one with a `?` may be missing or null.
OPEN_STATES = "received in_progress action_required results_ready"
TRIGGERS = f"""
create > received ! case.received : is_test:boolean?
pick_up received in_progress > in_progress ! case.in_progress :
need_input in_progress > action_required ! case.action_required : interaction_id:name message
respond action_required > received ! : interaction_id message? files:files?
publish_results in_progress results_ready > results_ready ! case.results_ready : digest
find_policies in_progress results_ready > ! case.additional_policies_found : offer_id:name upgrade_ids:integers
accept_offers results_ready > ! case.results_ready : offer_id selected_upgrade_ids:integers digest?
confirm_delivery results_ready > closed ! case.closed :
cancel {OPEN_STATES} > closed ! case.closed : reason? eligibility:eligibility? fee_usd:amount?
append_file {OPEN_STATES} > ! case.files_updated : filename label? size:size
"""
SAVED_CASE = "state is_test:boolean picked_up:boolean? open_interaction? answered_interactions:list last_event?"
SAVED_CASE += " published_digest? offers:object latest_offer? selected_upgrades:integers appended_files:size"
SAVED_CASE += " appended_bytes:size closing:object?"
# For each reason of a cancellation block: eligible, and the fee: "0.00", the fee of the case, or None (D34).
CANCELLATION = {
    "not_yet_dispatched": (True, "0.00"), "dispatched_fee_applies": (True, "fee"),
    "cancellation_pending": (False, "fee"), "case_processing": (False, None),
    "research_complete": (False, None), "case_closed": (False, None),
}

# === Tables: endpoints ===============================================================================================
# Name, method, path (`~` is the prefix), body, query, members of the body, status, response, effect of a retry. Members
# with a `?` are optional; `files` and `texts` may repeat.
ENDPOINTS = """
list GET ~/cases/ none source - - CaseListItem
create POST ~/cases/create/ multipart - case,files:files?,labels:texts? 201 PartnerCaseCreateResponse
detail GET ~/cases/{ref}/ none - - - CaseDetail
results GET ~/cases/{ref}/results/ none result_format - - Results
offers GET ~/cases/{ref}/offers/ none - - - Offer
accept POST ~/cases/{ref}/offers/accept/ unstated - offer_id,selected_upgrade_ids:integers - - safe
respond POST ~/cases/{ref}/respond/ multipart - interaction_id,message?,file:files? - RespondResponse refused
append POST ~/cases/{ref}/files/ multipart - file:file,label? - FileAppendResponse
cancel POST ~/cases/{ref}/cancel/ unstated - reason? 202 CancellationAccepted safe
login POST /api/auth/login/ json - token_name - UserToken
logout POST /api/auth/logout/ none - - - -
ping GET ~/ping_with_auth/ none - - - -
legacy_create_pe POST /policy_existence_searches/ case_fields - - - LegacyTicket
legacy_create_pl POST /policy_limit_searches/ case_fields - - - LegacyTicket
legacy_upload POST /upload/{ticket_id}/{file_label} multipart - file:file - -
legacy_ready PUT /tickets/{ticket_id}/ready none - - - -
""".strip().splitlines()
PREFIX = "/api/v1/partner"  # PATH-partner-prefix

# === Tables: records of answers, results and events ==================================================================
# The members of each record: texts unless a kind is named; one with a `?` may be null. `word=a|b` is a word of a list,
# `record=` and `list=` name the record of a member or of its entries.
ANSWER_RECORDS = {
    "attachment": "filename label status:word=accepted|rejected file_id:uuid error"
    " error_code:word=file_too_large|extension_not_allowed|unknown_label|internal_error",
    "cancel_error": "error detail",
    "cancellation_accepted": "case_ref status:word=cancellation_accepted tier fee:record=cancellation_fee?",
    "cancellation_block": "eligible:boolean fee_usd:amount? reason:word=" + "|".join(CANCELLATION),
    "cancellation_fee": "amount_usd:amount? description?",
    "case_detail": f"id:integer issue_key? status:word={STATE_WORDS} case_type created_at updated_at"
    " results_ready:boolean cancellation:record=cancellation_block",
    "case_list": "results:list=case_list_item", "case_list_item": "id:integer issue_key? created_at",
    "create_response": "case_id:integer case_ref? case_type:word=pe|pl submitted:boolean attachments:list=attachment",
    "file_appended": "file_id:uuid filename label tracker_sync_state:word=pending|synced",
    "login_response": "expiry:null", "offer": "offer_id additional_policies:list=offered_upgrade",
    "offered_upgrade": "upgrade_id:integer type researcher_note? price_usd:amount status:word=created|selected",
    "responded": "interaction_id status:word=responded message",
    "results": "id:id issue_key? status results_data:object completed_at?",
    "results_pdf": "id:id issue_key? status results_url file_name completed_at?",
    "ticket": "id:integer owner:owner created_at updated_at tracker_url? creating_token_name?",
}
SHARED = "defendant? date_of_loss:iso_date? insurance? policy_number? claim_number? liability_limits?"
SHARED += " other_commercial_policy? notes? add_on_services:object?"
RESULT_RECORDS = {
    "unknown": SHARED,
    "policy_limit_search": SHARED + " base_product? information_found? policyholder? policy_number_secondary?"
    " policy_start_date? policy_canceled_date:iso_date? policy_limits_when_active? compulsory_liability_limits?"
    " optional_liability_limits? pip_limits? self_insured_retention? underlying_insurance_co? vehicle_type?"
    " rental_car_co? rideshare? upsell_abbreviation?",
    "policy_existence_search": SHARED + " result_type? subject_of_search? cancelled_policies:list=cancelled_policy?",
}
RESULT_PARTS = {
    "cancelled_policy": "insurance? limits? policy? note? information? dol:iso_date? defendant?",
    "cancellation": "cancelled_at? fee_usd:amount? reason?",
    "envelope": "status:word=offered|accepted|included policy_type notes? upgrade_id:integer? offer_id? price_usd?",
}
OFFER_STATUSES = {"created": "offered", "selected": "accepted"}  # RESULT-status-mapping
# The members of the events that the specification names (EVT-*), and the names under which members are read.
EVENTS = {"case.received": "", "case.in_progress": "", "case.results_ready": "results_url", "case.closed": "reason"}
EVENTS |= {"case.files_updated": "file_id label", "case.action_required": "message interaction_id"}
EVENTS |= {"case.additional_policies_found": "offer_id teasers"}
ENVELOPE = {"event_id": "id", "case_id": "integer", "issue_key": "text", "occurred_at": "id"}
EVENT_NAMES = {
    "event_id": ("event_id", "delivery_id", "id"), "issue_key": ("issue_key", "case_ref"),
    "occurred_at": ("occurred_at", "timestamp"), "results_url": ("results_url", "download_url", "url"),
    "teasers": ("teasers", "additional_policies"),
}

# === JSON ============================================================================================================
# json.loads reads the text, with hooks, because by itself it drops repeated keys (D10) and rounds numbers (D2). It
# accepts lone surrogates, NaN and any depth, for which `_first_fault` looks in the text.
MAXIMUM_BYTES, MAXIMUM_DEPTH, MAXIMUM_FINDINGS = 1 << 20, 64, 1_000  # D44
TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[\]{}]|NaN|-?Infinity', re.DOTALL)
# In a string: an escaped pair of surrogates, a surrogate without a partner (group 1), or another escape. A high one
LONE = r"(\\u[dD][89a-fA-F][0-9a-fA-F]{2}|[\ud800-\udfff])"  # before an escape that json.loads refuses is not alone.
ESCAPES = re.compile(r"\\u[dD][89abAB]..\\u(?:[dD][c-fC-F]..|(?![0-9a-fA-F]{4}))|" + LONE + r"|\\.", re.DOTALL)


class Members(dict):
    """An object. The last value of a key counts; the keys that occur more than once are in `repeated` (D10)."""

    repeated = frozenset()

    def __init__(self, pairs):
        super().__init__(pairs)
        if len(self) < len(pairs):
            seen = set()
            self.repeated = {key for key, _ in pairs if key in seen or seen.add(key)}


class Number(float):
    """A number with a fraction or an exponent, and its text, because a float cannot tell 1e-400 from 0."""

    def __new__(cls, text):
        number = super().__new__(cls, text)
        number.text = text
        return number


DECODER = json.JSONDecoder(
    object_pairs_hook=Members, parse_float=Number,
    parse_int=lambda text: int(text) if len(text) < 4_000 else Number(text),  # int() has a limit of digits
    parse_constant=int,  # which refuses NaN and Infinity
)


def _first_fault(text):  # that json.loads accepts: its position and its code
    depth = 0
    for match in TOKENS.finditer(text):
        found, start = match.group(), match.start()
        if found[0] == '"':
            if lone := next((escape for escape in ESCAPES.finditer(found) if escape[1]), None):
                return start + lone.start(), "lone_surrogate"
        elif found not in "[]{}":
            return start, "not_json"
        else:
            depth += 1 if found in "[{" else -1
            if depth > MAXIMUM_DEPTH:
                return start, "too_deep"
    return None


def read_json(text, findings):
    """Returns the value of JSON text, or None with a finding for the first fault, read from left to right (D10)."""
    value = fault = None
    try:
        value = DECODER.decode(text)
    except json.JSONDecodeError as error:
        # The decoder reports the beginning of an unterminated string, but a reader gets to the end of the text.
        fault = len(text) if error.msg.startswith("Unterminated") else error.pos
    except (ValueError, RecursionError):
        fault = len(text)  # _first_fault finds the constant, or the depth
    suspicious = "\\u" in text or not text.isascii() or text.count("[") + text.count("{") > MAXIMUM_DEPTH
    accepted = _first_fault(text) if suspicious or fault is not None else None
    if len(text) > MAXIMUM_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAXIMUM_BYTES:
        findings.add("too_large", "")
    elif accepted and (fault is None or accepted[0] < fault):
        findings.add(accepted[1], "")
    elif fault is not None:
        findings.add("not_json", "")
    return None if findings else value


def _read_object(text, context):  # and its findings: one at the root if it is none (D10)
    findings = Findings(context)
    value = read_json(text, findings)
    if not findings and not isinstance(value, dict):
        findings.add("not_an_object", "")
    return value if isinstance(value, dict) else {}, findings


def _token(key):  # a part of a JSON Pointer (RFC 6901)
    return "/" + key.replace("~", "~0").replace("/", "~1")


# === Values and findings =============================================================================================
# D38: the characters with the property White_Space. str.isspace() is true for U+001C to U+001F as well.
WHITE_SPACE = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
# D13: the definition of an email address for form inputs by the WHATWG.
EMAIL_LABEL = "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?"
EMAIL = re.compile(rf"[a-zA-Z0-9.!#$%&'*+/=?^_`{{|}}~-]+@{EMAIL_LABEL}(?:\.{EMAIL_LABEL})*")
NUMBER = re.compile(r"-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]+)?")  # of JSON
DATE = re.compile("([0-9]{4})-([0-9]{2})-([0-9]{2})")
MINUTE = "([01][0-9]|2[0-3]):[0-5][0-9]"
MOMENT = re.compile(f"([0-9-]{{10}})[Tt ]{MINUTE}:([0-5][0-9]|60)([.][0-9]+)?([Zz]|[+-]{MINUTE})")
TIME = re.compile("[Tt ][0-9]{2}:[0-9]{2}(:[0-9]{2}([.,][0-9]+)?)?([Zz]|[+-][0-9]{2}(:?[0-9]{2})?)?")


def _is_blank(text):  # empty, or white space only (D1, D38)
    return not text.strip(WHITE_SPACE)


def _entries(text):  # the parts that white space separates (D13)
    return re.split(f"[{WHITE_SPACE}]+", text.strip(WHITE_SPACE))


def _whole(value):  # a whole number as an int, else None; 2020.0 and 2.02e3 are whole (D2)
    if isinstance(value, int):
        return None if isinstance(value, bool) else value
    if not isinstance(value, Number):
        return None
    mantissa, _, exponent = value.text.lower().partition("e")
    integral, _, fraction = mantissa.partition(".")
    digits = (integral + fraction).rstrip("0")
    if digits in ("", "-"):
        return 0
    shift = int((exponent or "0")[:20]) + len(integral) - len(digits)
    # No size and no id has as many as a hundred digits, so that longer numbers may be cut.
    return None if shift < 0 else int(digits[:100]) * 10 ** min(shift, 100)


def _day(text):  # the real day of a text of the form YYYY-MM-DD, else None (D11)
    match = DATE.fullmatch(text)
    try:
        return date(*map(int, match.groups())) if match else None
    except ValueError:
        return None


TEXT_KINDS = {"text", "emails", "date", "word", "word_or_words", "state", "upper_case_state"}  # D38: a blank is not set
TYPES = {"boolean": bool, "word_or_words": (str, list), "null": type(None), "any": object, "id": str, "files": list}
TYPES |= dict.fromkeys(["integer", "size"], ()) | dict.fromkeys(["words", "list", "integers"], list)
TYPES |= dict.fromkeys([*RECORDS, "object", "record"], dict)
NUMBERS = {"integer", "size", "id", "files"}  # an id may also be a text; files are a list or their number
FORMS = {
    "iso_date": lambda text: _day(text[:10]) and (len(text) == 10 or TIME.fullmatch(text, 10)),
    "name": lambda text: not _is_blank(text), "eligibility": CANCELLATION.get,
    "amount": re.compile("(0|[1-9][0-9]*)[.][0-9]{2}").fullmatch,  # D34
    "uuid": re.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}").fullmatch,
    "owner": re.compile(r"[\w@.+-]{1,150}").fullmatch,  # TKT-owner-length, TKT-owner-charset
    "integers": lambda numbers: all(_whole(number) is not None for number in numbers),
    "size": lambda number: _whole(number) >= 0, "files": lambda number: isinstance(number, list) or _whole(number) >= 0,
}


def _is_of_kind(value, kind):  # nothing is converted (D2)
    return isinstance(value, TYPES.get(kind, str)) or kind in NUMBERS and _whole(value) is not None


def _fits(value, kind):  # the type and the form of a kind
    return _is_of_kind(value, kind) and (kind not in FORMS or bool(FORMS[kind](value)))


def _members_of(table):  # the name, the kind, and whether the member is marked
    rows = [row.rstrip("?").partition(":") + (row.endswith("?"),) for row in table.replace(",", " ").split()]
    return [(name, kind or "text", marked) for name, _, kind, marked in rows]


def _is_set(value, kind):  # D1; a blank text is, where no text belongs (D38)
    if isinstance(value, str):
        return kind not in TEXT_KINDS or not _is_blank(value)
    return value is not None and (value != [] or kind not in ("words", "word_or_words"))


def _list_words(context, name):  # D5
    return WORDS[name] + tuple((context.get("words") or {}).get(name) or ())


class Findings(list):
    """The findings of a report, with the severities of the context."""

    def __init__(self, context):
        super().__init__()
        self.severities, as_of = context.get("severity") or {}, context.get("as_of") or ""
        self.version = () if "-" in as_of else tuple(map(int, re.findall("[0-9]+", as_of)))  # D58: a day has none

    def add(self, code, at, rule=None):
        """Adds a finding. The context raises a warning (D5, but D50), and lowers legacy_sunset alone (D22).

        It has no effect on the notes of a reader, which rejects nothing (D37); readers leave its severities out.
        """
        severity, asked = "error" if code in ERROR_CODES else "warning", self.severities.get(code)
        if asked == "error" and code != "possible_carrier_fee" or asked == "warning" and code == "legacy_sunset":
            severity = asked
        self.append({"code": code, "severity": severity, "at": at} | ({"rule": rule} if rule else {}))

    def ok(self):
        """Returns True if no finding is an error."""
        return all(finding["severity"] != "error" for finding in self)

    def capped(self, *lists):
        """Shortens an answer's findings, which are these and those of the lists: no warning hides an error (D44)."""
        lists = (self, *lists)
        severities = sorted(finding["severity"] for findings in lists for finding in findings)
        if len(severities) <= MAXIMUM_FINDINGS:
            return self
        room = {"error": MAXIMUM_FINDINGS, "warning": max(MAXIMUM_FINDINGS - severities.count("error"), 0)}
        for findings in lists:
            parts = {severity: [found for found in findings if found["severity"] == severity] for severity in room}
            findings[:] = [found for severity, part in parts.items() for found in part[:room[severity]]]
            room = {severity: max(room[severity] - len(part), 0) for severity, part in parts.items()}
        self.add("findings_capped", "")
        if severities[MAXIMUM_FINDINGS] == "error":
            self[-1]["severity"] = "error"
        return self

    def add_sunset(self, context, rule=None):
        """Reports the end of the legacy endpoints (LEG-sunset, D22)."""
        today = _day(context.get("as_of") or "") or _day(context["today"])  # D58: a version is no day
        self.add("legacy_deprecated" if today < LEGACY_SUNSET else "legacy_sunset", "", rule)

    def unknown_keys(self, members, known, at, repetitions=False):
        """Reports the keys that the specification does not have, in the order in which they first occur (D4)."""
        for key in [key for key in members if key not in known]:
            if repetitions and key in getattr(members, "repeated", ()):
                self.add("duplicate_key", at + _token(key))
            self.add("unknown_field", at + _token(key))


# === Names of carriers (D19, D50) ====================================================================================
# Letters that Unicode does not decompose into a letter and a mark.
PLAIN = {"đ": "d", "ħ": "h", "ı": "i", "ł": "l", "ø": "o", "ŧ": "t", "ß": "ss", "æ": "ae", "œ": "oe", "ŀ": "l"}


class Name:
    """A name without case, accents and punctuation. Its forms have none, some or all of the generic words at the end."""

    def __init__(self, text):
        text = text.lower()
        if not text.isascii():
            marks = unicodedata.normalize("NFD", text)
            text = "".join(PLAIN.get(letter, letter) for letter in marks if not unicodedata.combining(letter))
        written = [word for word in re.split(r"[\W_]+", text) if word]
        full = [GENERIC.get(word, word) for word in written if word != "and"]
        self.texts = "".join(full), "".join(written)
        self.words = full[:_name_end(full)]
        self.core = "".join(self.words)
        ends = [(words, end) for words in (full, written) for end in range(_name_end(words), len(words) + 1)]
        self.forms = [form for form in ("".join(words[:end]) for words, end in ends) if form][:16]

    def _contains(self, other):  # as words in a row, joined; a name of fewer than five letters as one word
        runs = [self.words[start:end + 1] for end in range(len(self.words)) for start in range(end + 1)]
        return any("".join(run) == other.core and (len(run) == 1 or len(other.core) >= 5) for run in runs)

    def resembles(self, other):
        """Returns True if one name contains the other, or nearly equals it: but one edit of five letters, two of ten."""
        limit = min(len(self.core) // 5, len(other.core) // 5, 2)
        near = limit > 0 and abs(len(self.core) - len(other.core)) <= limit and _distance(self.core, other.core) <= limit
        # D50: a name that is nothing but generic words is similar to none.
        return self.core != "" != other.core and (near or self._contains(other) or other._contains(self))

    def matches(self, pattern):
        """Returns True if a pattern, in which `*` stands for any text, matches a form of the name."""
        parts = [Name(part) for part in pattern.split("*")]
        expressions = [".*".join(texts) for texts in zip(*(part.texts for part in parts))]
        return any(re.fullmatch(expression, form) for expression in expressions for form in self.forms)


def _name_end(words):  # the words up to the last one that is not generic
    return max((end for end, word in enumerate(words, 1) if word not in GENERIC), default=0)


def _distance(first, second):  # the letters to insert, leave out, replace, or swap with their neighbor
    rows = [range(len(second) + 1)]
    for i, letter in enumerate(first):
        row = [i + 1]
        for j, other in enumerate(second):
            row.append(min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (letter != other)))
            if i > 0 and j > 0 and letter == second[j - 1] and other == first[i - 1]:
                row[-1] = min(row[-1], rows[i - 1][j - 1] + 1)
        rows.append(row)
    return rows[-1][-1]


def match_carrier(text, carriers):
    """Returns whether a name is that of a listed carrier: "equal", "similar" or "none"."""
    name, answer = Name(text), "none"
    for carrier in carriers if name.forms else ():
        for listed in map(Name, [carrier["name"], *(carrier.get("spellings") or ())]):
            if set(name.forms) & set(listed.forms):
                return "equal"
            if name.resembles(listed):
                answer = "similar"
        if any(name.matches(pattern) for pattern in carrier.get("patterns") or ()):
            return "equal"
    return answer


# === check_case ======================================================================================================
OPERATORS = {"=": operator.eq, "<": operator.lt, ">": operator.gt, "set": lambda value, _: True}


def _is_one_word(value):  # D40: an array of another length, or of something else, is malformed as a whole
    return isinstance(value, str) or len(value) == 1 and isinstance(value[0], str)


TESTS = {
    "begins": lambda word, *prefixes: word.startswith(prefixes), "is": lambda word, wanted: word == wanted,
    "matches": lambda word, expression: bool(re.fullmatch(expression, word)),
}


def _holds(value, test, operands):  # None if the value cannot be read (D7)
    words = [value] if isinstance(value, str) else value or []
    texts = [word for word in words if isinstance(word, str)]
    if test == "contains":
        return operands[0] in texts or (None if not words or len(texts) < len(words) else False)
    if test == "any_begins":
        return any(text.startswith(tuple(operands)) for text in texts) if words else None
    return TESTS[test](words[0], *operands) if words and isinstance(words[0], str) else None


CONDITION_OF = {}  # for each name: its field, its test, and the operands of the test
for row in CONDITIONS.strip().splitlines():
    name, field, test, *operands = row.split(" #")[0].replace(" :", "").split()
    CONDITION_OF[name] = (field, test, operands)
RULES_OF = {}  # the rules of each field: the id, the code, and the condition as a list of terms
for row in RULES.strip().splitlines():
    (field, rule, code), terms = row.split(" : ")[0].split(), row.split(" : ")[1].split(" #")[0].split(" & ")
    literals = {"true": True, "false": False, "0": 0, "365": 365, "45656": 45_656}
    terms = [(*term.split(), "=", "true")[:3] for term in terms]
    terms = [(name, sign, literals.get(literal, literal)) for name, sign, literal in terms]
    RULES_OF.setdefault(field, []).append((rule, code, terms))


class Case:
    """A case that was read: its product, its set and well-typed values, and what conditions derive from them."""

    def __init__(self, payload, context):
        self.payload, self.context, self.findings = payload, context, Findings(context)
        self.legacy = context.get("surface") == "legacy"
        stated = payload.get("case_type") if payload.get("case_type") in ("pl", "pe") else None
        self.product = self.legacy and context.get("product") or stated  # LEG-create-paths
        self.values, self.set_fields = {}, set()
        for name, kind, _, _ in FIELDS[self.product]:
            if _is_set(payload.get(name), kind):
                self.set_fields.add(name)
                if _is_of_kind(payload[name], kind) and (kind != "word_or_words" or _is_one_word(payload[name])):
                    self.values[name] = payload[name]
        names = ("insurance_company", "insurance_company_name")  # D16: the current name counts, if there is one
        self.company_field = next((name for name in names if name in self.set_fields), None)
        self._derive()

    def _derive(self):
        values, context = self.values, self.context
        values |= {"legacy": self.legacy, "master": context.get("credential") == "master"}
        values["unenrolled"] = context.get("financing_enrolled") is not True  # D20
        if self.legacy and self.product and values.get("case_type") in WORDS["case_type"]:
            values["product_differs"] = values["case_type"] != self.product
        if loss := _day(values.get("date_of_loss", "")):
            values["loss_age"] = (_day(context["today"]) - loss).days  # D11
        for name, (field, test, operands) in CONDITION_OF.items():
            truth = _holds(values.get(field), test, operands)
            if truth is not None:
                values[name] = truth
        if "insurance_company_name" in values and self.company_field in values:
            old_name = values["insurance_company_name"]
            values["names_differ"] = values.get("insurance_company", old_name) != old_name
        for name in ("refused", "specialty"):
            carriers = (context.get("carriers") or {}).get(name)
            if carriers and self.product == "pl" and self.company_field in values:
                values[name] = match_carrier(values[self.company_field], carriers)

    def _broken_rules(self, name):
        values, broken = self.values, []
        applies = {"required": name not in self.set_fields, "forbidden": name in values}
        applies["must_be_true"] = values.get(name) is False
        of_company = RULES_OF["company"] if name == self.company_field else ()
        for rule, code, condition in [*RULES_OF.get(name, ()), *of_company]:
            if rule[:2] in ("pl", "pe") and rule[:2] != self.product or not applies.get(code, True):
                continue
            # D7: a condition that reads a missing or malformed value is not met
            if all(read in values and OPERATORS[sign](values[read], literal) for read, sign, literal in condition):
                broken.append((code, rule))
        return broken

    def need(self, field):
        """Returns what the endpoint makes of a field: required, optional, ignored or deprecated."""
        of_legacy = self.legacy and field.name in ("case_type", "files_to_upload")  # D22
        if of_legacy or field.name == "insurance_company" and "insurance_company_name" in self.set_fields:
            return "optional"  # D16, D42: the old name stands in, also if it has a finding of its own
        removed = field.name in REMOVED_IN and self.findings.version >= REMOVED_IN[field.name]
        return "removed" if removed else field.need

    def facts(self):
        """Returns the facts of the report."""
        values, carriers = self.values, self.context.get("carriers") or {}
        families, reporter = {name for name in ("commercial", "personal") if values.get(name + "_anywhere")}, None
        if "cc_emails" in values:  # ATTR-first-entry, ATTR-token-name, ATTR-none, D13
            sources = {"cc_emails": _entries(values["cc_emails"])[0], "token_name": self.context.get("token_name", "")}
            reporter = next((source for source, text in sources.items() if EMAIL.fullmatch(text or "")), "none")
        fee = {"equal": "applies", "similar": "possible", "none": "none"}.get(values.get("specialty"))
        return {
            "case_type": self.product, "test": values.get("is_test") is True, "reporter": reporter,
            "family": None if "base_product" not in values or len(families) == 2 else min(families, default="neither"),
            "refused_carriers": "checked" if carriers.get("refused") else "not_checked",
            "specialty_carriers": "checked" if carriers.get("specialty") else "not_checked",
            "carrier_fee": fee, "carrier_fee_usd": CARRIER_FEE_USD if fee == "applies" else None,
        }

    def _check_words(self, words, list_name, places):  # D5, D41
        seen, products = set(), [self.product] if self.product else ["pl", "pe"]
        names = [f"{product}.{list_name}" for product in products] if list_name not in WORDS else [list_name]
        listed = [word for name in names for word in _list_words(self.context, name)]
        for word, at in zip(words, places):
            if not isinstance(word, str):
                self.findings.add("wrong_type", at)
                continue
            if word not in listed:
                self.findings.add("unlisted_word" if list_name in OPEN_LISTS else "unknown_word", at)
            if word in seen:
                self.findings.add("duplicate_word", at)  # D15
            seen.add(word)

    def _check_value(self, value, field, at):
        kind, add = field.kind, self.findings.add
        if kind == "date" and not _day(value):
            add("not_a_date", at)
        elif kind == "emails" and not all(EMAIL.fullmatch(entry) for entry in _entries(value)):
            add("not_an_email", at)  # D13: one finding for the field
        elif kind in ("state", "upper_case_state"):  # D14
            if value in UNUSUAL_STATES:
                add("unusual_state", at)
            elif value not in STATES and value.isascii() and value.upper() in STATES | UNUSUAL_STATES:
                add("state_not_upper_case" if kind == "upper_case_state" else "state_case", at)
            elif value not in STATES:
                add("unknown_state", at)
        elif kind in ("word", "word_or_words") and isinstance(value, str):
            if kind == "word_or_words":
                add("string_form", at)  # VER-base_product-string
            self._check_words([value], field.words, [at])
        elif kind == "word_or_words" and len(value) != 1:
            add("wrong_length", at)  # D40: malformed as a whole
        elif kind in ("words", "word_or_words"):
            self._check_words(value, field.words, [f"{at}/{index}" for index in range(len(value))])
        elif kind in RECORDS:
            for member in RECORDS[kind]:
                self._check_field(member, member.need, value, at)
            self.findings.unknown_keys(value, {member.name for member in RECORDS[kind]}, at, repetitions=True)

    def _check_field(self, field, need, members, place):
        name, kind, at, add = field.name, field.kind, f"{place}/{field.name}", self.findings.add
        value, broken = members.get(name), [] if place else self._broken_rules(name)
        if name in getattr(members, "repeated", ()):
            add("duplicate_key", at)
        if need == "unread" or need == "read_only" and name not in members:
            return
        if not _is_set(value, kind) and need != "read_only":
            if need == "required":
                add("required", at)
            elif value is None and name in members and name != "expedited_request" and not broken:
                add("null_value", at)  # D3; a rule that requires the field has its own finding
        elif need not in ("required", "optional"):
            add(need, at)  # D8, D9, D18, and no type check (D39)
        elif not _is_of_kind(value, kind) or kind == "integer" and abs(_whole(value)) >= 2**53:  # D61
            add("wrong_type", at)
        elif not any(code == "forbidden" for code, _ in broken):  # D42: a forbidden record is one finding
            self._check_value(value, field, at)
        for code, rule in broken:
            add(code, at, rule)

    def report(self):
        """Returns the report: the findings in the order of the fields (D10), and the facts."""
        if self.legacy:
            self.findings.add_sunset(self.context, "legacy.sunset")
        for field in FIELDS[self.product]:
            self._check_field(field, self.need(field), self.payload, "")
        for field in OTHER_FIELDS[self.product]:  # D7: without a product, no field belongs to the other one
            self._check_field(field, "other_product" if self.product else "unread", self.payload, "")
        self.findings.unknown_keys(self.payload, CASE_FIELDS, "", repetitions=True)
        issues = self.findings.capped()
        return {"ok": issues.ok(), "issues": issues, "facts": self.facts()}


def check_case(text, context):
    """Checks the text of a case before it is submitted."""
    payload, findings = _read_object(text, context)
    if findings:
        return {"ok": False, "issues": findings, "facts": Case({}, {**context, "surface": "create"}).facts()}
    return Case(payload, context).report()


# === prepare_case ====================================================================================================
def prepare_case(text, context):
    """Returns the payload without what is not set or has no effect, and what was omitted (D43)."""
    payload, findings = _read_object(text, context)
    if findings:
        return {"prepared": None, "omitted": []}
    case, prepared, omitted, renamed = Case(payload, context), dict(payload), [], {}
    for field in FIELDS[case.product] + OTHER_FIELDS[case.product]:
        name, at, value = field.name, "/" + field.name, payload.get(field.name)
        need = case.need(field) if field in FIELDS[case.product] else "kept"
        reason = need if need in ("ignored", "deprecated", "removed") else None
        if name == "insurance_company_name" and need != "kept":  # D16
            reason = "renamed" if case.company_field == name else "deprecated"
            renamed = {"insurance_company": value} if reason == "renamed" and _is_set(value, "text") else {}
        if name in payload.repeated:
            omitted.append((at, "duplicate"))
        if name in payload and (reason or not _is_set(value, field.kind)):
            omitted.append((at, reason if _is_set(value, field.kind) else "not_set"))
            del prepared[name]
        elif field.kind in RECORDS and isinstance(value, dict) and need != "kept":
            omitted += [(at + _token(key), "duplicate") for key in value if key in value.repeated]
            omitted += [(at + "/id", "read_only")] if "id" in value else []  # D9
            prepared[name] = {key: member for key, member in value.items() if key != "id"}
        elif field.kind == "word_or_words" and isinstance(value, str) and need != "kept":
            prepared[name] = [value]  # D59
    omitted += [(_token(key), "duplicate") for key in payload if key in payload.repeated - CASE_FIELDS]
    return {"prepared": prepared | renamed, "omitted": [{"at": at, "reason": reason} for at, reason in omitted]}


# === The life of a case: replay and cancellation =====================================================================
TRANSITIONS = {}  # for each trigger: the states in which it is possible, the next state, its event, its members
for row in TRIGGERS.strip().splitlines():
    states, following, event, members = re.split(" *[>!:] *", row, maxsplit=3)
    TRANSITIONS[states.split()[0]] = (states.split()[1:], following, event or None, _members_of(members))


class Life:
    """A case between two triggers: its state, and what the rules remember of its past."""

    def __init__(self, saved):
        self.state, self.closing = saved.get("state"), saved.get("closing") or {}
        self.picked_up = saved.get("picked_up") or self.state in ("in_progress", "action_required")
        self.interaction = self.digest = None
        self.interactions, self.offers, self.selected, self.is_test = set(), {}, set(), False
        self.file_count = self.file_bytes = 0

    def cancellation(self, eligibility, fee):
        """Returns the cancellation block; without an eligibility, its reason is our default (D34)."""
        if self.state == "closed":
            return {"eligible": False, "fee_usd": self.closing.get("fee_usd"), "reason": "case_closed"}
        by_history = "dispatched_fee_applies" if self.picked_up else "not_yet_dispatched"
        reason = eligibility or ("research_complete" if self.state == "results_ready" else by_history)
        eligible, charge = CANCELLATION[reason]
        return {"eligible": eligible, "fee_usd": fee if charge == "fee" else charge, "reason": reason}

    def _refusal(self, kind, t):  # D31, D46; "" if a trigger is accepted without effect
        if kind == "create" or self.state is None:
            return "case_exists" if self.state else None if kind == "create" else "no_case"
        interaction, offer = t.get("interaction_id"), self.offers.get(t.get("offer_id"))
        ids = {_whole(upgrade) for upgrade in t.get("selected_upgrade_ids") or ()}
        if kind == "cancel" and self.closing.get("by") == "cancellation":
            return ""  # EP-cancel-retry
        if kind == "accept_offers" and ids and ids <= (offer or set()) & self.selected:
            return ""  # EP-accept-retry, D51
        if kind == "respond" and interaction in self.interactions - {self.interaction}:
            return "already_responded"
        if self.state == "closed":
            return "case_closed"
        if self.state not in TRANSITIONS[kind][0]:  # ST-no-other-transitions, ST-one-open-request
            return "request_open" if (kind, self.state) == ("need_input", "action_required") else "wrong_state"
        message, label, size = t.get("message") or "", t.get("label") or "", _whole(t.get("size")) or 0
        files = len(t["files"]) if isinstance(t.get("files"), list) else _whole(t.get("files"))
        block = self.cancellation(t.get("eligibility"), t.get("fee_usd"))
        faults = {
            "need_input reused_interaction": interaction in self.interactions,
            "need_input message_too_long": len(message.encode()) > MESSAGE_BYTES,  # D23
            "respond unknown_interaction": interaction != self.interaction,
            "respond empty_reply": _is_blank(message) and not files,
            "find_policies reused_offer": offer is not None, "find_policies empty_offer": not t.get("upgrade_ids"),
            "accept_offers unknown_offer": offer is None, "accept_offers empty_selection": not ids,
            "accept_offers unknown_upgrade": not ids <= (offer or set()),
            "cancel " + block["reason"]: not block["eligible"],  # ST-cancel-eligibility
            "append_file unknown_label": not _is_blank(label) and label not in WORDS["file_label"],
            "append_file file_too_large": size > FILE_MB * LARGE_MB,
            "append_file too_many_files": self.file_count >= FILE_COUNT["append"],  # D47: the count before the total
            "append_file files_too_large": self.file_bytes + size > TOTAL_MB * LARGE_MB,
        }
        return next((fault.split()[1] for fault, found in faults.items() if found and fault.split()[0] == kind), None)

    def _apply(self, kind, t):  # returns the event that it fires, or None
        if kind == "cancel":
            self.closing = {"by": "cancellation"} | self.cancellation(t.get("eligibility"), t.get("fee_usd"))
        before, event = self.state, TRANSITIONS[kind][2]
        self.state = TRANSITIONS[kind][1] or before
        self.is_test, self.picked_up = self.is_test or t.get("is_test") is True, self.picked_up or kind == "pick_up"
        self.selected |= {_whole(upgrade) for upgrade in t.get("selected_upgrade_ids") or ()}
        if kind in ("need_input", "respond"):  # ST-respond-event: the next pick_up fires
            self.interaction = t["interaction_id"] if kind == "need_input" else None
            self.interactions.add(t["interaction_id"])
        elif kind == "find_policies":
            self.offers[t["offer_id"]] = {_whole(upgrade) for upgrade in t["upgrade_ids"]}
        elif kind == "append_file":
            self.file_count, self.file_bytes = self.file_count + 1, self.file_bytes + _whole(t["size"])
        elif event == "case.results_ready":
            published, self.digest = self.digest, t.get("digest")
            return None if published == self.digest is not None else event  # D30, D45
        return None if kind == "pick_up" and before == "in_progress" else event  # ST-in_progress-collapse, D29, D60

    def step(self, trigger):
        """Applies or refuses a trigger. Returns the state, the events and the refusal."""
        kind = trigger.get("type") if isinstance(trigger, dict) else None
        event, refused, known = None, "malformed_trigger", isinstance(kind, str) and kind in TRANSITIONS
        members = [(trigger.get(name), *row) for name, *row in TRANSITIONS[kind][3]] if known else ()
        if isinstance(kind, str) and not known:
            refused = "unknown_trigger"
        elif known and all(value is None and optional or _fits(value, form) for value, form, optional in members):
            refused = self._refusal(kind, trigger)
            event = self._apply(kind, trigger) if refused is None else None
        events = [event] if event and not self.is_test else []  # TEST-no-webhooks, D33
        return {"state": self.state, "events": events, "refused": refused or None}


def _is_saved_case(saved):  # its members are known, and agree with its state; all but `state` may be missing
    if not isinstance(saved, dict) or saved.get("state") not in STATE_WORDS.split("|"):
        return False
    rows = [(saved[name], *row) for name, *row in _members_of(SAVED_CASE) if name in saved]
    if len(rows) < len(saved) or not all(value is None and null or _fits(value, kind) for value, kind, null in rows):
        return False
    state, closing, asks = saved["state"], saved.get("closing"), saved.get("open_interaction") is not None
    closed = (closing or {}).get("by") in ("delivery", "cancellation") if state == "closed" else closing is None
    begun = saved.get("picked_up") is not False or state in ("received", "closed")
    return closed and begun and asks == (state == "action_required")


def replay(text, context):
    """Replays the triggers of a case, and returns the state and the events after each."""
    given, findings = _read_object(text, context)
    trace, life = given.get("trace"), Life({})
    if not findings and not isinstance(trace, list):
        findings.add("required" if trace is None else "wrong_type", "/trace")
    return {"issues": findings} if findings else {"steps": [life.step(trigger) for trigger in trace]}


def cancellation(text, context):
    """Returns the cancellation block of a saved case, and whether its reason is our default (D34)."""
    given, findings = _read_object(text, context)
    saved, eligibility, fee = given.get("case"), given.get("eligibility"), given.get("fee_usd")
    faults = [
        ("required", "/case", saved is None), ("case_unreadable", "/case", not _is_saved_case(saved)),
        ("unknown_word", "/eligibility", eligibility is not None and not _fits(eligibility, "eligibility")),
        ("wrong_type", "/fee_usd", fee is not None and not _fits(fee, "amount")),
    ]
    for code, at, _ in [fault for fault in faults if fault[2] and not findings][:1]:
        findings.add(code, at)
    if findings:
        return {"issues": findings}
    assumed = eligibility is None and saved["state"] != "closed"
    return {"cancellation": Life(saved).cancellation(eligibility, fee), "assumed": assumed}


# === judge_files =====================================================================================================
def _sanitize(name):  # the name under which the service keeps a file (D27, D47)
    name = re.split(r"[/\\]", name)[-1]
    name = "".join(letter for letter in name if unicodedata.category(letter) != "Cc").lstrip(".") or "file"
    stem, dot, extension = name.rpartition(".")
    ending = (dot + extension).encode() if dot and len(extension.encode()) < 254 else b""
    if len(name.encode()) <= 255:
        return name
    return ((stem if ending else name).encode()[: 255 - len(ending)] + ending).decode(errors="ignore")


class Files:
    """The files of one request, which are judged in order (D25): their number, and the bytes of the accepted ones."""

    def __init__(self, context, endpoint, before):
        self.context, self.endpoint = context, endpoint
        self.count, self.bytes = (_whole((before or {}).get(name)) or 0 for name in ("count", "bytes"))

    def judge(self, file, at, position=None, position_at="", name_key="name"):
        """Returns the verdict on a file: its label, extension and size (D24), then the limits (D47)."""
        findings, members = Findings(self.context), file if isinstance(file, dict) else {}
        own, name, size = members.get("label"), members.get(name_key), members.get("size")
        labels = [(own, at + "/label"), (position, position_at)]
        (label, label_at), size_read = labels[own is None], _whole(size) if _fits(size, "size") else 0
        if members is not file:
            findings.add("wrong_type", at)
        for place in [place for value, place in labels if value is not None and not isinstance(value, str)]:
            findings.add("wrong_type", place)
        if isinstance(label, str) and _is_blank(label):
            findings.add("blank_label", label_at)
            label = None
        elif isinstance(label, str) and label not in _list_words(self.context, "file_label"):
            findings.add("unknown_label", label_at)  # FILE-label-unknown, FA-label-enum
        if isinstance(own, str) and isinstance(position, str) and own != position:
            findings.add("label_conflict", position_at)
        if isinstance(name, str):
            name = _sanitize(name)
            if "." not in name or name.rpartition(".")[2].lower() not in EXTENSIONS:
                code = "extension_not_allowed" if self.endpoint == "create" else "unlisted_extension"
                findings.add(code, f"{at}/{name_key}")
        elif members is file:
            findings.add("required" if name is None else "wrong_type", f"{at}/{name_key}")
        if members is file and not _fits(size, "size"):
            findings.add("required" if size is None else "wrong_type", at + "/size")
        elif members is file and (size_read == 0 or size_read > FILE_MB * SMALL_MB):
            too_large = "file_too_large" if size_read > FILE_MB * LARGE_MB else "file_near_limit"
            findings.add(too_large if size_read else "file_empty", at + "/size")
        findings.unknown_keys(members, {"label", name_key, "size"}, at)
        if self.count >= FILE_COUNT[self.endpoint]:
            findings.add("too_many_files", at)
        if self.bytes + size_read > TOTAL_MB * LARGE_MB:
            findings.add("total_too_large", at)
        elif size_read and self.bytes + size_read > TOTAL_MB * SMALL_MB and findings.ok():
            findings.add("total_near_limit", at)
        accepted = findings.ok()
        self.count += accepted or self.endpoint == "create"  # D46, D47: append counts the files of the case
        self.bytes += size_read if accepted else 0
        errors = [finding["code"] for finding in findings if finding["severity"] == "error"]
        codes = [code for code, first in FILE_ERRORS.items() if errors[:1] and errors[0] in first.split()]
        return {
            "status": "accepted" if accepted else "rejected", "issues": findings,
            "error_code": None if accepted else [*codes, "internal_error"][0],
            "filename": name if isinstance(name, str) else None,
            "label": "other" if label is None else label if isinstance(label, str) else None,
        }


def judge_files(text, context):
    """Judges files before they are sent, each by itself and all together."""
    given, findings = _read_object(text, context)
    if findings:
        return {"ok": False, "accepted_bytes": 0, "files": [], "issues": findings}
    endpoint, files, labels, sent = (given.get(name) for name in ("endpoint", "files", "labels", "sent"))
    append = endpoint == "append"
    if endpoint is not None and endpoint not in ("create", "append"):
        findings.add("unknown_word" if isinstance(endpoint, str) else "wrong_type", "/endpoint")
    if not isinstance(files, list):
        findings.add("required" if files is None else "wrong_type", "/files")
        files = []
    if labels is not None and not isinstance(labels, list):
        findings.add("wrong_type", "/labels")
        labels = []

    def number(members, name, at):  # a number that is required
        if not _fits(members.get(name), "size"):
            findings.add("required" if members.get(name) is None else "wrong_type", f"{at}/{name}")
            return 0
        return _whole(members[name])

    before = {"count": 0, "bytes": 0}  # the files that the case has already (D46)
    if isinstance(sent, list):
        for i, file in enumerate(sent):
            before["count"] += 1
            if isinstance(file, dict):
                before["bytes"] += number(file, "size", f"/sent/{i}")
                findings.unknown_keys(file, {"name", "size", "label", "head", "tail"}, f"/sent/{i}")
            else:
                findings.add("wrong_type", f"/sent/{i}")
    elif isinstance(sent, dict):
        before = {name: number(sent, name, "/sent") for name in before}
        findings.unknown_keys(sent, before, "/sent")
    elif sent is not None:
        findings.add("wrong_type", "/sent")
    findings.unknown_keys(given, {"case", "endpoint", "files", "labels", "sent"}, "")
    if given.get("case") is not None and not isinstance(given["case"], dict):
        findings.add("wrong_type", "/case")
    if labels if append else any(before.values()):
        findings.add("ignored", "/labels" if append else "/sent")
        labels, before = ([], before) if append else (labels, None)
    if len(labels or ()) > len(files):
        findings.add("surplus_labels", f"/labels/{len(files)}")  # D26
    sent = before
    judged, labels = Files(context, "append" if append else "create", sent), (labels or []) + [None] * len(files)
    before = judged.bytes
    verdicts = [judged.judge(file, f"/files/{i}", labels[i], f"/labels/{i}") for i, file in enumerate(files)]
    ok = findings.capped(*(verdict["issues"] for verdict in verdicts)).ok()
    ok = ok and all(verdict["status"] == "accepted" for verdict in verdicts)
    return {"ok": ok, "accepted_bytes": judged.bytes - before, "files": verdicts, "issues": findings}


# === check_request ===================================================================================================
Endpoint = namedtuple("Endpoint", "name method path body query members status response retry", defaults=["unpublished"])
ENDPOINT_LIST = [Endpoint(*[None if cell == "-" else cell for cell in row.split()]) for row in ENDPOINTS]
# A value that a request contains: of a JSON body, or of a part, which is a file if it has a file name.
Input = namedtuple("Input", "name value filename size at", defaults=[None] * 5)
AUTHORIZATIONS = [  # AUTH-header, AUTH-no-oauth
    (r"Token \S+", None), (r"(?i:token)\s+\S+\s*", "scheme_form"),
    (r"\s*((?i:token)\s*)?", "not_authenticated"), (r"(.|\s)*", "other_scheme"),
]


class Request:
    """A request that is checked: its findings, its endpoint, its parameters with their places, and its case."""

    def __init__(self, given, context, findings):
        self.given, self.context, self.case, self.findings = given, context, None, findings
        self.known, self.add, params = given.get("known") or {}, findings.add, given.get("params") or {}
        self.params = {name: (str(value), "/params" + _token(name)) for name, value in params.items()}
        self.endpoint = next((row for row in ENDPOINT_LIST if row.name == given.get("endpoint")), None)
        if isinstance(given.get("path"), str) and isinstance(given.get("method"), str):
            self._find_endpoint(given["path"], given["method"])
        elif self.endpoint is None:
            self.add("unknown_word" if given.get("endpoint") else "required", "/endpoint")

    def _find_endpoint(self, path, method):
        if method != method.upper():
            self.add("method_case", "/method")
        path = re.split("[?#]", path)[0]
        address, found = re.match("[a-zA-Z][a-zA-Z0-9+.-]*://[^/]*", path), []
        base = re.escape(address.group()) + ".*?" if address else ""  # BASE-url-relative
        for endpoint in ENDPOINT_LIST:
            legacy, partner = endpoint.name.startswith("legacy"), endpoint.path.startswith("~")
            expression = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", endpoint.path.strip("~/")) + "/?"
            prefix = f"({PREFIX})?/" if partner or legacy else "()/"  # login and logout state their own
            if match := re.fullmatch(base + prefix + expression, path):
                found.append((match, endpoint, partner and not match[1] or legacy and match[1]))
        fitting = [row for row in found if row[1].method == method.upper()]
        if not fitting:
            self.add(*("other_method", "/method") if found else ("unknown_path", "/path"))
            self.endpoint = None
            return
        match, endpoint, varied = fitting[0]
        if varied:
            self.add("prefix_open" if endpoint.name[:6] in ("ping", "legacy") else "prefix_missing", "/path")
        if endpoint.path.endswith("/") != path.endswith("/"):
            self.add("slash_surplus" if path.endswith("/") else "slash_missing", "/path")
        if self.endpoint not in (None, endpoint):
            self.add("endpoint_disagrees", "/endpoint")
        self.endpoint = endpoint
        self.params = {name: (unquote(value), "/path") for name, value in match.groupdict().items()}

    def _check_access(self):  # AUTH-*, D21
        headers, name, credential = self.given.get("headers"), self.endpoint.name, self.context["credential"]
        keys = {key.lower(): key for key in headers or ()}
        if "cookie" in keys:
            self.add("cookie_ignored", "/headers" + _token(keys["cookie"]))
        if headers is not None:
            key = keys.get("authorization", "Authorization")
            code = next(code for form, code in AUTHORIZATIONS if re.fullmatch(form, str(headers.get(key, ""))))
            if code:
                self.add(code, "/headers" + _token(key))
        if credential == "none":
            self.add("not_authenticated", "/credential")
        elif credential == "master" and name != "login" and "create" not in name:
            self.add("master_token_refused", "/credential")
        elif credential == "user" and name == "login":
            self.add("user_token_refused", "/credential")

    def _check_query(self):
        expected, query, inputs, seen = self.endpoint.query, self.given.get("query"), [], set()
        if expected is None and query is not None:
            self.add("unused", "/query")
        for name, value in (query or {}).items() if expected else ():
            at, many = "/query" + _token(name), isinstance(value, list)
            inputs += [(name, v, f"{at}/{i}") for i, v in enumerate(value)] if many else [(name, value, at)]
        in_path = str(self.given.get("path", "")).split("#")[0].partition("?")[2]
        inputs += [(name, value, "/path") for name, value in parse_qsl(in_path, keep_blank_values=True)]
        for name, value, at in inputs if expected else ():
            if name != expected or name in seen:
                self.add("unknown_field" if name != expected else "repeated_part", at)  # D4
            elif not isinstance(value, str):
                self.add("wrong_type", at)
            elif not _is_blank(value) and value not in _list_words(self.context, name):
                self.add("unlisted_word" if name in OPEN_LISTS else "unknown_word", at)  # EP-list-source
            seen.add(name)
        if expected == "result_format" and expected not in seen:
            self.add("default_unpublished", "/query/result_format")

    def _check_body(self):
        body, parts, expected = self.given.get("body"), self.given.get("parts"), self.endpoint.body
        if expected == "none":
            for name in [name for name in ("body", "parts") if name in self.given]:
                self.add("unused", "/" + name)
        elif body is not None and parts is not None:
            self.add("two_bodies", "/parts")
        elif expected == "multipart" and body is not None:
            self.add("parts_wanted", "/body")
        elif parts is not None and expected not in ("multipart", "unstated"):
            self.add("json_wanted", "/parts")
        elif parts is not None or expected == "multipart":
            if expected == "unstated":
                self.add("body_format_open", "/parts")
            places = [f"/parts/{i}" + "/value" * (part.get("filename") is None) for i, part in enumerate(parts or ())]
            inputs = [Input(*map(part.get, Input._fields[:4]), at) for part, at in zip(parts or (), places)]
            found, malformed = self._read_inputs(inputs, "/parts")
            self._check_selection(found)
            self._check_parts(found, malformed)
        elif expected == "case_fields" and body is None:
            self.add("required", "/body")
        elif expected == "case_fields":
            context = {**self.context, "product": self.endpoint.name[-2:]}
            self.case = Case(body, context).report() if isinstance(body, dict) else check_case("[]", context)
        elif not isinstance(body or {}, dict):
            self.add("wrong_type", "/body")
        else:
            inputs = [Input(name, value, at="/body" + _token(name)) for name, value in (body or {}).items()]
            self._check_selection(self._read_inputs(inputs, "/body")[0])

    def _read_inputs(self, inputs, place):  # by name, and the names of malformed ones
        members, found, malformed = _members_of(self.endpoint.members), {}, set()
        for given in [given for given in inputs if given.name not in [name for name, _, _ in members]]:
            self.add("unknown_field", given.at)  # D4
        for name, kind, optional in members:
            found[name], blank = [], []
            for given in [given for given in inputs if given.name == name]:
                is_file, value, wrong = given.filename is not None, given.value, []
                if given.filename == "" and _whole(given.size) == 0 or not is_file and not _is_set(value, "text"):
                    if optional and value is None and not is_file:
                        self.add("null_value", given.at)  # D3
                    blank.append(given)  # D1, and the part of a form without a file
                    found[name] += [given] if name in ("label", "labels") else []  # which count in their order
                    continue
                if kind == "integers" and isinstance(value, list):
                    wrong = [f"{given.at}/{index}" for index, number in enumerate(value) if _whole(number) is None]
                elif kind == "integers" and place == "/parts" and not is_file and isinstance(value, str):
                    value = _whole(DECODER.decode(value)) if NUMBER.fullmatch(value) else None  # a part for each id
                    wrong = [given.at] if value is None else []
                elif is_file and name == "case" and isinstance(value, str):
                    self.add("case_as_file", given.at)  # CASE-json-string
                elif is_file != kind.startswith("file") or not is_file and not _is_of_kind(value, kind):
                    wrong = [given.at]
                for at in wrong:
                    self.add("wrong_type", at)
                malformed |= {name} if wrong else set()
                found[name] += [] if wrong else [given._replace(value=value)]
            if not optional and not found[name] and name not in malformed:
                self.add("required", blank[0].at if blank else place if place == "/parts" else f"{place}/{name}")
            for second in [given for given in found[name] if given not in blank][1:2]:  # the first one counts
                if kind not in ("files", "texts") and not isinstance(second.value, int):
                    self.add({"case": "one_case_only", "file": "one_file_only"}.get(name, "repeated_part"), second.at)
        return found, malformed

    def _check_selection(self, found):  # ACC-*, D46
        ids, offers = [], self.known.get("offers")
        for given in found.get("selected_upgrade_ids", ()):
            if given.value == []:
                self.add("empty_selection", given.at)
            elif isinstance(given.value, list):
                ids += [(_whole(upgrade), f"{given.at}/{index}") for index, upgrade in enumerate(given.value)]
            else:
                ids.append((given.value, given.at))
        for index, (upgrade, at) in enumerate(ids):
            if upgrade in [earlier for earlier, _ in ids[:index]]:
                self.add("duplicate_word", at)
        for given in found.get("offer_id", [])[:1] if offers is not None else ():
            offer = next((offer for offer in offers if offer.get("offer_id") == given.value), None)
            upgrades = [_whole(upgrade.get("upgrade_id")) for upgrade in (offer or {}).get("additional_policies") or ()]
            if offer is None:
                self.add("unknown_offer", given.at)
            for at in [at for upgrade, at in ids if offer is not None and upgrade not in upgrades]:
                self.add("unknown_upgrade", at)

    def _check_parts(self, found, malformed):  # RSP-*, D46
        name, create = self.endpoint.name, self.endpoint.name == "create"
        if name == "respond" and not found["message"] + found["file"] and not malformed & {"message", "file"}:
            self.add("nothing_said", "/parts")
        for given in found.get("interaction_id", [])[:1]:
            if given.value in (self.known.get("responded") or ()):
                self.add("already_responded", given.at)
            elif self.known.get("open_interaction", given.value) != given.value:
                self.add("not_the_open_interaction", given.at)
        judged = Files(self.context, name, self.known.get("appended"))
        files = [] if "files" in malformed else found.get("files" if create else "file", [])
        unknown = malformed & {"files", "labels", "label"}  # D7: which label a file has
        labels = [] if unknown else found.get("labels" if create else "label", [])
        for given, label in zip(files if create else files[:name == "append"], [*labels, *[Input()] * len(files)]):
            file = {"filename": given.filename, "size": given.size}
            for finding in judged.judge(file, given.at, label.value, label.at, "filename")["issues"]:
                # CREATE-201-always: a file that is rejected leaves the case alone
                self.findings.append(finding | {"severity": "warning"} if create else finding)
        if create and len(labels) > len(files):
            self.add("surplus_labels", labels[len(files)].at)  # D26
        for given in found.get("case", [])[:1]:
            self.case = check_case(given.value, self.context)

    def _check_legacy_files(self):  # LEG-*
        declared, label = self.known.get("files_to_upload"), self.params.get("file_label")
        listed = _list_words(self.context, "files_to_upload") if declared is None else declared
        if label and label[0] not in listed:
            self.add("unlisted_word" if declared is None else "undeclared_label", label[1])
        for index, name in enumerate(declared or () if self.endpoint.name == "legacy_ready" else ()):
            if name not in self.known.get("uploaded", declared):
                self.add("missing_upload", f"/known/files_to_upload/{index}")


def check_request(text, context):
    """Checks a request before it is sent: endpoint, token, query, body, files, and the case that it contains."""
    given, findings = _read_object(text, context)
    request = None if findings else Request(given, context, findings)
    if request is None or request.endpoint is None:
        return {"ok": False, "issues": findings, "expects": None}
    endpoint, (ref, at) = request.endpoint, request.params.get("ref", ("", ""))
    if ref.isdigit():
        findings.add("ref_is_number", at)  # EP-ref-is-issue-key
    legacy, credential = endpoint.name.startswith("legacy"), given.get("credential") or context.get("credential")
    request.context = {**context, "credential": credential, "surface": "legacy" if legacy else "create"}
    request._check_access()
    if legacy and endpoint.body != "case_fields":
        findings.add_sunset(context)
    request._check_query()
    request._check_legacy_files()
    request._check_body()
    expects = endpoint._asdict() | {
        "path": endpoint.path.replace("~", PREFIX), "query": [endpoint.query] if endpoint.query else [],
        "members": [name for name, _, _ in _members_of(endpoint.members or "")],
        "status": int(endpoint.status or 0) or None, "sunset": LEGACY_SUNSET.isoformat() if legacy else None,
    }
    del expects["name"]
    ok = findings.capped().ok() and (request.case is None or request.case["ok"])
    return {"ok": ok, "issues": findings, "expects": expects} | ({"case": request.case} if request.case else {})


# === read_record and normalize_results ===============================================================================
def _read_members(table, value, at, notes, complete=False, silent=(), known=()):  # D4, D35, D37, D48
    members, added = _members_of(table), set()
    for name, kind, nullable in members:
        if name in value:
            _read_member(value[name], kind, nullable, f"{at}/{name}", notes, complete)
        elif complete:
            value[name] = None
            added.add(name)
        else:
            notes.add("member_missing", f"{at}/{name}")
    notes.unknown_keys(value, {name for name, _, _ in members}.union(known), at)
    if added.difference(silent):
        notes.add("members_added", at)


def _read_member(value, kind, nullable, at, notes, complete=False):  # kept as it came (D37)
    kind, _, detail = kind.partition("=")
    if value is None and nullable:
        return
    if not _is_of_kind(value, kind):
        notes.add("unexpected_kind", at)
    elif kind == "word" and value not in detail.split("|"):
        notes.add("unexpected_word", at)
    elif kind == "list":
        for index, entry in enumerate(value):
            _read_member(entry, "record=" + detail, False, f"{at}/{index}", notes, complete)
    elif kind == "record" and complete:
        silent = ("insurance", "limits", "policy", "note", "information", "dol", "defendant")  # of cancelled_policy
        _read_members(RESULT_PARTS[detail], value, at, notes, complete, silent)
    elif kind == "record":
        _read_answer(detail, value, at, notes)
    elif not _fits(value, kind):
        notes.add("unexpected_form", at)


def _read_answer(record, value, at, notes):  # D34, D37
    table, status = ANSWER_RECORDS[record], str(value.get("status"))
    known = {"ticket": CASE_FIELDS, "login_response": value, "case_list": value}.get(record, ())  # TKT-case-fields
    if record == "attachment":  # ATT-file_id, ATT-error, ATT-error_code-enum: the status decides
        of_status = {"accepted": ["file_id"], "rejected": ["error", "error_code"]}
        known = [name for names in of_status.values() for name in names if name not in of_status.get(status, ())]
        table = " ".join(member for member in table.split() if member.split(":")[0] not in known)
    if record == "results_pdf" and "results_data" in value:
        known = ["results_data"]
        notes.add("unexpected_member", at + "/results_data")
    _read_members(table, value, at, notes, known=known)
    for field in ALL_FIELDS if record == "ticket" else ():  # PI-id-read, VI-id-read, AI-id-read
        nested = value.get(field.name)
        if field.kind in RECORDS and isinstance(nested, dict):
            _read_members("id:integer", nested, f"{at}/{field.name}", notes, known=nested)
    tokens = [name for name, member in value.items() if name != "expiry" and isinstance(member, str)]
    if record == "login_response" and not tokens:
        notes.add("member_missing", at)  # AUTH-login-token-field: any other text may be the token
    reason, fee = value.get("reason"), value.get("fee_usd")
    if record == "cancellation_block" and _fits(reason, "eligibility") and reason != "cancellation_pending":
        eligible, charge = CANCELLATION[reason]
        if value.get("eligible") is (not eligible):
            notes.add("contradiction", at + "/eligible")
        contradicts = {"0.00": fee != "0.00", "fee": fee is None, None: fee is not None and reason != "case_closed"}
        if "fee_usd" in value and (fee is None or _fits(fee, "amount")) and contradicts[charge]:
            notes.add("contradiction", at + "/fee_usd")
    if record == "case_detail":
        wrong = {"received": True, "in_progress": True, "action_required": True, "results_ready": False}
        if value.get("results_ready") is wrong.get(status, "open"):
            notes.add("contradiction", at + "/results_ready")
        block = value.get("cancellation")
        if status == "closed" and isinstance(block, dict) and block.get("eligible") is True:
            notes.add("contradiction", at + "/cancellation/eligible")


def read_record(text, context):
    """Reads a record of an answer, which it keeps as it came."""
    notes = Findings({**context, "severity": None})
    given = read_json(text, notes)
    record, value = (given.get("record"), given.get("value")) if isinstance(given, dict) else (None, None)
    if not notes and (not isinstance(record, str) or record not in ANSWER_RECORDS):
        notes.add("record_unknown", "")
    elif not notes:  # EP-list-paginated: the envelope of a list is not published
        bare_list = record == "case_list" and isinstance(value, list)
        _read_member(value, "list=case_list_item" if bare_list else "record=" + record, False, "", notes)
    return {"value": value, "notes": notes.capped()}


def _normalize_policy(entry, result_table, at, notes):  # D35, D48, D52
    if "status" not in entry:
        notes.add("member_missing", at + "/status")
    if _fits(entry.get("status"), "text") and entry["status"] in OFFER_STATUSES:
        notes.add("status_mapped", at + "/status")
        entry["status"] = OFFER_STATUSES[entry["status"]]
    table, status = RESULT_PARTS["envelope"], entry.get("status")
    if status == "accepted":  # RESULT-accepted-full
        table += " " + result_table.replace(" notes?", "")
    names = [name for name, _, _ in _members_of(table)]
    for key, value in list(entry.items()) if status != "accepted" else ():
        if key == "notes" and not (value is None or isinstance(value, str)):  # D62
            notes.add("beyond_envelope", at + "/notes")
            entry[key] = None
        elif key not in names:
            notes.add("beyond_envelope", at + _token(key))  # RESULT-offered-envelope, RESULT-included-envelope
            del entry[key]
    free = ("upgrade_id", "offer_id", "price_usd") if status == "included" else ()
    for name in [name for name in free if entry.get(name) is not None]:
        notes.add("included_cleared", f"{at}/{name}")
        entry[name] = None
    _read_members(table, entry, at, notes, complete=True, silent=("status", *free))


def normalize_results(text, context):
    """Normalizes results_data: completes it, and withholds what is not bought."""
    notes, lists = Findings({**context, "severity": None}), ("results", "additional_policies")
    data = read_json(text, notes)
    if not notes:
        _read_member(data, "object", False, "", notes)
    if notes:
        return {"normalized": data, "notes": notes.capped()}
    if "case_type" in data:
        _read_member(data["case_type"], "word=" + "|".join(RESULT_RECORDS), False, "/case_type", notes)
    case_type = data.get("case_type") if data.get("case_type") in tuple(RESULT_RECORDS) else "unknown"  # D36, D48
    for name in lists:
        if data.get(name) is None:
            if name in data or name == "results" or notes.version >= (2, 3):  # D58
                notes.add("list_added", "/" + name)
            data[name] = []
        _read_member(data[name], "words", False, "/" + name, notes)
        for index, entry in enumerate(data[name] if isinstance(data[name], list) else ()):
            at = f"/{name}/{index}"
            _read_member(entry, "object", False, at, notes)
            if isinstance(entry, dict) and name == "results":
                _read_members(RESULT_RECORDS[case_type], entry, at, notes, complete=True)
            elif isinstance(entry, dict):
                _normalize_policy(entry, RESULT_RECORDS[case_type], at, notes)
    cancelled = data.get("cancelled", False)
    _read_member(cancelled, "boolean", False, "/cancelled", notes)
    if "cancellation" in data:
        _read_member(data["cancellation"], "record=cancellation", False, "/cancellation", notes, complete=True)
        if cancelled is False:
            notes.add("contradiction", "/cancellation")
    for name in [name for name in lists if cancelled is True and data[name]]:
        notes.add("contradiction", "/" + name)  # RESULT-cancelled-empty
    required = "case_type:any cancellation:any" if cancelled is True else "case_type:any"
    _read_members(required, data, "", notes, True, known=(*lists, "cancelled", "cancellation"))
    return {"normalized": data, "notes": notes.capped()}


# === read_event and redact_offer =====================================================================================
def _says_something(value):  # neither null nor blank nor empty (D1)
    return not (value is None or value == [] or isinstance(value, str) and _is_blank(value))


def _as_text(value):
    number = isinstance(value, Number) or _whole(value) is not None
    return getattr(value, "text", str(value)) if number else value


def _is_moment(text):  # D49: a time with its offset (RFC 3339), or seconds since 1970
    match, seconds = MOMENT.fullmatch(text), re.fullmatch("0*([0-9]{1,12})", text)
    return bool(match and _day(match[1])) or bool(seconds and int(seconds[1]) < 253_402_300_800)  # the year 10000


def _take_member(name, event, data, notes):  # and returns where it was, and whether it says something
    names, kind = EVENT_NAMES.get(name, (name,)), ENVELOPE.get(name, "list" if name == "teasers" else "text")
    parts = ((event, ""), (data, "/data"))
    places = [(part, key, at + _token(key)) for part, at in parts for key in names if key in part]
    said = [place for place in places if _says_something(place[0][place[1]]) or kind == "integer"]
    fitting = [place for place in said if _is_of_kind(place[0][place[1]], kind)]
    for place in [place for place in said if place not in fitting]:
        notes.add("event_member_kind", place[2])
    part, key, at = (fitting or said or places or [(event, name, "/" + name)])[0]
    if name in ENVELOPE and not fitting:
        return at, False
    value = part.pop(key, None)
    if kind == "list":  # a policy under another name, or in another form, is not bought either
        for other, other_key, other_at in places:
            unread = other.pop(other_key, None) if other_at != at else None if fitting else value
            if _says_something(unread):
                notes.add("unbought_value", other_at)
        event[name] = value if fitting else []
    elif places:
        if name in event:  # what has the member's own name takes the place of what was found
            part[key] = event[name]
        event[name] = value if kind == "integer" else _as_text(value)
    return at, bool(said)


def _teasers_of(policies, at, notes, redact=False):  # EVT-additional-redacted
    teasers = []
    for index, entry in enumerate(policies):
        place, teaser = f"{at}/{index}", {}
        if not isinstance(entry, dict):
            notes.add("event_member_kind", place)
            continue
        type_key = "policy_type" if "type" not in entry and _fits(entry.get("policy_type"), "text") else "type"
        for name, key in (("type", type_key), ("price_usd", "price_usd")):
            if not isinstance(entry.get(key), str):
                missing = entry.get(key) is None
                notes.add("event_member_missing" if missing else "event_member_kind", f"{place}/{name}")
            teaser[name] = _as_text(entry.get(key))
        if _whole(entry.get("upgrade_id")) is not None:
            teaser["upgrade_id"] = _whole(entry["upgrade_id"])
        elif entry.get("upgrade_id") is not None:
            notes.add("event_member_kind", place + "/upgrade_id")
        for key in [key for key in entry if key not in ("upgrade_id", "type", "price_usd") and not redact]:
            if key in ("status", "policy_type", "offer_id") and (entry[key] is None or isinstance(entry[key], str)):
                teaser[key] = entry[key]
            elif key not in ("notes", "researcher_note") or entry[key] is not None:
                notes.add("unbought_value", place + _token(key))
        teasers.append(teaser)
    return teasers


def _withhold_offers(value, at, notes):  # lists of policies at any depth
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in list(members):
        if key not in EVENT_NAMES["teasers"]:
            _withhold_offers(member, at + _token(str(key)), notes)
            continue
        if _says_something(member):
            notes.add("unbought_value", at + _token(key))
        del value[key]


def read_event(text, context):
    """Reads an event of a webhook: its members under their documented names, and what is missing."""
    given, notes = _read_object(text, {**context, "severity": None})
    name_key = "event" if "event" in given else "type"
    kind = given.pop(name_key, None)
    if not isinstance(kind, str) or kind not in EVENTS:
        if not notes:  # EVT-list
            code = "billing_event" if re.search("(?i)invoice|payment|billing", str(kind)) else "event_unknown"
            notes.add(*(code, "/" + name_key) if isinstance(kind, str) else ("event_name_missing", "/event"))
        return {"type": None, "event": None, "notes": notes.capped()}
    data = given.pop("data") if isinstance(given.get("data"), dict) else {}
    event = {"event": kind, **given}
    _, _, (key_at, has_key), (time_at, has_time) = [_take_member(name, event, data, notes) for name in ENVELOPE]
    if kind == "case.received" and has_key:
        notes.add("issue_key_too_early", key_at)  # EVT-received-no-issue_key
    if has_time and not _is_moment(event["occurred_at"]):
        notes.add("time_not_comparable", time_at)
    for name in EVENTS[kind].split():
        at, said = _take_member(name, event, data, notes)
        value = event.setdefault(name, None)
        if not said:
            notes.add("event_member_missing", at)
        elif name == "message" and isinstance(value, str) and len(value.encode()) > MESSAGE_BYTES:
            notes.add("message_over_limit", at)  # LIM-action-message
        elif name == "label" and isinstance(value, str) and value not in WORDS["file_label"]:
            notes.add("event_label_unknown", at)
        if name == "teasers":
            teasers = _teasers_of(event.pop(name), at, notes)
            _withhold_offers(event, "", notes)
            _withhold_offers(data, "/data", notes)
            event[name] = teasers
    return {"type": kind, "event": event | ({"data": data} if data else {}), "notes": notes.capped()}


def redact_offer(text, context):
    """Returns what an event may tell about an offer before a policy is bought."""
    offer, notes = _read_object(text, {**context, "severity": None})
    if not notes and offer.get("offer_id") is None:
        notes.add("event_member_missing", "/offer_id")
    policies = offer.get("additional_policies")
    if policies is not None and not isinstance(policies, list):
        notes.add("event_member_kind", "/additional_policies")
    teasers = _teasers_of(policies if isinstance(policies, list) else [], "/additional_policies", notes, redact=True)
    return {"offer": {"offer_id": offer.get("offer_id"), "teasers": teasers}, "notes": notes.capped()}


# === The protocol ====================================================================================================
OPERATIONS = [check_case, prepare_case, replay, cancellation, judge_files, check_request, normalize_results]
OPERATIONS = {operation.__name__: operation for operation in [*OPERATIONS, read_record, read_event, redact_offer]}


def answer(request):
    """Returns the answer to a request of PROTOCOL.md."""
    try:
        operation = OPERATIONS[request["operation"]]
        return {"id": request.get("id"), "answer": operation(request["input"], request.get("context") or {})}
    except (AttributeError, KeyError, TypeError):  # no such operation, or an input that has not its form
        return {"id": request.get("id"), "unsupported": True}


def main():
    """Answers the requests of standard input, one on each line."""
    for line in filter(str.strip, sys.stdin):
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
