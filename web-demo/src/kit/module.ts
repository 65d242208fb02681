// The rulebook's module, fetched once beside the page's scripts.
import { init } from "casegate/slim";

export function loadRulebook(): Promise<void> {
  return init(new URL("casegate.wasm", document.baseURI));
}
