import { vocabulary } from "../kit/language.js";
import { words as english } from "./panel-words.en.js";

export const words = vocabulary(english, { es: () => import("./panel-words.es.js") });
