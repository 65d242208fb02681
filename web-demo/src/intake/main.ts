// The page around the form: its address, its title, its settings, and the panel for developers.
import small from "address:casegate-intake.wasm";
import whole from "address:casegate.wasm";
import { init } from "casegate/form";
import { loadLanguage, modules, type CasegateIntakeElement, type IntakePage } from "casegate/intake";
import { backend } from "./backend.js";
import { panelHolder } from "./panel-holder.js";
import { sampleOffer } from "./sample-list.js";
import { Settings } from "./settings.js";
import { words } from "./words.js";
import { h } from "../kit/dom.js";
import { startPage } from "../kit/frame.js";
import { alsoLoad, language, onLanguage } from "../kit/language.js";

modules.form = new URL(small, document.baseURI);
modules.whole = new URL(whole, document.baseURI);
alsoLoad(loadLanguage);

void startPage(() => init(modules.form), () => {
  const intake: CasegateIntakeElement = document.createElement("casegate-intake");
  intake.setAttribute("scheme", "auto");
  intake.setAttribute("language-switch", "off"); // the page has one
  intake.language = language();
  intake.backend = backend;
  intake.step = (location.hash.slice(2) || "product") as IntakePage;
  const settings = new Settings(intake);
  const panel = panelHolder(intake, settings);
  // Files of the form would be lost on another page. A firm without terms of its own has none in the footer.
  const termsAddress = document.querySelector("#foot [data-word=terms]")?.getAttribute("href") ?? "legal.html#terms";
  let isBack = false;
  let isBusy = false;

  const light = (): HTMLElement[] => [
    h("p", { slot: "before-send", class: "simulated" }, words().simulated),
    h("div", { slot: "before-product" }, sampleOffer(intake)),
    h("p", { slot: "terms", class: "hint" }, h("a", { href: termsAddress, target: "_blank", rel: "noopener" }, words().terms)),
  ];

  intake.addEventListener("casegate-step", ({ detail: { step, replaces } }) => {
    const address = `#/${replaces && step !== "sent" ? "product" : step}`;
    document.getElementById("sample-offer")?.removeAttribute("open");
    // Going back must not lead to sending the answers again.
    if (replaces) history.replaceState(null, "", address);
    else if (!isBack) history.pushState(null, "", address);
    if (!replaces || step === "sent") scrollTo(0, 0);
  });
  intake.addEventListener("casegate-change", ({ detail: { title, errors, busy } }) => {
    isBusy = busy;
    document.title = `${errors > 0 ? words().titlePrefix : ""}${title} – ${words().site}`;
    panel.update();
  });
  // A form that is left open overnight uses the service's new day.
  intake.addEventListener("casegate-before-step", () => settings.renew());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") settings.renew();
  });
  addEventListener("popstate", () => {
    if (intake.step === "welcome-back") return;
    const wanted = location.hash.slice(2) || "product";
    isBack = true;
    intake.step = wanted as IntakePage;
    isBack = false;
    // While a case is being sent, going back has no effect.
    if (isBusy) history.pushState(null, "", `#/${intake.step}`);
  });
  // The skip link leads to the form, whose heading takes the focus.
  document.getElementById("skip")?.addEventListener("click", () => intake.focus());
  // A file that is dropped beside the form must not replace the page.
  for (const type of ["dragover", "drop"]) addEventListener(type, (event) => { if ((event as DragEvent).dataTransfer?.types.includes("Files")) event.preventDefault(); });

  onLanguage(() => {
    const open = [...document.querySelectorAll("details[id][open]")].map(({ id }) => id);
    intake.replaceChildren(...light(), panel.root);
    panel.redraw();
    intake.language = language();
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  });

  intake.append(...light(), panel.root);
  document.getElementById("main")?.replaceChildren(intake);
});
