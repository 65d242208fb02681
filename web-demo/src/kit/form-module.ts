// The small modules, for pages with forms, fetched once beside the page's scripts.
import small from "address:casegate-form.wasm";
import { init } from "casegate/form";

export function loadForm(address = small): Promise<void> {
  return init(new URL(address, document.baseURI));
}
