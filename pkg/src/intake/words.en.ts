// Texts of the intake form. Labels, hints and findings come from the library.
const files = (count: number): string => `${count} ${count === 1 ? "file" : "files"}`;

export const words = {
  stepCount: (number: number, of: number) => `Step ${number} of ${of}`,
  titles: {
    product: "What do you need us to find?",
    parties: "Who is involved?",
    incident: "What happened?",
    coverage: "What do you know about the coverage?",
    files: "Are there documents to send?",
  },
  steps: {
    product: "Product",
    parties: "Parties",
    incident: "Incident",
    coverage: "Coverage",
    files: "Files",
    check: "Check answers",
  },
  groups: {
    client: "Your client",
    requester: "Your contact details",
    defendant: "Who are we researching?",
    report: "Report",
    place: "Place",
    policy: "The policy",
    adjuster: "The adjuster",
    search: "The search",
    order: "Options",
    more: "More about the case",
  },
  nav: { label: "Steps", wrong: ", has a problem" },
  /** What was typed already, and whose it is. */
  known: {
    address: (owner: string, text: string) => `Use the address of the ${owner}: ${text}`,
    name: (owner: string, text: string) => `Use the name of the ${owner}: ${text}`,
    incident: "incident",
  },
  form: {
    keeping: "Your answers are saved in this browser as you type. Don’t use a shared computer. Nothing is sent until you choose Send.",
    notKeeping: "Your answers stay in this page and are lost when you close it. Nothing is sent until you choose Send.",
    next: "Continue",
    back: "Save and return to review",
    optional: " (optional)",
    record: "Skip this section if you don’t know the answers. If you fill in any of it, we need the fields not marked optional.",
    yes: "Yes",
    no: "No",
    clear: "Clear this answer",
    /**
     * The reason for a question: the answer that led to it, and the rule's text as part of the
     * sentence.
     */
    because: (question: string | undefined, rule: string | undefined) =>
      question === undefined ? `Asked because ${rule}.` : `Asked because of your answer to “${question}”${rule === undefined ? "" : `: ${rule}`}.`,
    digits: (record: string | undefined, label: string) => `Enter the ${record === undefined ? "" : `${record}'s `}${label} in digits only.`,
  },
  findings: {
    title: "There is a problem",
    error: "Error: ",
    note: "Note: ",
    left: (count: number) => (count === 0 ? "No problem left on this page." : `${count} ${count === 1 ? "problem" : "problems"} left.`),
    remove: "Remove this answer",
    capitals: "Use capital letters",
    use: (value: string) => `Use “${value}”`,
  },
  answers: {
    files: "Files",
    filesSent: "Files sent with the case",
    filesLeft: "Not sent",
    noFiles: "None",
    nothing: "Not provided",
    others: "other details",
    change: "Change",
    /** For screen readers, right after "Change". */
    changeWhat: (what: string) => ` ${what}`,
    changeFiles: "files",
    changeOthers: (record: string) => `other details of ${record}`,
  },
  ask: {
    removes: {
      title: "This removes answers",
      text: "They no longer apply after this change, and are not sent:",
      yes: "Change and remove them",
      no: "Keep everything as it is",
    },
    replaces: {
      title: "This replaces your answers",
      text: "The answers, the files in the form and the draft on this device are replaced.",
      empty: "The file has no answers. ",
      file: "Open the file",
      no: "Keep my answers",
    },
    discards: {
      title: "Discard the draft",
      text: "All answers and files are removed from this form, and the draft from this device.",
      yes: "Discard the draft",
      no: "Keep my answers",
    },
  },
  notices: {
    empty: "The file has no answers, so the form is empty.",
    unknown: (names: string, more: number) => `Left out, because the form has no question for it: ${names}${more > 0 ? `, and ${more} more` : ""}.`,
    notAsked: (labels: string) => `We removed answers that no longer apply: ${labels}.`,
    discarded: "The draft was discarded in another tab.",
    notLoaded: "The next page could not be loaded. Check your connection, then try again.",
  },
  draft: {
    title: "Draft",
    download: "Download the draft",
    open: "Open a draft",
    discard: "Discard the draft",
    keepThis: "Save the answers in this tab instead",
    changed: "Another tab has saved a newer draft. Answers in this tab are not being saved. To continue with the other draft, reload this page.",
    discarded: "The draft was discarded in another tab. Answers in this tab are not being saved.",
    fails: "This browser cannot save drafts. Download the draft to keep your answers.",
    none: "Nothing is saved on this device yet.",
    keptAt: (time: string) => `Saved on this device at ${time}.`,
    keptOn: (day: string) => `Saved on this device on ${day}.`,
    notJson: "This file is not a draft, because it is not JSON. Choose a draft that was downloaded here, or a case payload.",
    noDraft: "This file is not a draft. Choose a draft that was downloaded here, or a case payload.",
    unread: "The file could not be read. Choose it again.",
  },
  welcome: {
    title: "Continue your draft?",
    text: (count: number, when: string | undefined, step: string | undefined) =>
      `A draft with ${count} ${count === 1 ? "answer" : "answers"} was saved on this device${when === undefined ? "" : ` on ${when}`}${step === undefined ? "" : `, at “${step}”`}.`,
    restore: "Restore the draft",
    discard: "Delete draft and start over",
  },
  files: {
    intro: "An incident report or a letter from the insurer helps our search. You can also continue without files.",
    limits: (count: number, each: number, total: number) => `Up to ${count} files of at most ${each} MB each, and ${total} MB in total.`,
    types: (types: string) => `Types: ${types}.`,
    choose: "Choose files",
    drop: "or drop them here",
    chosen: "Chosen files",
    added: (count: number) => `${files(count)} added.`,
    again: (count: number) => `${files(count)} already chosen, and not added again.`,
    refused: (name: string) => `${name} will not be sent.`,
    removed: (name: string) => `${name} removed.`,
    left: (count: number) => (count === 0 ? "No file is left." : `${files(count)} left.`),
    kept: "Files aren’t saved with your draft. If you close or reload this page, you’ll need to choose them again.",
    total: (count: number, size: string) => `${files(count)} will be sent, ${size} in total.`,
    totalLeft: (count: number) => `${files(count)} can’t be sent. You can still send the case without ${count === 1 ? "it" : "them"}.`,
    label: "Document type",
    remove: "Remove",
    goes: "Will be sent",
    stays: "Not sent",
  },
  /** The rulebook could not be loaded. */
  noRulebook: {
    title: "The form did not load",
    text: "This form checks answers in your browser, and a part of it could not be loaded. Check your connection.",
    again: "Try again",
  },
};

export type IntakeWords = typeof words;
