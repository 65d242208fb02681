// Copies and comparisons of plain JSON values, several times faster than through their text.

/** Returns a copy that shares nothing with `value`, which came from `JSON.parse`. */
export function copyOf<T>(value: T): T {
  if (!isObject(value)) return value;
  if (Array.isArray(value)) {
    const copy = value.slice() as unknown[];
    for (let i = 0; i < copy.length; i++) if (isObject(copy[i])) copy[i] = copyOf(copy[i]);
    return copy as T;
  }
  const copy: Record<string, unknown> = { ...value };
  // `for in` needs no list of keys. Inherited members are skipped.
  for (const key in value) if (isObject(value[key]) && Object.hasOwn(value, key)) copy[key] = copyOf(value[key]);
  return copy as T;
}

/**
 * Returns `true` if `value` certainly has the same JSON as `plain`, which came from `JSON.parse`.
 * It may return `false` for equal texts (a `Date`, a member that is `undefined`), but never `true`
 * for different ones.
 */
export function isSame(value: unknown, plain: unknown): boolean {
  if (!isObject(value) || !isObject(plain)) return value === plain;
  if (typeof value.toJSON === "function") return false;
  if (Array.isArray(value)) {
    if (!Array.isArray(plain) || value.length !== plain.length) return false;
    // `every` would skip holes, which are null in JSON.
    for (let i = 0; i < plain.length; i++) if (!isSame(value[i], plain[i])) return false;
    return true;
  }
  // `String` and `Number` objects are not objects in JSON.
  if (Array.isArray(plain) || Object.getPrototypeOf(value) !== Object.prototype) return false;
  const keys = Object.keys(value);
  return (
    keys.length === Object.keys(plain).length &&
    keys.every((key) => Object.hasOwn(plain, key) && isSame(value[key], plain[key]))
  );
}

/** Returns a member of the object itself, never an inherited one. */
export function own<T extends object, K extends keyof T>(value: T, key: K): T[K] | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
