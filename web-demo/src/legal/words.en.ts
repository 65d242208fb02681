// The privacy notice and the terms of the demonstration.
export const words = {
  sections: [
    {
      id: "privacy", title: "Privacy", text: [
        "This is a demonstration. Don't enter information about real people.",
        "Your answers are saved in this browser as you type, until you submit the case or the draft is deleted or expires. What you type on the case pages, searches too, stays in its tab. Don't use a shared computer.",
        "A case that you submit is stored by the simulated service on this computer. Nothing is sent to another computer.",
        "These pages use no cookies, no analytics and no files from other sites.",
      ],
    },
    {
      id: "terms", title: "Terms", text: [
        "The firm, its phone number and every case on these pages are fictional. Nothing here is legal advice.",
        "No insurance is researched, and nobody is billed. Prices and results are made up.",
      ],
    },
  ],
};

export type LegalWords = typeof words;
