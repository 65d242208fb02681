// The same payload judged by the service's copy of the rulebook. Its answer must equal the page's,
// byte for byte.
import { checkCaseText, type Context, type Report } from "casegate/form";
import type { CasegateIntakeElement } from "casegate/intake";
import { h, type Child } from "../kit/dom.js";
import { sizeWords } from "../kit/language.js";
import { askLibrary } from "../kit/service.js";
import { words as site } from "../kit/words.js";
import type { Part } from "./panel.js";
import { words } from "./panel-words.js";

export function serverAnswer(intake: CasegateIntakeElement): Part {
  const w = words().server;
  const said = h("div", { class: "server-answer", role: "status" });
  /** The subject of the shown answer. When it changes, the answer disappears. */
  let about: string | undefined;
  const now = (): string => JSON.stringify([intake.payload, contextOf(intake)]);
  const say = (...children: Child[]): void => said.replaceChildren(...children.filter((child) => child instanceof Node || typeof child === "string"));

  const ask = async (): Promise<void> => {
    const asked = (about = now());
    const text = JSON.stringify(intake.payload);
    const context = contextOf(intake);
    say(h("p", { class: "hint" }, w.asking));
    try {
      const answer = await askLibrary("check_case", text, context);
      if (asked === about) say(...compare(answer, await ownReport(text, context)));
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

/** The context of the form's report. */
const contextOf = (intake: CasegateIntakeElement): Context => ({ ...intake.context, include: ["prepared"] });

/** Firm rules need the whole module. */
async function ownReport(text: string, context: Context): Promise<Report> {
  if (context.house === undefined) return checkCaseText(text, context);
  const [whole, { loadRulebook }] = await Promise.all([import("casegate/slim"), import("../kit/module.js")]);
  await loadRulebook();
  return whole.checkCaseText(text, context);
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
