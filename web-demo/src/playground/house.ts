// Sample firm rules. Their days are relative to the day of the settings.
import type { House } from "casegate/slim";
import { words } from "./words.js";

export interface Example {
  readonly id: string;
  readonly label: string;
  readonly house: (today: string) => House;
}

export const examples: readonly Example[] = [
  {
    id: "numbers", label: words.house.numbers,
    house: () => ({
      rules: [
        {
          id: "acme.adjuster_phone", title: "Cases with a claim number name the adjuster's phone number", product: "pl",
          when: [{ field: "/claim_number", set: true }], then: [{ required: "/adjuster_phone_number" }],
          message: {
            en: "Enter the adjuster's phone number. Our team calls before every search.",
            es: "Escriba el teléfono del ajustador. Nuestro equipo llama antes de cada búsqueda.",
          },
        },
        {
          id: "acme.file_number", title: "File numbers follow our format",
          then: [{ required: "/office_case_number" }, { field: "/office_case_number", like: "20##-####" }],
          message: { en: "Enter our file number: year, dash, four digits.", es: "Escriba el número de nuestro expediente: año, guion, cuatro dígitos." },
        },
      ],
    }),
  },
  {
    id: "advice", label: words.house.advice,
    house: (today) => ({
      rules: [
        {
          id: "acme.recent_losses", title: "Ask about old losses first", severity: "warning",
          then: [{ field: "/date_of_loss", within_days: 30 }],
          message: {
            en: "The loss is more than 30 days old. Ask the intake team before you submit the case.",
            es: "El incidente ocurrió hace más de 30 días. Consulte al equipo de admisión antes de enviar el caso.",
          },
        },
      ],
      waivers: [{ code: "unknown_field", at: "/crm_id", reason: "Our system adds its own number; the service ignores it.", until: inDays(today, 90) }],
    }),
  },
];

function inDays(today: string, days: number): string {
  const date = new Date(`${today}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return today;
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
