import { useForm } from "@tanstack/react-form";
import { type Case, caseSchema, today } from "casegate";
import { Field } from "./Field";
import { empty, names } from "./short-form";

const schema = caseSchema({ today: () => today("America/New_York") }, { input: "form" });

/** `send` gets the case as it should be sent. */
export function CaseForm({ send }: { send: (payload: Case) => void }) {
  const form = useForm({
    defaultValues: empty,
    validators: { onSubmit: schema },
    onSubmit: ({ value }) => send((schema["~standard"].validate(value) as { value: Case }).value), // of valid answers
  });
  return (
    <form noValidate onSubmit={(event) => { event.preventDefault(); form.handleSubmit(); }}>
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
