// Texts of the page of an address that has none.
export const words = { text: "This address leads to no page. Check it for typing errors, or continue here:" };

export type MissingWords = typeof words;
