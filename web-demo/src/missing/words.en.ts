// Texts of the page of an address that has none.
export const words = { text: "No page has this address. Check it for typos, or continue here:" };

export type MissingWords = typeof words;
