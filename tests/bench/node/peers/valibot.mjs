// The rules of schema/case.json for valibot.
import * as v from "valibot";
import { addOns, address, person, policyExistence, policyLimit, rushes, shape, states, vehicle } from "./fields.mjs";
import { rules } from "./rules.mjs";

const maybe = (kind) => v.nullish(kind);
const kinds = {
  pl: v.literal("pl"),
  pe: v.literal("pe"),
  set: v.pipe(v.string(), v.regex(/\S/)),
  text: v.string(),
  flag: v.boolean(),
  integer: v.pipe(v.number(), v.integer()),
  date: v.pipe(v.string(), v.isoDate(), v.check(isOfTheCalendar)),
  state: v.picklist(states),
  words: v.pipe(v.array(v.string()), v.minLength(1)),
  addOns: v.array(v.picklist(addOns)),
  plRush: v.picklist(rushes.pl),
  peRush: v.picklist(rushes.pe),
  record: v.looseObject({}),
};
kinds.product = v.union([kinds.set, v.pipe(v.array(v.string()), v.length(1))]);
for (const [name, fields] of Object.entries({ person, vehicle, address })) kinds[name] = v.object(shape(fields, kinds, maybe));

/** Its own date accepts the 30th of February. */
function isOfTheCalendar(text) {
  const day = new Date(text);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

const product = (fields) =>
  v.pipe(
    v.object(shape(fields, kinds, maybe)),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const input = dataset.value;
      rules(input, (key) => {
        addIssue({ message: "a rule", path: [{ type: "object", origin: "value", input, key, value: input[key] }] });
      });
    }),
  );
const schema = v.variant("case_type", [product(policyLimit), product(policyExistence)]);

export const check = (payload) => v.safeParse(schema, payload).success;
export const places = (payload) =>
  (v.safeParse(schema, payload).issues ?? []).map((issue) => ["", ...(issue.path ?? []).map((step) => step.key)].join("/"));
