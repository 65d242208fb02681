// The element <casegate-intake>. Importing it defines the element; the first one on a page loads the
// rulebook.
import { IntakeElement } from "./intake/element.js";
import { loadLocale } from "./intake/locale.js";
import type { CasegateIntakeElement, IntakeLanguage, IntakeModules } from "./intake-types.js";
import { modules as addresses } from "./intake/book.js";

export type * from "./intake-types.js";

/**
 * The addresses of the modules, by default beside this file. A bundler that moves this file needs
 * them; set them right after the import.
 */
export const modules: IntakeModules = addresses;

/** The class of the element. */
export const CasegateIntake: { readonly prototype: CasegateIntakeElement; new (): CasegateIntakeElement } = IntakeElement;

/** Loads the texts of a language ahead of the first element that uses it. */
export async function loadLanguage(language: IntakeLanguage): Promise<void> {
  await loadLocale(language);
}

// On a server there are no elements.
if (typeof customElements !== "undefined" && customElements.get("casegate-intake") === undefined) {
  customElements.define("casegate-intake", IntakeElement);
}

declare global {
  interface HTMLElementTagNameMap {
    "casegate-intake": CasegateIntakeElement;
  }
}
