// The rules of schema/case.json for typebox, compiled. Rules about several fields are code that
// runs after it.
import Type from "typebox";
import { Compile } from "typebox/compile";
import { addOns, address, person, policyExistence, policyLimit, rushes, shape, states, vehicle } from "./fields.mjs";
import { rules } from "./rules.mjs";

const maybe = (kind) => Type.Optional(Type.Union([kind, Type.Null()]));
const kinds = {
  pl: Type.Literal("pl"),
  pe: Type.Literal("pe"),
  set: Type.String({ pattern: "\\S" }),
  text: Type.String(),
  flag: Type.Boolean(),
  integer: Type.Integer(),
  date: Type.String({ format: "date" }),
  state: Type.Enum(states),
  words: Type.Array(Type.String(), { minItems: 1 }),
  addOns: Type.Array(Type.Enum(addOns)),
  plRush: Type.Enum(rushes.pl),
  peRush: Type.Enum(rushes.pe),
  record: Type.Object({}),
};
kinds.product = Type.Union([kinds.set, Type.Array(Type.String(), { minItems: 1, maxItems: 1 })]);
for (const [name, fields] of Object.entries({ person, vehicle, address })) kinds[name] = Type.Object(shape(fields, kinds, maybe));

const product = (fields) => Type.Object(shape(fields, kinds, maybe));
export const type = Type.Union([product(policyLimit), product(policyExistence)]);
const schema = Compile(type);

export function hold(payload) {
  let holds = true;
  rules(payload, () => (holds = false));
  return holds;
}

export const check = (payload) => schema.Check(payload) && hold(payload);
