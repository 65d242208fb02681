// Texts of the page around the form.
export const words = {
  site: "Coverage research intake",
  titlePrefix: "Error: ",
  simulated: "In this demonstration the service is simulated, so nothing is billed and nothing leaves this computer.",
  terms: "Read the terms (opens a new tab)",
  developers: "For developers",
  samples: {
    load: "Load the sample",
    offer: "Try a sample case",
    offerText: "It fills in the whole form. Every name in it is made up.",
    cases: {
      "pl-good": { label: "Policy Limit, complete", about: "Personal auto; the policyholder is not the defendant." },
      "pe-good": { label: "Policy Existence, complete", about: "Commercial auto, with every follow-up question answered." },
      "pe-home": { label: "Policy Existence, a home", about: "A fall on a property that the defendant owns and lives in." },
      "pl-broken": { label: "Policy Limit, with mistakes", about: "Mistakes that the form can fix, and an answer to a question that does not apply." },
      "pe-broken": { label: "Policy Existence, with mistakes", about: "A loss 400 days ago and no USDOT number; a state and a reason that the form can fix." },
      "pl-test": { label: "A test case", about: "Policy Limit, marked as a test. It is never invoiced and sends no events." },
    },
  },
};

export type HostWords = typeof words;
