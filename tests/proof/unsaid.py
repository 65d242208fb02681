"""The rows of `pkg/schema/unsaid.json`, each as the formula that exempts it.

A row that is about the context fixes one fact about it: the schemas are for a context without that fact.
"""

from formula import all_of, kind, negation

# The fact that a row excludes.
FACTS = {
    "text": ["not_json"],
    "size": ["too_large"],
    "depth": ["too_deep"],
    "today": ["another_day"],
    "carriers": ["refused_carriers"],
    "further_words": ["further_words"],
    "raised_warnings": ["warnings_are_errors"],
    "credential": ["master_token"],
    "legacy": ["legacy"],
    "firm_rules": ["house_rule"],
}
# Rows about schemas that are written for a context, which is not so with the four that are committed.
OF_OTHER_SCHEMAS = {"firm_comparisons", "firm_weekdays", "firm_today", "firm_addresses", "firm_files", "firm_patterns"}


def exemption(row, numbers):
    """The formula of a row. `numbers` has the paths at which the schema asks for an integer."""
    if row["differs"] == "never" or row["id"] in OF_OTHER_SCHEMAS:
        return True
    if row["id"] == "numbers":
        return all_of(
            negation(all_of([("integer", path), kind(path, "fraction")]))
            for path in sorted(numbers)
        )
    return all_of(negation(("context", fact)) for fact in FACTS[row["id"]])
