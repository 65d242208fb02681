import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type Case, type Context, type Issue, caseFromForm, caseSchema, checkCase, fieldStates, today } from "casegate";
import { type ReactNode, useEffect } from "react";
import { type FieldValues, type Resolver, get, useForm } from "react-hook-form";
import { Field, type FieldProps } from "./Field";
import { fieldOf, type Language } from "./field-table";

const contexts: Record<Language, Context> = {
  en: { today: () => today("America/New_York") },
  es: { today: () => today("America/New_York"), language: "es" },
};
const resolverOf = (context: Context): Resolver<FieldValues, unknown, Case> => standardSchemaResolver(caseSchema(context, { input: "form" }));
const resolvers = { en: resolverOf(contexts.en), es: resolverOf(contexts.es) };
const page = {
  en: {
    submit: "Submit",
    refused: "The case was not submitted.",
    later: "The case was not submitted. Try again later.",
    unknown: "We're not sure your case arrived. Don't submit it again; look at the list of cases first.",
  },
  es: {
    submit: "Enviar",
    refused: "El caso no se envió.",
    later: "El caso no se envió. Inténtelo más tarde.",
    unknown: "No sabemos si el caso llegó. No lo envíe otra vez; revise primero la lista de casos.",
  },
};

/** The text for an error of `send`. Its `status` is that of the backend's answer; without an answer it has none. */
function failureOf({ status = 0 }: { status?: number }) {
  if (status === 429 || status === 503) return "later";
  return status >= 400 && status < 500 ? "refused" : "unknown";
}

/** Radio buttons, or check boxes of a list with several choices. */
function Choices({ path, product = "pl", language, message, ...input }: FieldProps) {
  const { label, words } = fieldOf(path, product, language);
  return (
    <fieldset aria-describedby={`${path}-message`}>
      <legend>{label}</legend>
      {words?.map(({ value, label }) => <label key={value}><input value={value} {...input} />{label}</label>)}
      <strong id={`${path}-message`}>{message}</strong>
    </fieldset>
  );
}

/** The answers of a draft, with its records open. */
function withOpenRecords(draft: FieldValues) {
  const records = Object.keys(draft).filter((name) => typeof draft[name] === "object" && !Array.isArray(draft[name]));
  return { ...draft, _open: Object.fromEntries(records.map((name) => [name, true])) };
}

type Props = {
  /** Answers to begin with. */
  draft?: FieldValues;
  /** Gets the answers when they have changed, to store them as a draft. */
  keep?: (answers: FieldValues) => void;
  /** Gets the case as it should be sent, and returns the issues of the backend. */
  send: (prepared: Case) => Promise<readonly Issue[]>;
  language?: Language;
  /** Further inputs, before the button. */
  children?: ReactNode;
};

export function IntakeForm({ draft = {}, keep, send, language = "en", children }: Props) {
  const { register, handleSubmit, setError, trigger, watch, formState } = useForm<FieldValues, unknown, Case>({
    defaultValues: withOpenRecords({ case_type: "pl", ...draft }),
    resolver: resolvers[language],
    shouldUnregister: true,
  });
  const { errors, isSubmitted, touchedFields } = formState;
  // The messages in the other language. Not after each submission: it would clear the backend's issues.
  useEffect(() => void (isSubmitted && trigger()), [language]);

  const context = contexts[language];
  const answers = watch();
  useEffect(() => keep?.(answers));
  const payload = caseFromForm(answers, context).case;
  const product = payload.case_type === "pe" ? "pe" : "pl";
  const states = fieldStates(payload, context)
    .filter(({ path, state, unprompted }) => (state === "required" || state === "optional") && !unprompted && (payload.case_type || path[0] === "case_type"))
    .map(({ path, state }) => ({ name: path.join("."), record: path.slice(0, -1).join("."), isRequired: state === "required", ...fieldOf(path.join("."), product, language) }));
  const isOpen = (record: string) => answers._open?.[record] || states.some(({ name, isRequired }) => name === record && isRequired);
  const shown = states.filter(({ record, type }) => type !== "object" && (record === "" || isOpen(record)));

  /** The input of an issue, or `root` for the whole form. */
  const inputOf = ({ path }: Issue) => shown.find(({ name, type }) => type !== "record" && `${path.join(".")}.`.startsWith(`${name}.`))?.name ?? "root";
  const textOf = (issues: readonly Issue[], name: string) => issues.filter((issue) => inputOf(issue) === name).map(({ message }) => message).join(" ");
  const warnings = checkCase(payload, context).issues.filter(({ severity }) => severity === "warning");
  const messageOf = (name: string): string | undefined =>
    (get(errors, name) as { message?: string } | undefined)?.message ?? (isSubmitted || name === "root" || get(touchedFields, name) ? textOf(warnings, name) : undefined);

  async function submit(prepared: Case) {
    try {
      const refused = (await send(prepared)).filter(({ severity }) => severity === "error");
      for (const name of new Set(refused.map(inputOf))) setError(name, { message: textOf(refused, name) });
    } catch (error) {
      setError("root", { message: page[language][failureOf(error as { status?: number })] });
    }
  }
  return (
    <form noValidate onSubmit={handleSubmit(submit)}>
      {shown.map(({ name, label, type, isRequired }) => {
        if (type === "record") {
          return isRequired ? <h3 key={name}>{label}</h3> : <label key={name}><input type="checkbox" {...register(`_open.${name}`)} />{label}</label>;
        }
        const isWrong = get(errors, name) !== undefined; // a warning is not an error
        const props = { path: name, product, language, message: messageOf(name), "aria-invalid": isWrong, "aria-required": isRequired, ...register(name) } as const;
        if (name === "case_type") return <Choices key={name} type="radio" {...props} />;
        const key = `${product}.${name}`; // a list with other words is another input
        return type === "words" ? <Choices key={key} type="checkbox" {...props} /> : <Field key={key} {...props} />;
      })}
      {children}
      <strong role="alert">{messageOf("root")}</strong>
      <button>{page[language].submit}</button>
    </form>
  );
}
