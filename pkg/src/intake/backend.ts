// The backend at `submit-url`: one multipart request, as the service takes it.
import type { IntakeBackend, IntakeReceipt, IntakeRefusal } from "../intake-types.js";

/** Large files take a while. */
const patience = 180_000;

class Refused extends Error implements IntakeRefusal {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(`refused with ${status}`);
    this.status = status;
    this.body = body;
  }
}

/** Returns `true` if nothing was created. Any other error leaves that open. */
export function isRefusal(error: unknown): error is IntakeRefusal {
  const { status } = (error ?? {}) as { status?: unknown };
  return error instanceof Error && typeof status === "number" && status >= 400 && status < 500;
}

export function backendAt(url: string): IntakeBackend {
  return {
    submit: async (submission) => {
      const answer = await fetch(url, {
        method: "POST", body: submission.formData(), headers: { Accept: "application/json" }, cache: "no-store", signal: AbortSignal.timeout(patience),
      });
      const body = json(await answer.text());
      if (answer.status >= 400 && answer.status < 500) throw new Refused(answer.status, body);
      if (!answer.ok) throw new Error(`answered with ${answer.status}`);
      return (body ?? {}) as IntakeReceipt;
    },
  };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
