// The same payload judged by the service's copy of the rulebook. Its answer must equal the page's,
// byte for byte.
import type { Report } from "casegate/form";
import type { App } from "../app.js";
import { bookOf } from "../book.js";
import { h, type Child } from "../../kit/dom.js";
import { sizeWords } from "../../kit/language.js";
import { askLibrary } from "../../kit/service.js";
import { words as site } from "../../kit/words.js";
import type { Part } from "./panel.js";
import { words } from "../words.js";

export function serverAnswer(app: App): Part {
  const w = words().server;
  const said = h("div", { class: "server-answer", role: "status" });
  /** The subject of the shown answer. When it changes, the answer disappears. */
  let about: string | undefined;
  const now = (): string => JSON.stringify([app.sheet.payload(), app.sheet.context]);
  const say = (...children: Child[]): void => said.replaceChildren(...children.filter((child) => child instanceof Node || typeof child === "string"));

  const ask = async (): Promise<void> => {
    const asked = (about = now());
    const text = JSON.stringify(app.sheet.payload());
    const { context } = app.sheet;
    say(h("p", { class: "hint" }, w.asking));
    try {
      const answer = await askLibrary("check_case", text, context);
      if (asked === about) say(...compare(answer, bookOf(context).checkCaseText(text, context)));
    } catch {
      if (asked === about) say(h("p", { class: "finding-words" }, site().notReached));
    }
  };

  const root = h("section", {}, h("h2", {}, w.title), h("p", { class: "hint" }, w.text),
    h("button", { type: "button", class: "button secondary", onclick: () => void ask() }, w.ask), said);
  return {
    root,
    update: () => {
      if (about === undefined || about === now()) return;
      about = undefined;
      say();
    },
  };
}

function compare(answer: string, report: Report): Child[] {
  const w = words().server;
  const own = JSON.stringify(report);
  if (answer === own) return [h("p", { class: "is-same" }, w.same(sizeWords(new TextEncoder().encode(answer).length)))];
  const there = digestOf(answer);
  const title = there === undefined || there === report.rulebook.digest ? w.differs : w.otherRulebook(report.rulebook.digest, there);
  return [h("p", { id: "server-differs" }, title), h("pre", { class: "code", tabindex: 0, role: "region", "aria-labelledby": "server-differs" }, answer)];
}

function digestOf(answer: string): string | undefined {
  try {
    return (JSON.parse(answer) as Partial<Report>).rulebook?.digest;
  } catch {
    return undefined;
  }
}
