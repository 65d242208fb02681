"""Flips that change nothing, by regular expressions that match their whole names, with the reasons.

A proof shows of each such flip that it changes nothing. The reason is for the reader.
"""

IF = r"/allOf/\d(/allOf/\d)?/if"
WORDS = r"(base_product|search_reason)"

REASONS = {
    # Of the schemas.
    r"(/(\$defs|definitions)/\w+/properties/id|/properties/(is_black_card|files_to_upload|defendant_name)): dropped": "the schema there accepts every value",
    r"/(\$defs|definitions)/\w+/maxLength: (dropped|3|11)": "the pattern limits the length; maxLength is for dialects in which $ also matches before a line break",
    r"/(\$defs|definitions)/\w+/pattern: \^\(\?: to \(\?:": "maxLength leaves no room before the match",
    rf"{IF}/required: without (base_product|search_reason|should_exclude_other_insurance_from_search)": "the field is required anyway",
    r"(/allOf/\d)+/(if|then)(/not)?(/allOf/\d)?/type: or another": "a payload is an object anyway",
    r"/allOf/\d/if/not/required: without search_reason": "the field is required anyway",
    rf"{IF}/properties/{WORDS}/allOf/1/anyOf/0/allOf/0: dropped": "the test beside it is of texts",
    r"/allOf/6/if/not/properties/search_reason/allOf/1/anyOf/0(/const)?: (dropped|another value)": "the field's own schema refuses a single word",
    r"/allOf/\d/then/allOf/\d/properties/\w+/type: or another": "the field's own schema refuses the other type",
    r"/allOf/\d/then/allOf/\d/properties/\w+/anyOf/0(/const)?: (dropped|another value)": "the requirement beside it asks for a value",
    r"/allOf/2/then/allOf/1/properties/usdot_number/anyOf/1/not: dropped": "the pattern refuses such texts; this is for dialects in which $ also matches before a line break",
    r"/allOf/2/then/allOf/1/properties/usdot_number/anyOf/1/type: or another": "the requirement beside it asks for a text",
    rf"{IF}/(.+/)?properties/\w+/allOf/0(/.+)?: .*": "a value that passes the test beside it is set",
    rf"/allOf/\d(/allOf/\d)?/(if/)?(not/)?properties/{WORDS}/(.+/)?type: or another": "the field's own schema refuses the other type",
    r"/properties/(expedited_request/anyOf/1|add_on_services/items)/type: or another": "no word of the list has the other type",
    r"/allOf/2/if/allOf/[01].*": "rules 7 and 8: of these two conditions, each implies the other in every case that they accept",
    r"/properties/is_defendant_transportation_company: dropped": "rules 7 and 8 leave true or null for every coverage",
    # Of the tables.
    r"(common\.case_type|words case_type): .*": "only the product's own word selects the product",
    r"(common\.is_black_card|common\.files_to_upload|pe\.defendant_name): (text|boolean)": "the value is not read",
    r"\w+Information\.id: ignored": "either way a value that is not read is only warned of",
    r"words files_to_upload: .*": "the value is not read",
    r"words (pl\.base_product|pe\.base_product|search_reason): without \w+": "the list is open, so that another word only warns",
    r"code not_an_object: warning": "what is no object names no product",
    r"code (not_json|too_large|too_deep|legacy_sunset|refused_carrier|date_too_old|date_after_today): warning": "a row of unsaid.json exempts the finding",
    r"code master_token: error": "the row `credential` exempts the finding",
    r"case\.requester_named.*": "the row `credential` exempts the rule",
    r"legacy\.files_declared.*": "the row `legacy` exempts the rule",
    r"pl\.carrier_accepted.*": "the row `carriers` exempts the rule",
    r"pe\.usdot_number_used.*": "the rule only warns",
    r"pe\.usdot_number_given .* term [12]: dropped": "rules 7 and 8: of these two conditions, each implies the other in every case that they accept",
    r"pe\.transportation_company_declared .* must_be_true term 1: dropped": "rule 8: with other coverage the field must not be set",
}

# Flips of the tables that the translation to a formula refuses, because it could not be exact.
REFUSED = {
    r"code \w+: error": "these findings depend on more than classes of values; the translation is exact only while they are warnings",
    r"p[le]\.(search_reason|base_product): text": "`contains` and `any_begins` are translated for arrays of words only",
}
