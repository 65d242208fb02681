// Texts of the panel for developers.
export const words = {
  panel: {
    samples: "Sample cases",
    ok: "ok",
    errors: (count: number) => `${count} ${count === 1 ? "error" : "errors"}`,
    warnings: (count: number) => `${count} ${count === 1 ? "warning" : "warnings"}`,
    findings: "Findings",
    noFindings: "No findings.",
    root: "(root)",
    because: "because of",
    repairs: "Repairs",
    repairAll: "Make all safe fixes",
    noRepairs: "No safe fix is available.",
    repaired: (count: number) => `${count} ${count === 1 ? "change" : "changes"} made.`,
    payload: "Payload as it will be sent",
    context: "Context",
    today: "Today",
    todayHint: {
      service: "The rulebook has no clock; the context supplies the day. This is the day of the service's clock.",
      device: "The rulebook has no clock; the context supplies the day. The service has not answered, so this is the day of this device.",
      hand: "The rulebook has no clock; the context supplies the day. This one was set here.",
    },
    credential: "Credential",
    user: "User token",
    master: "Master token",
  },
  server: {
    title: "The service's own check",
    text: "The service checks these answers with its own copy of the rulebook and these settings. Nothing is submitted, and nothing leaves this machine.",
    ask: "Ask the service",
    asking: "Asking…",
    same: (bytes: string) => `The service returns the same report, byte for byte (${bytes}).`,
    differs: "The service returns a different report:",
    otherRulebook: (here: string, there: string) => `This page’s rulebook is ${here}; the service’s is ${there}. Its answer:`,
  },
};

export type PanelWords = typeof words;
