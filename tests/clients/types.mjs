// Writes the types of a document, with a `Blob` for each file: the recipe of openapi-typescript's own documentation.
//   node types.mjs DOCUMENT.json TYPES.ts
import { readFileSync, writeFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

const [document, types] = process.argv.slice(2);
const blob = ts.factory.createTypeReferenceNode(ts.factory.createIdentifier("Blob"));
const transform = (schema) => (schema.format === "binary" ? blob : undefined);
writeFileSync(types, astToString(await openapiTS(JSON.parse(readFileSync(document, "utf8")), { transform })));
