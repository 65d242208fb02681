// The rules of schema/case.json for joi, whose own `when` says what one field asks of another.
import Joi from "joi";
import { addOns, address, person, policyExistence, policyLimit, rushes, shape, states, vehicle } from "./fields.mjs";

const maybe = (kind) => kind.allow(null);
const set = Joi.string().pattern(/\S/).required();
const text = Joi.string().allow("", null);
const date = Joi.string().custom((value, helpers) => {
  const day = new Date(value);
  const fits = /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
  return fits ? value : helpers.error("any.invalid");
});
const kinds = {
  pl: Joi.valid("pl").required(),
  pe: Joi.valid("pe").required(),
  set,
  text,
  flag: Joi.boolean(),
  integer: Joi.number().integer(),
  date,
  state: Joi.valid(...states),
  words: Joi.array().items(Joi.string().allow("")).min(1).required(),
  addOns: Joi.array().items(Joi.valid(...addOns)),
  plRush: Joi.valid(...rushes.pl),
  peRush: Joi.valid(...rushes.pe),
  record: Joi.object(),
  product: Joi.alternatives(set, Joi.array().items(Joi.string().allow("")).length(1).required()).required(),
};
for (const [name, fields] of Object.entries({ person, vehicle, address })) {
  kinds[name] = Joi.object(required(fields)).unknown();
}

function required(fields) {
  const own = shape(fields, kinds, maybe);
  for (const [name, kind] of Object.entries(fields)) if (!kind.endsWith("?")) own[name] = own[name].required();
  return own;
}

const commercial = /^(commercial|international_commercial)/;
const first = (pattern) => Joi.array().ordered(Joi.string().pattern(pattern)).items(Joi.any()).required();
const only = (pattern) => Joi.alternatives(Joi.string().pattern(pattern), first(pattern)).required();
const when = (field, is, then, otherwise) => Joi.any().when(field, { is, then, otherwise });
const auto = only(/^commercial_auto_policy_existence$/);
const home = only(/^personal_homeowners_policy_existence$/);
const nothing = Joi.valid(null);

const policyLimitSchema = Joi.object({
  ...required(policyLimit),
  base_product: kinds.words.custom((words, helpers) => {
    const mixed = words.some((word) => commercial.test(word)) && words.some((word) => word.startsWith("personal"));
    return mixed ? helpers.error("any.invalid") : words;
  }),
  defendant_business_name: when("base_product", first(commercial), set, text),
  commercial_driver_information: when("base_product", first(commercial), maybe(kinds.person), nothing),
  policyholder_name: when("are_policyholder_and_defendant_the_same", Joi.valid(false).required(), set, text),
  policyholder_relationship: when("are_policyholder_and_defendant_the_same", Joi.valid(false).required(), set, text),
}).unknown();
const policyExistenceSchema = Joi.object({
  ...required(policyExistence),
  defendant_business_name: when("base_product", only(/^commercial/), set, text),
  is_defendant_transportation_company: when("base_product", auto, Joi.valid(true).required(), nothing),
  usdot_number: when("base_product", auto, Joi.string().pattern(/^0*[1-9][0-9]*$/).required(), text),
  insured_property_information: when("base_product", home, kinds.address.required(), maybe(kinds.address)),
  is_defendant_property_owner_and_occupant: when("base_product", home, Joi.valid(true).required(), maybe(kinds.flag)),
  excluded_insurance_policy_information: when("should_exclude_other_insurance_from_search", Joi.valid(true).required(), set, text),
  other_search_reason: when("search_reason", Joi.array().items(Joi.valid("other_reason").required(), Joi.any()).required(), text, Joi.valid(null, "")),
}).unknown();

const options = { abortEarly: false, convert: false };
const judge = (payload) => (payload.case_type === "pl" ? policyLimitSchema : policyExistenceSchema).validate(payload, options);

export const check = (payload) => judge(payload).error === undefined;
export const places = (payload) => (judge(payload).error?.details ?? []).map(({ path }) => ["", ...path].join("/"));
