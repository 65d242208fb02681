// The whole module, for pages that show all of the rulebook, fetched once beside the page's
// scripts.
import { init } from "casegate/slim";

export function loadRulebook(): Promise<void> {
  return init(new URL("casegate.wasm", document.baseURI));
}
