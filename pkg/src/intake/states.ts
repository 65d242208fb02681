// The list of states below a box: by name, by code, and for a name that is nearly right. The box
// remains a line of text, which keeps whatever is typed.
import { stateNames } from "../form.js";
import { h, setAttribute } from "./dom.js";
import { distance } from "./email-notes.js";

/** Names that Spanish has of its own. The list finds a state by them, too. */
const spanishNames: Readonly<Record<string, string>> = {
  DC: "Distrito de Columbia", HI: "Hawái", LA: "Luisiana", MS: "Misisipi", MO: "Misuri", NH: "Nuevo Hampshire", NJ: "Nueva Jersey", NM: "Nuevo México", NY: "Nueva York",
  NC: "Carolina del Norte", ND: "Dakota del Norte", OR: "Oregón", PA: "Pensilvania", SC: "Carolina del Sur", SD: "Dakota del Sur", TX: "Tejas", WV: "Virginia Occidental",
};

/** Returns the code of a state by its Spanish name, with or without accents. The library reads the English ones. */
export function stateCode(text: string): string | undefined {
  return Object.keys(spanishNames).find((code) => plain(spanishNames[code] as string) === plain(text));
}

const plain = (text: string): string => text.trim().toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

/** Returns the codes of the states that a text may mean, the likeliest first: its beginning, the beginning of a later word, or a name with a typing error. */
export function statesFor(text: string): readonly string[] {
  const wanted = text.trim().toLowerCase();
  const rank = (code: string, name: string): number =>
    wanted === code.toLowerCase() ? 0 : name.startsWith(wanted) ? 1 : code.toLowerCase().startsWith(wanted) ? 2 : name.includes(` ${wanted}`) ? 3 : isNearly(wanted, name) ? 4 : 9;
  const ranked = Object.keys(stateNames).map((code) => [Math.min(...namesOf(code).map((name) => rank(code, name))), code] as const);
  return ranked.filter(([at]) => at < 9).sort(([one], [other]) => one - other).map(([, code]) => code);
}

/** Returns the codes of the states that have the name in either language, or nearly so. */
export function statesNear(text: string): readonly string[] {
  return Object.keys(stateNames).filter((code) => namesOf(code).some((name) => isNearly(text.trim().toLowerCase(), name)));
}

/** The names of a state in lower case. */
const namesOf = (code: string): string[] => [stateNames[code], spanishNames[code]].flatMap((name) => name?.toLowerCase() ?? []);

/** Returns `true` for a text with one typing error, such as "Georga" for "Georgia", or with two of a long name. */
function isNearly(text: string, name: string): boolean {
  return text.length > 2 && distance(text, name) <= (name.length > 7 ? 2 : 1);
}

/** Makes a combo box of a box, once. */
export function stateBox(box: HTMLInputElement | HTMLTextAreaElement): void {
  if (box.getAttribute("role") === "combobox") return;
  const id = `${box.id}-list`;
  const list = h("ul", { class: "states", id, role: "listbox", hidden: true });
  let at = -1;

  const mark = (index: number): void => {
    at = index;
    const options = [...list.children];
    options.forEach((option, place) => setAttribute(option, "aria-selected", String(place === at)));
    setAttribute(box, "aria-activedescendant", options[at]?.id);
    options[at]?.scrollIntoView({ block: "nearest" });
  };
  const close = (): void => {
    list.hidden = true;
    setAttribute(box, "aria-expanded", "false");
    mark(-1);
  };
  const open = (text: string): void => {
    const codes = statesFor(text);
    list.replaceChildren(...codes.map((code) => h("li", { role: "option", id: `${id}-${code}`, "data-code": code }, `${stateNames[code]} (${code})`)));
    setAttribute(list, "aria-label", box.labels?.[0]?.firstElementChild?.textContent ?? undefined);
    close();
    list.hidden = codes.length === 0;
    setAttribute(box, "aria-expanded", String(!list.hidden));
  };
  /** The box reads a choice as if it was typed. */
  const choose = (option: Element | undefined): void => {
    close();
    if (option === undefined) return;
    box.value = stateNames[option.getAttribute("data-code") ?? ""] ?? "";
    for (const type of ["input", "change"]) box.dispatchEvent(new Event(type, { bubbles: true }));
    close();
  };

  for (const [name, value] of Object.entries({ role: "combobox", "aria-autocomplete": "list", "aria-controls": id, "aria-expanded": "false" })) setAttribute(box, name, value);
  /** A whole name or code needs no list, which would cover the next question. */
  const isWhole = (text: string): boolean => Object.entries(stateNames).flat().some((name) => name.toLowerCase() === text.trim().toLowerCase()) || stateCode(text) !== undefined;
  box.addEventListener("input", () => (box.value.trim() === "" || isWhole(box.value) ? close() : open(box.value)));
  box.addEventListener("click", () => { if (list.hidden) open(""); });
  box.addEventListener("blur", close);
  box.addEventListener("keydown", (event) => {
    const { key, altKey, isComposing } = event as KeyboardEvent;
    if (isComposing) return;
    const last = list.children.length - 1;
    if (key === "ArrowDown" || key === "ArrowUp") {
      if (list.hidden) open(isWhole(box.value) ? "" : box.value);
      else if (altKey && key === "ArrowUp") close();
      else if (!altKey) mark(key === "ArrowDown" ? (at >= last ? 0 : at + 1) : (at <= 0 ? last : at - 1));
    } else if (key === "Enter" && at >= 0) choose(list.children[at]);
    else if (key === "Escape" && !list.hidden) close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  // The box keeps the focus.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => choose((event.target as Element).closest("[role=option]") ?? undefined));
  box.after(list);
}
