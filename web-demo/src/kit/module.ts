// The whole module, for pages that show all of the rulebook, fetched once beside the page's
// scripts.
import address from "address:casegate.wasm";
import { init } from "casegate/slim";

export function loadRulebook(): Promise<void> {
  return init(new URL(address, document.baseURI));
}
