import { vocabulary } from "../kit/language.js";
import { words as english } from "./sending-words.en.js";

export const words = vocabulary(english, { es: () => import("./sending-words.es.js") });
