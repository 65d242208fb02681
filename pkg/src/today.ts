// The day that counts as today.

/** Making a format takes longer than a check. */
const formats = /* @__PURE__ */ new Map<string, Intl.DateTimeFormat>();

/**
 * Returns the day of a time zone as YYYY-MM-DD. The service publishes no time zone; use the firm's,
 * in the browser and on the server, so that both give the same verdict around midnight.
 *
 * ```ts
 * const context = { today: () => today("America/New_York") };   // read at every check
 * ```
 *
 * @param zone A name of the IANA database, such as `America/New_York`.
 * @param now Another moment than the present, for tests.
 *
 * @throws TypeError without a zone, and RangeError if the engine does not know it.
 */
export function today(zone: string, now: Date | number = Date.now()): string {
  // Without a zone, Intl takes that of the machine.
  if (typeof zone !== "string" || zone === "") throw new TypeError("today takes the name of a time zone, such as America/New_York");
  let format = formats.get(zone);
  if (!format) {
    const numbers = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
    format = new Intl.DateTimeFormat("en-u-ca-iso8601-nu-latn", { timeZone: zone, ...numbers });
    formats.set(zone, format);
  }
  const parts = new Map(format.formatToParts(now).map((part) => [part.type, part.value]));
  return `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`;
}
