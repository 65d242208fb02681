// Plain JSON values.

/** Returns a copy that shares nothing with a plain JSON value. */
export function copyOf<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** Freezes a plain JSON value and everything in it. */
export function frozen<T>(value: T): T {
  if (isObject(value)) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

/** Returns a member of the object itself, never an inherited one. */
export function own<T extends object, K extends keyof T>(value: T, key: K): T[K] | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
