import type { HostWords } from "./words.en.js";

export const words: HostWords = {
  site: "Solicitud de búsqueda de cobertura",
  titlePrefix: "Error: ",
  simulated: "En esta demostración el servicio es simulado, así que no se factura nada y nada sale de esta computadora.",
  terms: "Leer los términos y condiciones (se abre en otra pestaña)",
  developers: "Para desarrolladores",
  samples: {
    load: "Cargar el ejemplo",
    offer: "Pruebe con un caso de ejemplo",
    offerText: "Se llena todo el formulario. Los nombres son inventados.",
    cases: {
      "pl-good": { label: "Policy Limit, completo", about: "Automóvil personal; el titular de la póliza no es el demandado." },
      "pe-good": { label: "Policy Existence, completo", about: "Automóvil comercial, con respuesta a todas las preguntas de seguimiento." },
      "pe-home": { label: "Policy Existence, una vivienda", about: "Una caída en un inmueble que es del demandado y en el que este vive." },
      "pl-broken": { label: "Policy Limit, con errores", about: "Errores que el formulario puede corregir, y una respuesta a una pregunta que no se aplica." },
      "pe-broken": { label: "Policy Existence, con errores", about: "Un incidente de hace 400 días, sin número USDOT; un estado y un motivo que el formulario puede corregir." },
      "pl-test": { label: "Un caso de prueba", about: "Policy Limit, marcado como prueba: no se factura ni genera avisos." },
    },
  },
};
