import type { MissingWords } from "./words.en.js";

export const words: MissingWords = { text: "Esta dirección no lleva a ninguna página. Revise si está bien escrita, o continúe aquí:" };
