// Writes docs/accessibility/intake.yaml, an accessibility conformance report in the format of
// OpenACR. Each criterion names the tests that it rests on; openacr.test.mjs compares the file, and
// looks for the tests.
//
//   node tests/intake/openacr.mjs
import { readFileSync, writeFileSync } from "node:fs";

export const file = new URL("../../docs/accessibility/intake.yaml", import.meta.url);

/** The names of tests, by a short name. A name is the beginning of the title. */
export const tests = {
  axe: "axe finds nothing at any step",
  zoom: "at 400 % zoom",
  spacing: "with wider letters, words and lines",
  forced: "with forced colors",
  motion: "nothing moves for people who want no motion",
  tree: "a screen reader is given the steps",
  focus: "a change of step moves the focus",
  keyboard: "a complete case by keyboard alone",
  repair: "a problem is found, reached and repaired by keyboard",
  looks: "layout and accessibility of every page, width and color scheme",
  spanish: "a whole case in Spanish by keyboard alone",
  review: "the review says what will happen",
  drafts: "a draft is saved while typing",
  discard: "discarding asks first",
  files: "an error is announced at its box",
  narrow: "in a column of 280 px",
  other: "the form offers its other language",
};

const none = (notes) => ({ level: "not-applicable", notes, by: [] });
const yes = (notes, ...by) => ({ level: "supports", notes, by });

/** The criteria of WCAG 2.2, level A and AA. */
export const chapters = {
  success_criteria_level_a: {
    "1.1.1": yes("The form has no images. Numbers of steps are hidden from screen readers, which have the list.", "axe"),
    "1.2.1": none("The form has no audio and no video."),
    "1.2.2": none("The form has no audio and no video."),
    "1.2.3": none("The form has no audio and no video."),
    "1.3.1": yes("Questions have labels or legends, records are groups, answers are description lists.", "axe", "tree"),
    "1.3.2": yes("The order of the document is the order on the screen.", "keyboard"),
    "1.3.3": yes("No instruction depends on a shape or a place.", "spanish"),
    "1.4.1": yes("Errors have words and an edge; a chosen option has its mark.", "tree", "forced"),
    "1.4.2": none("The form has no audio."),
    "2.1.1": yes("A case is filled in, reviewed and sent by keyboard alone. Files are chosen with a button.", "keyboard", "repair"),
    "2.1.2": yes("Dialogs close with Escape.", "keyboard", "discard"),
    "2.1.4": none("The form has no shortcuts of single characters."),
    "2.2.1": none("Nothing expires while a person fills in the form."),
    "2.2.2": none("Nothing moves by itself for more than five seconds."),
    "2.3.1": yes("Nothing flashes.", "motion"),
    "2.4.1": yes("A change of step moves the focus to the heading. Links past the page's header are the page's own.", "focus"),
    "2.4.2": yes("The event casegate-step has the title of the step, which the page sets.", "looks"),
    "2.4.3": yes("The summary takes the focus after errors, and the heading after a change of step.", "focus", "repair"),
    "2.4.4": yes("A link to change an answer names the question for screen readers.", "axe", "spanish"),
    "2.5.1": none("No function needs a gesture."),
    "2.5.2": yes("Buttons act when they are released.", "keyboard"),
    "2.5.3": yes("The names of controls are their visible labels.", "axe"),
    "2.5.4": none("No function depends on motion of the device."),
    "3.1.1": yes("The content has the attribute lang of its language.", "axe", "spanish"),
    "3.2.1": yes("Focus changes nothing.", "keyboard"),
    "3.2.2": yes("A choice may show or hide questions below it. A change that drops answers asks first.", "keyboard"),
    "3.2.6": none("Help is part of the page around the form."),
    "3.3.1": yes("Errors are listed in a summary and at their fields, in words.", "tree", "repair"),
    "3.3.2": yes("Questions have labels; formats are in hints.", "axe", "tree"),
    "3.3.7": yes("Known addresses and names are offered again; answers stay when steps change.", "drafts"),
    "4.1.2": yes("Controls are those of HTML; groups and their errors are named.", "axe", "tree"),
  },
  success_criteria_level_aa: {
    "1.2.4": none("The form has no audio and no video."),
    "1.2.5": none("The form has no audio and no video."),
    "1.3.4": yes("The form fits both orientations.", "zoom"),
    "1.3.5": yes("The requester's own name, phone number and email address have autocomplete. The other questions are about other people.", "axe"),
    "1.4.3": yes("Checked in the light and the dark scheme. Colors that a page sets are the page's own.", "axe", "looks"),
    "1.4.4": yes("Sizes follow the size of text.", "zoom", "spacing"),
    "1.4.5": none("The form has no images of text."),
    "1.4.10": yes("No scrolling in two dimensions at 320 px.", "zoom", "narrow"),
    "1.4.11": yes("Edges of controls are visible in forced colors.", "forced"),
    "1.4.12": yes("Nothing is cut off.", "spacing"),
    "1.4.13": none("Nothing appears on hover or focus."),
    "2.4.5": none("The form is a process within a page."),
    "2.4.6": yes("Every step has a heading, every question a label.", "axe", "tree"),
    "2.4.7": yes("Every stop of the Tab key has a visible outline.", "keyboard"),
    "2.4.11": yes("Nothing of the form covers the focus. Fixed headers are the page's own.", "keyboard"),
    "2.5.7": yes("Files can be chosen with a button instead of dropping them.", "keyboard"),
    "2.5.8": yes("Targets have at least 24 px.", "looks"),
    "3.1.2": yes("Words of the service in another language and the switch to the other language have the attribute lang.", "spanish", "other"),
    "3.2.3": yes("The list of steps is the same on every step.", "tree"),
    "3.2.4": yes("The same functions have the same names.", "spanish"),
    "3.3.3": yes("Messages say what is expected, and offer a repair where there is one.", "repair"),
    "3.3.4": yes("All answers are reviewed before a case is sent, and can be changed.", "review"),
    "3.3.8": none("The form has no sign-in."),
    "4.1.3": yes("Repairs, files and the progress of sending are announced without focus.", "tree", "files"),
  },
};

/** The report as YAML. Texts are written as JSON, which YAML reads. */
export function report() {
  const { version } = JSON.parse(readFileSync(new URL("../../pkg/package.json", import.meta.url), "utf8"));
  const text = (value) => JSON.stringify(value);
  const lines = [
    "# Written by tests/intake/openacr.mjs.",
    "title: Casegate Intake Accessibility Conformance Report",
    "product:",
    "  name: casegate-intake",
    `  version: ${text(version)}`,
    "  description: The custom element casegate-intake, a form for coverage research cases",
    "author:",
    "  name: The casegate authors",
    "  email: none; use the issue tracker of the repository", // the format requires one
    "catalog: 2.5-edition-wcag-2.2-en",
    `evaluation_methods_used: ${text("Automated tests in Chromium: axe-core at every step in both color schemes and both languages, use by keyboard alone, the accessibility tree, 400 % zoom, text spacing, forced colors, reduced motion. No test with assistive technology by people has been made.")}`,
    `notes: ${text("The page around the element, and colors that it sets, are not part of this report.")}`,
    "chapters:",
  ];
  for (const [chapter, criteria] of Object.entries(chapters)) {
    lines.push(`  ${chapter}:`, "    criteria:");
    for (const [num, { level, notes, by }] of Object.entries(criteria)) {
      const named = by.length === 0 ? "" : ` Tests: ${by.map((name) => `“${tests[name]}…”`).join(", ")}.`;
      lines.push(`      - num: "${num}"`, "        components:", "          - name: web", "            adherence:", `              level: ${level}`, `              notes: ${text(notes + named)}`);
    }
  }
  lines.push("  success_criteria_level_aaa:", "    disabled: true");
  return `${lines.join("\n")}\n`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(file, report());
