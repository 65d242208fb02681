import { vocabulary } from "../kit/language.js";
import { words as english } from "./words.en.js";

export const words = vocabulary(english, { es: () => import("./words.es.js") });
