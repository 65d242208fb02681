import type { Case, FileVerdict, Issue } from "casegate";

type LabeledFile = { file: File; label: string };
type Outcome = { issues: readonly Issue[]; verdicts: readonly FileVerdict[] };

/** Returns the issues of a refusal, or the verdicts for the files. */
export async function send(prepared: Case, files: readonly LabeledFile[]): Promise<Outcome> {
  const form = new FormData();
  form.set("case", JSON.stringify(prepared));
  for (const { file, label } of files) {
    form.append("files", file);
    form.append("labels", label);
  }
  const headers = { "accept-language": document.documentElement.lang };
  const response = await fetch("/cases", { method: "POST", headers, body: form });
  const { errors = [], files: verdicts = [], title } = await response.json().catch(() => ({})); // the body may be empty
  if (response.ok || (response.status === 400 && errors.length > 0)) return { issues: errors, verdicts };
  throw Object.assign(new Error(title), { status: response.status });
}
