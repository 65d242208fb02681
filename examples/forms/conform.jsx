import { parse } from "@conform-to/dom";
import { useForm } from "@conform-to/react";
import { caseSchema, today } from "casegate";
import { Field } from "./Field";
import { names } from "./short-form.js";

const schema = caseSchema({ today: () => today("America/New_York") }, { input: "form" });

/** In the page and on the server: the submission, whose `value` is the case as it should be sent. */
export function parseCase(formData) {
  return parse(formData, {
    resolve(answers) {
      const { value, issues } = schema["~standard"].validate(answers);
      if (!issues) return { value };
      return { error: Object.fromEntries(issues.map(({ path, message }) => [path.join("."), [message]])) };
    },
  });
}

export function CaseForm({ send }) {
  const [form, fields] = useForm({
    defaultValue: { case_type: "pl" },
    onValidate: ({ formData }) => parseCase(formData),
    onSubmit(event, { submission }) {
      event.preventDefault(); // without it the form goes to the server
      send(submission.value);
    },
  });
  return (
    <form id={form.id} noValidate onSubmit={form.onSubmit}>
      <input type="hidden" name="case_type" value="pl" />
      {names.map((name) => <Field key={name} path={name} name={name} message={form.allErrors[name]?.[0]} />)}
      <button>Submit</button>
    </form>
  );
}
