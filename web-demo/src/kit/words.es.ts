import type { KitWords } from "./words.en.js";

export const words: KitWords = {
  frame: {
    site: "Búsqueda de cobertura",
    intake: "Nuevo caso",
    cases: "Sus casos",
    playground: "Banco de pruebas",
    rules: "Reglas",
    legal: "Privacidad y condiciones",
    missing: "Página no encontrada",
    documentation: "Documentación",
    navigation: "Páginas",
    language: "Idioma",
    skip: "Ir al contenido",
    loading: "Cargando…",
    footer: "Una demostración: el servicio de estas páginas se simula en esta computadora, y nada de lo que escriba sale de ella.",
    footerAlone: "Estas páginas revisan los casos en este navegador. No envían nada, y nada de lo que escriba sale de él.",
    privacy: "Privacidad",
    terms: "Condiciones",
    operator: "Página del operador",
  },
  noRulebook: {
    title: "No se cargó el reglamento",
    text: "Esta página revisa las respuestas con un reglamento que se ejecuta en el navegador y que no se pudo cargar. Revise su conexión; no se pierde lo que escribió.",
    again: "Intentar de nuevo",
  },
  notSpoken: (name) => `No se pudo cargar ${name}, así que la página sigue en español. Revise su conexión y elíjalo de nuevo.`,
  notReached: "El servicio no responde. No se pierde nada; intente de nuevo en un momento.",
};
