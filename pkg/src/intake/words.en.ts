// Texts of the intake form. Labels, hints and findings come from the library.

export const words = {
  stepCount: (number: number, of: number) => `Step ${number} of ${of}`,
  titles: {
    product: "What do you need us to find?",
    parties: "Who is involved?",
    incident: "What happened?",
    coverage: "What do you know about the coverage?",
    files: "Do you have documents to attach?",
  },
  steps: {
    product: "Product",
    parties: "Parties",
    incident: "Incident",
    coverage: "Coverage",
    files: "Files",
    check: "Review",
  },
  /** The start of the form. */
  start: {
    intro: "Six short steps, about ten minutes. Nothing is submitted until you choose Submit.",
    title: "Before you start",
    facts: [
      ["You need", "The name of your client, the date of the loss, and an email address. The rest depends on what you need us to find."],
      ["It helps to have", "The name and address of the person or company to research, the incident report, and what you know about the vehicle and the insurance."],
      ["Fees", "Some insurance companies, rush service, add-on services and late cancellation may cost extra. The last step names the extra fee that we know of."],
    ] as readonly (readonly [string, string])[],
  },
  groups: {
    client: "Your client",
    requester: "Your contact details",
    defendant: "Who are we researching?",
    report: "Report",
    place: "Where it happened",
    policy: "The policy",
    adjuster: "The adjuster",
    search: "The search",
    order: "Options",
    more: "More about the case",
  },
  nav: { label: "Steps", wrong: ", has a problem" },
  /** The products on their cards. */
  products: {
    pl: "You know the insurer and want to know the policy limits. You need the name of the insurance company.",
    pe: "You don’t know whether there is insurance. The loss must be within the last 365 days. Commercial auto is only for transportation companies.",
  },
  /** Hints of questions in which the form understands more than the service, by their type. */
  hints: {
    date: "MM/DD/YYYY",
    state: "Such as Georgia or GA.",
    "/expedited_request": "Additional fees may apply.",
    "/add_on_services": "Additional fees may apply.",
    emails: "The service copies these addresses on its correspondence. The first one is the requester’s. Separate addresses with a space or comma.",
  },
  /** What was typed already, and whose it is. */
  known: {
    address: (owner: string, text: string) => `Use the address of the ${owner}: ${text}`,
    name: (owner: string, text: string) => `Use the name of the ${owner}: ${text}`,
    incident: "incident",
  },
  form: {
    notKeeping: "Your answers stay on this page and are lost when you close it.",
    next: "Continue",
    previous: "Back",
    back: "Save and return to review",
    optional: " (optional)",
    record: "Skip this section if you don’t know the answers. If you use it, complete every field not marked optional.",
    yes: "Yes",
    no: "No",
    clear: "Clear this answer",
    /** The reason for a question: the answer that led to it. */
    because: (question: string) => `We ask because of your answer to “${question}”.`,
    /** The line of folded questions. */
    more: (names: string) => `More (optional): ${names}`,
    /** The questions that this line does not name. */
    others: "other details",
    /** An answer as it was understood. */
    understood: (label: string, answer: string) => `${label}: ${answer}.`,
    digits: (record: string | undefined, label: string) => `Enter the ${record === undefined ? "" : `${record}'s `}${label} using numbers only.`,
  },
  findings: {
    title: "There is a problem",
    error: "Error: ",
    note: "Note: ",
    left: (count: number) => (count === 0 ? "No problems on this page." : `${count} ${count === 1 ? "problem" : "problems"} left.`),
    remove: "Remove this answer",
    capitals: "Use capital letters",
    use: (value: string) => `Use “${value}”`,
    /** Another coverage or product, if this one cannot be used. */
    instead: (choice: string) => `Choose ${choice} instead`,
    tooOld: (day: string) => `The date of loss must be ${day} or later. We can’t search older losses.`,
  },
  ask: {
    removes: {
      title: "This removes answers",
      text: "They no longer apply after this change:",
      yes: "Change and remove them",
      no: "Keep everything as it is",
    },
    discards: {
      title: "Delete this draft?",
      text: "This deletes all answers and files in this form and the draft in this browser. This can’t be undone.",
      yes: "Delete draft",
      no: "Keep my answers",
    },
  },
  notices: {
    settings: "This page has a setting that the form can’t use, so the form does without it. Tell the site’s operator.",
    stored: "This browser has stored something for this form that can’t be read. It was left as it is.",
    notLoaded: "A part of the form could not be loaded. Check your connection, then try again.",
  },
  draft: {
    title: "Draft",
    keeping: (days: number) => `Your answers are saved in this browser as you type. A draft older than ${days} days is deleted the next time this form opens. Don’t use a shared computer.`,
    download: "Download draft",
    open: "Open a draft file",
    discard: "Delete draft",
    keepThis: "Save the answers in this tab instead",
    changed: "Another tab has saved a newer draft. Answers in this tab are not being saved. To continue with the other draft, reload this page.",
    discarded: "The draft was deleted in another tab. Answers in this tab are not being saved.",
    fails: "The draft could not be saved: this browser’s storage is blocked or full. Download the draft to keep your answers.",
    none: "Nothing is saved yet.",
    keptAt: (time: string) => `Saved in this browser at ${time}.`,
    keptOn: (day: string) => `Saved in this browser on ${day}.`,
  },
  /** The rulebook could not be loaded. */
  noRulebook: {
    title: "The form did not load",
    text: "This form checks answers in your browser, and a part of it could not be loaded. Check your connection. If that does not help, tell the site’s operator.",
    versions: "The parts of the form belong to different versions. Reload the page. If that does not help, tell the site’s operator.",
    denied: "This browser or this site does not allow the form to run (WebAssembly). Try another browser, or tell the site’s operator.",
    again: "Try again",
  },
};

export type IntakeWords = typeof words;
