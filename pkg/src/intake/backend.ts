// The backend at `submit-url`: one multipart request, as the service takes it.
import type { IntakeBackend, IntakeReceipt, IntakeRefusal, IntakeSubmission } from "../intake-types.js";

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
      const { status, body } = await upload(url, submission, { Accept: "application/json" });
      if (status >= 400 && status < 500) throw new Refused(status, body);
      if (status < 200 || status > 299) throw new Error(`answered with ${status}`);
      return (body ?? {}) as IntakeReceipt;
    },
  };
}

/** Sends a case by `XMLHttpRequest`, because `fetch` reports no progress. Rejects if there is no answer. */
export function upload(url: string, { formData, signal, progress }: IntakeSubmission, headers: Readonly<Record<string, string>>): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    // A listener on the upload would make a browser ask another origin for permission first.
    if (new URL(url, location.href).origin === location.origin) {
      request.upload.addEventListener("progress", ({ loaded, total }) => progress(loaded / total));
    }
    request.addEventListener("load", () => resolve({ status: request.status, body: json(request.responseText) }));
    for (const type of ["error", "abort"]) request.addEventListener(type, () => reject(new Error(type)));
    for (const end of [signal, AbortSignal.timeout(patience)]) end.addEventListener("abort", () => request.abort());
    request.send(formData());
  });
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
