// The small module, for pages with forms, fetched once beside the page's scripts.
import { init } from "casegate/form";

export function loadForm(): Promise<void> {
  return init(new URL("casegate-form.wasm", document.baseURI));
}
