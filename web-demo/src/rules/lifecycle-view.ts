// The life of a case. The possible steps of the case or state in the address are marked.
import type { State } from "casegate/service";
import { h } from "../kit/dom.js";
import { lifecycleTable, stateName, states, type LifecycleOptions } from "../kit/lifecycle.js";
import { own, Refused } from "../kit/service.js";
import { backToList, heading } from "./parts.js";
import { words } from "./words.js";

interface CaseAnswer {
  readonly case: { readonly status: string; readonly issue_key: string | null };
  readonly actions: readonly { readonly trigger: string; readonly allowed: boolean }[];
}

const isState = (text: unknown): text is State => states.some((state) => state === text);

/** The cases that were fetched. */
const known = new Map<string, LifecycleOptions & { readonly name: string | null }>();

export function lifecycleView(query: URLSearchParams): { title: string; nodes: Node[] } {
  const w = words.lifecycle;
  const number = query.get("case") ?? undefined;
  const state = query.get("state");
  const line = h("p", { class: "lifecycle-case", role: "status" });
  const table = h("div", { class: "lifecycle-rows" });

  function show(options: LifecycleOptions, said: string, ...more: (Node | string)[]): void {
    line.replaceChildren(said, ...more);
    table.replaceChildren(lifecycleTable(options));
  }
  function showCase(id: string, options: LifecycleOptions & { readonly name: string | null }): void {
    show(options, w.ofCase(options.name ?? w.numbered(id), stateName(options.current as State)), " ", h("a", { href: `cases.html#/${id}` }, w.toCase));
  }
  async function look(id: string): Promise<void> {
    show({}, w.looking);
    try {
      if (!/^\d{1,15}$/.test(id)) throw new Refused(404, null);
      const answer = await own<CaseAnswer>(`/cases/${id}`);
      if (!isState(answer.case.status)) throw new Error("unknown state");
      const allowed = answer.actions.filter((action) => action.allowed).map((action) => action.trigger) as LifecycleOptions["allowed"] & {};
      const options = { current: answer.case.status, allowed, name: answer.case.issue_key };
      known.set(id, options);
      showCase(id, options);
    } catch (error) {
      if (error instanceof Refused) return show({}, w.noCase);
      show({}, w.noAnswer, " ", h("button", { type: "button", class: "quiet", onclick: () => void look(id) }, w.again));
    }
  }

  const found = number === undefined ? undefined : known.get(number);
  if (number === undefined) show(isState(state) ? { current: state } : {}, isState(state) ? w.ofState(stateName(state)) : "");
  else if (found) showCase(number, found);
  else void look(number);
  return { title: w.title, nodes: [
    backToList(), heading(w.title), h("p", { class: "intro" }, w.intro), line, table,
  ] };
}
