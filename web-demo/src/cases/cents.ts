// Amounts in cents, added up exactly.

/** The cents of a decimal text of US dollars; nothing where it is another kind of text. */
export function centsOf(usd: string): bigint | undefined {
  const parts = /^(\d+)(?:\.(\d{1,2}))?$/.exec(usd.trim());
  return parts ? BigInt(parts[1] as string) * 100n + BigInt((parts[2] ?? "").padEnd(2, "0")) : undefined;
}

export function usdOf(cents: bigint): string {
  return `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
}

/** The sum; nothing where one of the prices cannot be read. */
export function totalOf(prices: readonly string[]): string | undefined {
  let sum = 0n;
  for (const price of prices) {
    const cents = centsOf(price);
    if (cents === undefined) return undefined;
    sum += cents;
  }
  return usdOf(sum);
}
