// Exact sums of amounts in cents.

/** Returns the cents of a decimal text of US dollars, and `undefined` for other texts. */
function centsOf(usd: string): bigint | undefined {
  const parts = /^(\d+)(?:\.(\d{1,2}))?$/.exec(usd.trim());
  return parts ? BigInt(parts[1] as string) * 100n + BigInt((parts[2] ?? "").padEnd(2, "0")) : undefined;
}

function usdOf(cents: bigint): string {
  return `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
}

/** Returns the sum, and `undefined` if a price cannot be read. */
export function totalOf(prices: readonly string[]): string | undefined {
  let sum = 0n;
  for (const price of prices) {
    const cents = centsOf(price);
    if (cents === undefined) return undefined;
    sum += cents;
  }
  return usdOf(sum);
}
