// The rules of schema/case.json for arktype.
import { type } from "arktype";
import { addOns, address, person, policyExistence, policyLimit, rushes, states, vehicle } from "./fields.mjs";
import { rules } from "./rules.mjs";

const oneOf = (words) => type.enumerated(...words);
const set = type(/\S/);
const kinds = {
  pl: type("'pl'"),
  pe: type("'pe'"),
  set,
  text: type("string"),
  flag: type("boolean"),
  integer: type("number.integer"),
  date: type(/^\d{4}-\d\d-\d\d$/).narrow((text) => {
    const day = new Date(text);
    return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
  }),
  state: oneOf(states),
  words: type("string[] > 0"),
  addOns: oneOf(addOns).array(),
  plRush: oneOf(rushes.pl),
  peRush: oneOf(rushes.pe),
  record: type("object"),
  product: set.or(type("string[] == 1")),
};
for (const [name, fields] of Object.entries({ person, vehicle, address })) kinds[name] = type(members(fields));

function members(fields) {
  const own = ([name, kind]) => (kind.endsWith("?") ? [`${name}?`, kinds[kind.slice(0, -1)].or("null")] : [name, kinds[kind]]);
  return Object.fromEntries(Object.entries(fields).map(own));
}

const product = (fields) =>
  type(members(fields)).narrow((it, context) => {
    let holds = true;
    rules(it, (field) => {
      holds = false;
      context.reject({ path: [field], expected: "as a rule says" });
    });
    return holds;
  });
const schemas = { pl: product(policyLimit), pe: product(policyExistence) };

export const check = (payload) => !(schemas[payload.case_type]?.(payload) instanceof type.errors);
