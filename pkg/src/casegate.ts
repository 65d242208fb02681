// The exports about a case; each entry adds its `init`.
export {
  type FormValues,
  type Words,
  caseFromForm,
  checkCase,
  checkCaseText,
  explain,
  fieldStates,
  judgeFiles,
  playSession,
  prepareCase,
  readAnswer,
  repairCase,
} from "./api.js";
export { type FileWithEdges, readEdges } from "./edges.js";
export * from "./error.js";
export * from "./fields.js";
export * from "./session.js";
export * from "./standard.js";
export * from "./today.js";
export type * from "./input.js";
export type * from "./tables.js";
export type * from "./types.js";
