// The language of the page. English texts are the keys; `es.js` has the Spanish ones. The choice is
// that of the demo, which has the same origin.
const KEPT = "casegate-language";

export const languages = { en: "English", es: "Español" };

function chosen() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

export const language = [chosen(), ...navigator.languages.map((tag) => tag.slice(0, 2))].find((tag) => tag in languages) ?? "en";
document.documentElement.lang = language;

const texts = language === "es" ? (await import("./es.js")).texts : {};

/** Returns a text in the page's language. `{0}` and so on are replaced by the values. */
export function t(text, ...values) {
  return (texts[text] ?? text).replace(/\{(\d)\}/g, (_, index) => String(values[index]));
}

/** Changes the language. The page is loaded again, because its parts are drawn once. */
export function setLanguage(tag) {
  try {
    localStorage.setItem(KEPT, tag);
  } catch {
    return;
  }
  location.reload();
}

for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.textContent);
for (const element of document.querySelectorAll("[data-t-label]")) element.ariaLabel = t(element.ariaLabel);
