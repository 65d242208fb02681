// The history of a case, newest first: its steps, with the texts that belong to them.
import type { CaseRecord, SentFile, Step } from "./records.js";
import { words } from "./words.js";

export interface Entry {
  readonly key: string;
  readonly at: string;
  readonly trigger: Step["trigger"];
  readonly title: string;
  readonly text?: { readonly label: string; readonly words: string };
  readonly detail?: string;
}

/** Returns one entry for each step, with its messages and files. */
export function historyOf(record: CaseRecord): readonly Entry[] {
  const w = words();
  // The oldest steps are not in the timeline.
  const seen = new Map<string, number>(Object.entries(record.done));
  for (const step of record.timeline) seen.set(step.trigger, (seen.get(step.trigger) ?? 0) - 1);
  const files = (through: SentFile["through"]): readonly SentFile[] => record.files.filter((file) => file.through === through);
  const answered = [...record.inputs.filter((input) => input.replied_at !== null)].sort((a, b) => Date.parse(a.replied_at as string) - Date.parse(b.replied_at as string));
  const steps = record.timeline.map((step): Entry => {
    const index = seen.get(step.trigger) ?? 0;
    seen.set(step.trigger, index + 1);
    const entry = { key: `${step.trigger}-${index}`, at: step.at, trigger: step.trigger, title: w.done[step.trigger] };
    const text = (label: string, said: string | null | undefined) => (said ? { text: { label, words: said } } : {});
    const file = files("append")[index];
    switch (step.trigger) {
      case "create": {
        const count = files("create").length;
        return count > 0 ? { ...entry, detail: w.timeline.withFiles(count) } : entry;
      }
      case "pick_up": return index > 0 ? { ...entry, title: w.goesOn } : entry;
      case "need_input": return { ...entry, ...text(w.timeline.asked, record.inputs[index]?.message) };
      case "respond": {
        const count = files("respond").filter((sent) => sent.created_at === answered[index]?.replied_at).length;
        return { ...entry, ...text(w.timeline.answered, answered[index]?.reply), ...(count > 0 ? { detail: w.timeline.withFiles(count) } : {}) };
      }
      case "publish_results": return index > 0 ? { ...entry, title: w.resultsAgain } : entry;
      case "append_file": return file ? { ...entry, detail: file.filename } : entry;
      case "cancel": return { ...entry, ...text(w.timeline.reason, record.closing?.by === "cancellation" ? record.closing.reason : null) };
      default: return entry;
    }
  });
  // Steps of the same moment keep their order.
  return steps.map((entry, index) => ({ entry, index }))
    .sort((a, b) => Date.parse(b.entry.at) - Date.parse(a.entry.at) || b.index - a.index).map(({ entry }) => entry);
}
