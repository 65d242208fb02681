import type { LegalWords } from "./words.en.js";

export const words: LegalWords = {
  sections: [
    {
      id: "privacy", title: "Privacidad", text: [
        "Esta es una demostración. No escriba información de personas reales.",
        "Sus respuestas se guardan en este navegador mientras escribe, hasta que envíe el caso, elimine el borrador o este caduque. Lo que escriba en las páginas de los casos, también las búsquedas, queda en su pestaña. No use una computadora compartida.",
        "El caso que envíe se guarda en el servicio simulado de esta computadora. Nada se envía a otra computadora.",
        "Estas páginas no usan cookies, ni analítica, ni archivos de otros sitios.",
      ],
    },
    {
      id: "terms", title: "Condiciones", text: [
        "El bufete, su teléfono y todos los casos de estas páginas son ficticios. Nada de esto es asesoría legal.",
        "No se investiga ningún seguro y no se cobra a nadie. Los precios y los resultados son inventados.",
      ],
    },
  ],
};
