import { type Case, type FileVerdict, type Issue, judgeFiles } from "casegate";
import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import { type Language, wordsOf } from "./field-table";
import { IntakeForm } from "./IntakeForm";

type LabeledFile = { file: File; label: string };
type Outcome = { issues: readonly Issue[]; verdicts: readonly FileVerdict[] };
type Props = { send: (prepared: Case, files: readonly LabeledFile[]) => Promise<Outcome>; language?: Language };

const key = "case-draft";
const page = {
  en: { files: "Files", submitted: "Case submitted.", rejected: "is not attached." },
  es: { files: "Archivos", submitted: "El caso se envió.", rejected: "no se adjuntó." },
};

export function CasePage({ send, language = "en" }: Props) {
  const [draft] = useState(() => JSON.parse(sessionStorage.getItem(key) ?? "{}") as FieldValues);
  const [files, setFiles] = useState<readonly LabeledFile[]>([]);
  const [verdicts, setVerdicts] = useState<readonly FileVerdict[]>();
  const described = files.map(({ file, label }) => ({ name: file.name, size: file.size, label }));
  const judged = judgeFiles({ endpoint: "create", files: described }, { language }).files;
  const words = page[language];

  async function submit(prepared: Case) {
    const { issues, verdicts } = await send(prepared, files);
    if (issues.length === 0) {
      sessionStorage.removeItem(key);
      setVerdicts(verdicts);
    }
    return issues;
  }
  if (verdicts) {
    const rejected = verdicts.filter(({ status }) => status === "rejected");
    return (
      <>
        <h2>{words.submitted}</h2>
        <ul>{rejected.map(({ filename, error }, at) => <li key={at}>{filename} {words.rejected} {error}</li>)}</ul>
      </>
    );
  }
  const choose = (chosen: FileList | null) => setFiles(Array.from(chosen ?? [], (file) => ({ file, label: "other" })));
  const setLabel = (at: number, label: string) => setFiles(files.map((entry, index) => (index === at ? { ...entry, label } : entry)));
  return (
    <IntakeForm draft={draft} keep={(answers) => sessionStorage.setItem(key, JSON.stringify(answers))} send={submit} language={language}>
      <label>{words.files}<input type="file" multiple onChange={({ target }) => choose(target.files)} /></label>
      {files.map(({ file, label }, at) => (
        <p key={at}>
          <label>
            {file.name}
            <select value={label} onChange={({ target }) => setLabel(at, target.value)}>
              {wordsOf("file_label", language).map(({ value, label }) => <option key={value} value={value}>{label}</option>)}
            </select>
          </label>
          <strong>{judged[at]?.error}</strong>
        </p>
      ))}
    </IntakeForm>
  );
}
