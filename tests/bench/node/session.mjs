// An edit of a form from JavaScript:  node session.mjs [--quick]
import { Session } from "../../../pkg/dist/index.js";
import { host, measure, table, tell, texts } from "./measure.mjs";

const values = ["Alma Ito", "Bruno Roe", "Chiara Bell", "Dev Holloway"];
const contenders = ["small", "typical", "large"].map((name) => {
  const session = new Session(JSON.parse(texts(name)[0]), host);
  session.touch();
  return { id: name, name: `Session.set, one short text, ${name} payload`, run: (value) => session.set("/plaintiff_name", value), on: values };
});
const rows = measure(contenders);
table("Node, an edit of a form", rows);
tell("node.session.micros", rows[0].time);
tell("node.session.large_over_small", rows[2].ratio);
