// Texts of the frame of every page.
export const words = {
  /** The build writes these into the pages; `page.html` has their names. */
  frame: {
    site: "Coverage research",
    intake: "New case",
    cases: "Your cases",
    playground: "Playground",
    rules: "Rules",
    legal: "Privacy and terms",
    missing: "Page not found",
    documentation: "Documentation",
    navigation: "Pages",
    language: "Language",
    skip: "Skip to the content",
    loading: "Loading…",
    footer: "A demonstration: the service behind these pages is simulated on this computer, and nothing you type leaves it.",
    footerAlone: "These pages check cases in this browser. They send nothing, and nothing you type leaves it.",
    privacy: "Privacy",
    terms: "Terms",
    operator: "Operator page",
  },
  noRulebook: {
    title: "The rulebook did not load",
    text: "This page checks answers with a rulebook that runs in the browser, and the rulebook could not be loaded. Check your connection. Nothing that you have typed is lost.",
    again: "Try again",
  },
  notSpoken: (name: string) => `${name} could not be loaded, so the page stays in English. Check your connection and choose it again.`,
  notReached: "The service does not answer. Nothing is lost; try again in a moment.",
};

export type KitWords = typeof words;
