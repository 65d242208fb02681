import type { PanelWords } from "./panel-words.en.js";

export const words: PanelWords = {
  panel: {
    samples: "Casos de ejemplo",
    ok: "en orden",
    errors: (count) => `${count} ${count === 1 ? "error" : "errores"}`,
    warnings: (count) => `${count} ${count === 1 ? "aviso" : "avisos"}`,
    findings: "Hallazgos",
    noFindings: "Ningún hallazgo.",
    root: "(raíz)",
    because: "por",
    repairs: "Correcciones",
    repairAll: "Hacer todas las correcciones seguras",
    noRepairs: "No hay ninguna corrección segura.",
    repaired: (count) => (count === 1 ? "Se hizo 1 cambio." : `Se hicieron ${count} cambios.`),
    payload: "El caso tal como se enviará (JSON)",
    context: "Configuración",
    today: "Hoy",
    todayHint: {
      service: "El reglamento no tiene reloj; la configuración indica el día. Este es el día del reloj del servicio.",
      device: "El reglamento no tiene reloj; la configuración indica el día. El servicio no ha respondido, así que este es el día de este dispositivo.",
      hand: "El reglamento no tiene reloj; la configuración indica el día. Este se fijó aquí.",
    },
    credential: "Credencial",
    user: "Token de usuario",
    master: "Token maestro",
  },
  server: {
    title: "Revisión hecha por el servicio",
    text: "El servicio revisa estas respuestas con su propia copia del reglamento y esta configuración. El caso no se envía ni sale de esta computadora.",
    ask: "Preguntar al servicio",
    asking: "Preguntando…",
    same: (bytes) => `El servicio da el mismo informe, byte por byte (${bytes}).`,
    differs: "El servicio da un informe distinto:",
    otherRulebook: (here, there) => `El servicio tiene otro reglamento: ${there}; esta página tiene ${here}. Respuesta:`,
  },
};
