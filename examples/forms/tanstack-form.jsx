import { useForm } from "@tanstack/react-form";
import { caseSchema, today } from "casegate";
import { Field } from "./Field";
import { empty, names } from "./short-form.js";

const schema = caseSchema({ today: () => today("America/New_York") }, { input: "form" });

/** `send` gets the case as it should be sent. */
export function CaseForm({ send }) {
  const form = useForm({
    defaultValues: empty,
    validators: { onSubmit: schema },
    onSubmit: ({ value }) => send(schema["~standard"].validate(value).value),
  });
  const submit = (event) => {
    event.preventDefault();
    form.handleSubmit();
  };
  return (
    <form noValidate onSubmit={submit}>
      {names.map((name) => (
        <form.Field key={name} name={name}>
          {({ state, handleChange, handleBlur }) => (
            <Field path={name} message={state.meta.errors[0]?.message} value={state.value} onChange={(event) => handleChange(event.target.value)} onBlur={handleBlur} />
          )}
        </form.Field>
      ))}
      <button>Submit</button>
    </form>
  );
}
