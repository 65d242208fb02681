// One contender of speed.mjs, in a process of its own:  node speed-one.mjs text|object CORPUS CONTENDER
import { contender } from "./contenders.mjs";
import { serve, texts } from "./measure.mjs";

const [from, corpus, id] = process.argv.slice(2);
serve(await contender(from, id, texts(corpus)));
