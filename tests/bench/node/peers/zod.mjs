// The rules of schema/case.json for zod.
import { z } from "zod";
import { addOns, address, person, policyExistence, policyLimit, rushes, shape, states, vehicle } from "./fields.mjs";
import { rules } from "./rules.mjs";

const maybe = (kind) => kind.nullish();
const kinds = {
  pl: z.literal("pl"),
  pe: z.literal("pe"),
  set: z.string().regex(/\S/),
  text: z.string(),
  flag: z.boolean(),
  integer: z.int(),
  date: z.iso.date(),
  state: z.enum(states),
  words: z.array(z.string()).min(1),
  addOns: z.array(z.enum(addOns)),
  plRush: z.enum(rushes.pl),
  peRush: z.enum(rushes.pe),
  record: z.looseObject({}),
};
kinds.product = z.union([kinds.set, z.array(z.string()).length(1)]);
for (const [name, fields] of Object.entries({ person, vehicle, address })) kinds[name] = z.object(shape(fields, kinds, maybe));

const product = (fields) =>
  z.object(shape(fields, kinds, maybe)).superRefine((it, context) => {
    rules(it, (field) => context.addIssue({ code: "custom", path: [field], message: "a rule" }));
  });
const schema = z.discriminatedUnion("case_type", [product(policyLimit), product(policyExistence)]);

export const check = (payload) => schema.safeParse(payload).success;
export const places = (payload) => (schema.safeParse(payload).error?.issues ?? []).map((issue) => ["", ...issue.path].join("/"));
