// The person or business of a search, as in the list of cases.
export function subjectOf(payload: Readonly<Record<string, unknown>>): string {
  const business = payload["defendant_business_name"];
  if (typeof business === "string" && business.trim() !== "") return business;
  const person = payload["defendant_information"];
  if (typeof person !== "object" || person === null) return "";
  const { first_name: first, last_name: last } = person as { first_name?: unknown; last_name?: unknown };
  return [first, last].filter((name) => typeof name === "string" && name !== "").join(" ");
}
