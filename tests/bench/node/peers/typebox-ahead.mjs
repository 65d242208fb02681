// The type of typebox.mjs, compiled beforehand to a module of its own.
import { mkdirSync, writeFileSync } from "node:fs";
import { Code } from "typebox/compile";
import { hold, type } from "./typebox.mjs";

// A folder in which its imports find typebox, and which git ignores.
const folder = new URL("../../node_modules/.bench/", import.meta.url);
const file = new URL("typebox-ahead.mjs", folder);
const { Code: code, External: external } = Code(type);
mkdirSync(folder, { recursive: true });
writeFileSync(file, code);
const { Check, SetExternal } = await import(file.href);
SetExternal(external);

export const check = (payload) => Check(payload) && hold(payload);
