// The cases of the firm: the list at `#/`, a case at `#/42`, and a section of it at
// `#/42/history`.
import module from "address:casegate-form.wasm";
import { init } from "casegate/form";
import { keepDropsOut } from "../kit/files.js";
import { startPage } from "../kit/frame.js";
import { onLanguage } from "../kit/language.js";
import { caseView } from "./case-view.js";
import { listView } from "./list-view.js";
import type { View } from "./view.js";

void startPage(() => init(new URL(module, document.baseURI)), () => {
  const main = document.getElementById("main") as HTMLElement;
  let view: View | undefined;
  const route = (): void => {
    const [, id, section] = /^#\/(\d{1,15})(?:\/([a-z-]+))?$/.exec(location.hash) ?? [];
    if (id !== undefined && view?.id === Number(id)) return view.goTo?.(section);
    const first = view === undefined;
    view?.stop();
    main.removeAttribute("data-is");
    document.getElementById("frame")?.classList.toggle("is-case", id !== undefined);
    view = id === undefined ? listView(main) : caseView(Number(id), main, section);
    scrollTo(0, 0);
    view.start(first);
  };
  // Unlike "hashchange", it is the first event, so that page and address always agree.
  addEventListener("popstate", route);
  onLanguage(() => view?.changeLanguage());
  keepDropsOut();
  route();
});
