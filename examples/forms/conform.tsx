import { parse } from "@conform-to/dom";
import { useForm } from "@conform-to/react";
import { type Case, caseSchema, today } from "casegate";
import { Field } from "./Field";
import { names } from "./short-form";

const schema = caseSchema({ today: () => today("America/New_York") }, { input: "form" });

/** In the page and on the server: the submission, whose `value` is the case as it should be sent. */
export function parseCase(formData: FormData) {
  return parse(formData, {
    resolve(answers) {
      const result = schema["~standard"].validate(answers);
      if (!result.issues) return { value: result.value };
      return { error: Object.fromEntries(result.issues.map(({ path, message }) => [path.join("."), [message]])) };
    },
  });
}

export function CaseForm({ send }: { send: (payload: Case) => void }) {
  const [form] = useForm({
    defaultValue: { case_type: "pl" },
    onValidate: ({ formData }) => parseCase(formData),
    onSubmit(event, { submission }) {
      event.preventDefault(); // without it the form goes to the server
      if (submission?.status === "success") send(submission.value);
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
