// What every entry offers; an entry adds its `init`.
export * from "./api.js";
export * from "./fields.js";
export * from "./standard.js";
export type * from "./types.js";
