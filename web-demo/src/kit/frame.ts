// The frame of every page: the top line with pages and languages, and the footer. It starts the
// page inside.
import { h } from "./dom.js";
import { language, languages, onLanguage, setLanguage, restoreLanguage, type Language } from "./language.js";
import { account, withService } from "./service.js";
import { words } from "./words.js";

export type PageId = "intake" | "cases" | "playground" | "rules";

const addresses: Record<PageId, string> = { intake: "./", cases: "cases.html", playground: "playground.html", rules: "rules.html" };
/** Static pages are a folder of the documentation. */
const shown: readonly PageId[] = withService ? ["intake", "cases", "playground", "rules"] : ["playground", "rules"];

/**
 * Shows the frame, loads the page's module, and calls `start` once. Afterwards the page redraws
 * itself when the language changes.
 */
export async function startPage(page: PageId, load: () => Promise<void>, start: () => void): Promise<void> {
  await restoreLanguage();
  drawFrame(page);
  // The address names the view, so the skip link must not change it.
  document.getElementById("skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    document.getElementById("heading")?.focus();
  });
  onLanguage(() => drawFrame(page));
  try {
    await load();
  } catch {
    return withoutRulebook();
  }
  start();
}

function drawFrame(page: PageId): void {
  const w = words();
  const top = document.getElementById("top") as HTMLElement;
  const focused = document.activeElement?.id;
  top.replaceChildren(
    h("p", { class: "brand" }, `${w.brand[0]} `, h("span", {}, w.brand[1])),
    h("nav", { class: "pages", "aria-label": w.navigation }, h("ul", { class: "plain" },
      !withService && h("li", {}, h("a", { href: "../" }, w.documentation)),
      ...shown.map((id) => h("li", {},
        h("a", { href: addresses[id], "aria-current": id === page && "page" }, w.pages[id]))))),
    h("div", { class: "languages", role: "group", "aria-label": w.language },
      ...(Object.entries(languages) as [Language, string][]).map(([tag, name]) => h("button", {
        type: "button", class: "quiet", id: `language-${tag}`, lang: tag, "aria-pressed": String(tag === language()),
        onclick: () => void setLanguage(tag).catch(() => notSpoken(top, name)),
      }, name))));
  const foot = document.getElementById("foot") as HTMLElement;
  const operator = h("a", { href: "/operator/", hidden: true }, w.operator);
  foot.replaceChildren(h("p", {}, withService ? w.footer : w.footerAlone), h("p", {}, operator));
  account().then(({ operator_token }) => {
    operator.href = `/operator/#${encodeURIComponent(operator_token)}`;
    operator.hidden = false;
  }, () => {});
  (document.getElementById("skip") as HTMLElement).textContent = w.skip;
  if (focused) document.getElementById(focused)?.focus();
}

/** The words of a language could not be fetched; the page stays in its language. */
function notSpoken(top: HTMLElement, name: string): void {
  top.querySelector(".not-spoken")?.remove();
  top.append(h("p", { class: "notice not-spoken", role: "alert" }, words().notSpoken(name)));
}

function withoutRulebook(): void {
  const w = words().noRulebook;
  document.getElementById("main")?.replaceChildren(
    h("h1", { id: "heading", tabindex: -1 }, w.title), h("p", { class: "intro" }, w.text),
    h("div", { class: "actions" }, h("button", { type: "button", class: "button", onclick: () => location.reload() }, w.again)));
}
