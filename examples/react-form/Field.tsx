import type { ComponentProps } from "react";
import { fieldOf, type Language, type Product } from "./field-table";

export type FieldProps = Omit<ComponentProps<"input">, "ref"> & {
  path: string;
  product?: Product;
  language?: Language;
  message?: string | undefined;
  ref?: (element: HTMLElement | null) => void;
};

/** A field by its path. Further properties, which the library gives, belong to the input. */
export function Field({ path, product = "pl", language, message, ...input }: FieldProps) {
  const { label, hint, type, words } = fieldOf(path, product, language);
  const props: object = { "aria-invalid": message !== undefined, ...input, "aria-describedby": `${path}-hint ${path}-message` };
  return (
    <p>
      <label>
        {label}
        {words ? (
          <select {...props}>
            <option value="" />
            {words.map(({ value, label }) => <option key={value} value={value}>{label}</option>)}
          </select>
        ) : (
          <input type={type === "date" ? "date" : "text"} {...props} />
        )}
      </label>
      <small id={`${path}-hint`}>{hint}</small>
      <strong id={`${path}-message`}>{message}</strong>
    </p>
  );
}
