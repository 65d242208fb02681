import { schemaResolver, useForm } from "@mantine/form";
import { type Case, caseSchema, today } from "casegate";
import { Field } from "./Field";
import { empty, names } from "./short-form";

const schema = caseSchema({ today: () => today("America/New_York") }, { input: "form" });

/** `send` gets the case as it should be sent. */
export function CaseForm({ send }: { send: (payload: Case) => void }) {
  const form = useForm({
    initialValues: empty,
    validate: schemaResolver(schema, { sync: true }),
    transformValues: (answers) => (schema["~standard"].validate(answers) as { value: Case }).value, // of valid answers
  });
  return (
    <form noValidate onSubmit={form.onSubmit((payload) => send(payload))}>
      {names.map((name) => {
        const { error, ...input } = form.getInputProps(name);
        return <Field key={name} path={name} message={error} {...input} />;
      })}
      <button>Submit</button>
    </form>
  );
}
