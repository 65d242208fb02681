// Plain JSON values: a copy, and a comparison, both several times faster than by way of their text.

/** A copy that shares nothing with `value`, which came from `JSON.parse`. */
export function copyOf<T>(value: T): T {
  if (!isObject(value)) return value;
  if (Array.isArray(value)) {
    const copy = value.slice() as unknown[];
    for (let i = 0; i < copy.length; i++) if (isObject(copy[i])) copy[i] = copyOf(copy[i]);
    return copy as T;
  }
  const copy: Record<string, unknown> = { ...value };
  // `for in` needs no list of the keys; what a page gave to all objects stays with these.
  for (const key in value) if (isObject(value[key]) && Object.hasOwn(value, key)) copy[key] = copyOf(value[key]);
  return copy as T;
}

/**
 * Whether `value` surely has the same JSON as `plain`, which came from `JSON.parse`. It may say no where the text
 * would be the same (a `Date`, a member that is `undefined`), never yes where it would differ.
 */
export function isSame(value: unknown, plain: unknown): boolean {
  if (!isObject(value) || !isObject(plain)) return value === plain;
  if (typeof value.toJSON === "function") return false;
  if (Array.isArray(value)) {
    if (!Array.isArray(plain) || value.length !== plain.length) return false;
    // `every` would pass over holes, which JSON has as null.
    for (let i = 0; i < plain.length; i++) if (!isSame(value[i], plain[i])) return false;
    return true;
  }
  // A `String` or `Number` object is no object in JSON.
  if (Array.isArray(plain) || Object.getPrototypeOf(value) !== Object.prototype) return false;
  const keys = Object.keys(value);
  return (
    keys.length === Object.keys(plain).length &&
    keys.every((key) => Object.hasOwn(plain, key) && isSame(value[key], plain[key]))
  );
}

/** A member of the object itself: what a page gave to all objects is none. */
export function own<T extends object, K extends keyof T>(value: T, key: K): T[K] | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
