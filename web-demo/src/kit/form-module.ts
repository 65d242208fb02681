// The small modules, for pages with forms, fetched once beside the page's scripts.
import { init } from "casegate/form";

export function loadForm(name = "casegate-form.wasm"): Promise<void> {
  return init(new URL(name, document.baseURI));
}
