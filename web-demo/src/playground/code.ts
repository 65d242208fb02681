// The check of the page as a program, in the languages of the bindings.
import type { Context } from "casegate/slim";
import { h, quietButton, setText } from "../kit/dom.js";
import { shortened } from "./payload.js";
import type { State } from "./state.js";
import { words } from "./words.js";

export interface Program {
  readonly id: "curl" | "javascript" | "python" | "rust";
  readonly name: string;
  readonly of: (text: string, context: Context) => string;
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** Escapes what a string literal of JavaScript and of Python cannot contain: controls and lone surrogates. */
const escaped = (text: string, ends: RegExp): string => text.replace(ends, "\\$&")
  .replace(/[\0-\x08\x0b-\x1f\x7f]/g, (letter) => `\\x${letter.charCodeAt(0).toString(16).padStart(2, "0")}`)
  .replace(/\p{Surrogate}/gu, (half) => `\\u${half.charCodeAt(0).toString(16)}`);

/** A raw string of Rust ends at a quote with as many hashes as it began with. It cannot contain a carriage return. */
function rust(text: string): string {
  if (text.includes("\r")) return `"${escaped(text, /[\\"]/g)}"`;
  let hashes = "#";
  while (text.includes(`"${hashes}`)) hashes += "#";
  return `r${hashes}"${text}"${hashes}`;
}

/** A heredoc ends at the first line with its word. */
function heredoc(text: string): string {
  let end = "JSON";
  while (text.split("\n").includes(end)) end += "_";
  return `<<'${end}'\n${text}\n${end}`;
}

/** JSON in Python's words. */
const python = (value: unknown): string => json(value).replace(/"(?:[^"\\]|\\.)*"|true|false|null/g, (token) => ({ true: "True", false: "False", null: "None" })[token] ?? token);

export const programs: readonly Program[] = [
  {
    id: "curl", name: "curl",
    of: (text, context) => `# In another terminal: casegate api
curl -sS http://127.0.0.1:8789/v1/check_case \\
  -H 'Casegate-Context: ${JSON.stringify(context).replaceAll("'", "'\\''")}' \\
  --data-binary @- ${heredoc(text)}
`,
  },
  {
    id: "javascript", name: "JavaScript",
    of: (text, context) => `import { checkCaseText } from "casegate";

const text = \`${escaped(text, /[`\\]|\$(?=\{)/g)}\`;

const report = checkCaseText(text, ${json(context)});
console.log(report.ok);
for (const { at, code, message } of report.issues) console.log(at, code, message);
`,
  },
  {
    id: "python", name: "Python",
    of: (text, context) => `import casegate

text = """${escaped(text, /\\|"(?="")|"$/g)}"""

report = casegate.check_case(text, ${python(context)})
print(report["ok"])
for issue in report["issues"]:
    print(issue["at"], issue["code"], issue["message"])
`,
  },
  {
    id: "rust", name: "Rust",
    of: (text, context) => `use casegate::{Context, check_case};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let context: Context = serde_json::from_str(${rust(json(context))})?;
    let text = ${rust(text)};

    let report = check_case(text, &context);
    println!("{}", report.ok);
    for issue in &report {
        println!("{} {} {}", issue.at, issue.code, issue.message);
    }
    Ok(())
}
`,
  },
];

export function codePanel(state: State): { panel: HTMLElement; draw: () => void } {
  let chosen: Program["id"] = "curl";
  const chips = programs.map(({ id, name }) => h("button", { type: "button", class: "chip", "data-choice": id, onclick: () => { chosen = id; draw(); } }, name));
  const code = h("pre", { class: "code", tabindex: 0, role: "region" });
  const hint = h("p", { class: "hint" });
  const button = h("p", {}, quietButton(words.code.copy, () => void copyCode(), { id: "copy-code" }));
  const panel = h("div", { class: "tab-panel" }, h("div", { class: "filter", role: "group", "aria-label": words.code.choose }, ...chips), hint, button, code);

  /** The result of the last copy, shown until the code changes. */
  let copy: { readonly text: string; readonly result: "copied" | "copyYourself" } | undefined;

  async function copyCode(): Promise<void> {
    const text = whole();
    try {
      await navigator.clipboard.writeText(text);
      copy = { text, result: "copied" };
    } catch {
      copy = { text, result: "copyYourself" };
      setText(code, text);
      getSelection()?.selectAllChildren(code);
    }
    (document.getElementById("status") as HTMLElement).textContent = words.code[copy.result];
    draw();
  }

  const program = (): Program => programs.find(({ id }) => id === chosen) as Program;
  const whole = (): string => program().of(state.text, state.context);

  function draw(): void {
    const w = words.code;
    for (const chip of chips) chip.setAttribute("aria-pressed", String(chip.dataset["choice"] === chosen));
    const text = whole();
    setText(hint, text === copy?.text ? w[copy.result] : w.hints[program().id]);
    code.setAttribute("aria-label", program().name);
    if (copy?.result !== "copyYourself" || copy.text !== text) setText(code, shortened(text));
  }

  return { panel, draw };
}
