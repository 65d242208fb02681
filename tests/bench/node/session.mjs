// An edit of a form from JavaScript:  node session.mjs [--quick]
import { Session } from "../../../pkg/dist/index.js";
import { context, measure, table, record, texts } from "./measure.mjs";

const values = ["Alma Ito", "Bruno Roe", "Chiara Bell", "Dev Holloway"];
const forms = [
  ["typical", "/plaintiff_name"],
  ["typical", "/defendant_information/city"],
  ["large", "/plaintiff_name"],
];
const contenders = forms.map(([name, at]) => {
  const session = new Session(JSON.parse(texts(name)[0]), context);
  session.touch();
  return { id: `${name}${at}`, name: `Session.set, ${at}, ${name} payload`, run: (value) => session.set(at, value), on: values };
});
const rows = measure(contenders);
table("Node, an edit of a form", rows);
record("node.session.micros", rows[0].time);
