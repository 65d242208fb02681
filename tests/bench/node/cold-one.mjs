// One cold start, for cold.mjs: prints the milliseconds from before the module's load to the first
// verdict.
import { context, texts } from "./measure.mjs";
import { starts } from "./starts.mjs";

const payload = JSON.parse(texts("typical")[0]);
const { load } = starts.find(({ id }) => id === process.argv[2]);
const begin = performance.now();
const ok = (await load())(payload, context);
const took = performance.now() - begin;
if (ok !== true) throw new Error("the first payload is clean");
console.log(took);
