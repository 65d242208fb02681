// The types of <casegate-intake>: its properties, its events, and what it asks of its page.
import type { AnswerOutcome, AnswerReason, Context, Issue, Report } from "./types.js";

export type IntakeLanguage = "en" | "es";

/** The steps in order: four of questions, the files, the review. */
export type IntakeStep = "product" | "parties" | "incident" | "coverage" | "files" | "check";

/** A step, the confirmation, or the offer to restore a draft. */
export type IntakePage = IntakeStep | "sent" | "welcome-back";

/**
 * The settings of the verdicts. Without `today`, the day is that of the attribute `time-zone`, or of
 * this device.
 */
export type IntakeContext = Partial<Context>;

/** A place for drafts. `localStorage` and `sessionStorage` are ones. */
export interface IntakeDraftStore {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
}

/** A file that is sent with the case. */
export interface IntakeFile {
  readonly file: File;
  /** A word of the list `file_label`. */
  readonly label: string;
}

/** A case to send. */
export interface IntakeSubmission {
  /** The prepared payload, as the service takes it. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** The accepted files, in order. */
  readonly files: readonly IntakeFile[];
  /** Returns the request as multipart: `case`, then `files` and `labels`. */
  formData(): FormData;
  /** Aborted when the person cancels, which is offered after the first report of progress, and after 8 seconds. */
  readonly signal: AbortSignal;
  /** Reports the uploaded share of the request, from 0 to 1. A backend that does not know it reports nothing. */
  progress(share: number): void;
}

/** The outcome of one file. */
export interface IntakeAttachment {
  readonly filename: string;
  readonly label: string;
  readonly status: "accepted" | "rejected";
  readonly error: string | null;
}

/**
 * The answer to a sent case. The service's own answer is one. `case_id` or `case_ref` is required:
 * an answer without both is no receipt, and leaves open whether there is a case.
 */
export interface IntakeReceipt {
  /** A whole number. */
  readonly case_id?: number | undefined;
  /** The reference; `null` if the service assigns it later. */
  readonly case_ref?: string | null | undefined;
  /** Without it, every file counts as accepted. */
  readonly attachments?: readonly IntakeAttachment[] | undefined;
}

/** A case that the service already has. */
export interface IntakeFound {
  readonly id: number;
  readonly reference: string | null;
  /** The time at which the service received it, in RFC 3339. */
  readonly at: string;
  readonly files: readonly { readonly filename: string; readonly label: string }[];
}

/**
 * A rejection with the answer of a backend: with a status of 400 to 499, nothing was created. A
 * rejection with any other error means that the case may have arrived.
 */
export interface IntakeRefusal extends Error {
  readonly status: number;
  /** The body, parsed or as text: the service's report with `errors`, or a problem with `detail`. */
  readonly body?: unknown;
  /** The header `Retry-After`. */
  readonly retry_after?: string | null;
}

/** The way of a case to the service. Only `submit` is required. */
export interface IntakeBackend {
  /**
   * Sends a case. Resolves to the receipt, or to the `Response` of `fetch`, which the form reads.
   * Rejects with an `IntakeRefusal` if nothing was created.
   */
  submit(submission: IntakeSubmission): Promise<IntakeReceipt | Response>;
  /** Rejects while nothing can be sent. Asked on the review page, and before each case. */
  ready?(): Promise<{ readonly firm?: string } | undefined>;
  /** Looks for a case with this payload and an id above `after`, so that none is sent twice. */
  find?(payload: Readonly<Record<string, unknown>>, after: number): Promise<IntakeFound | null | undefined>;
  /** Returns the reference of a case, `null` until the service has assigned it. */
  reference?(id: number): Promise<string | null>;
  /** Returns the service's settings after it refused a case, for the words of its findings. */
  context?(): Promise<Context>;
  /** Returns the address of the page of a case. */
  addressOf?(id: number): string;
}

/** The addresses of the modules. */
export interface IntakeModules {
  /**
   * `casegate/casegate-intake.wasm`, fetched by the first element. A page that judges files by
   * `casegate/form` itself sets `casegate/casegate-form.wasm`, which both then use.
   */
  form: string | URL;
  /** `casegate/casegate.wasm`, fetched for files, repairs, firm rules and the answer to a sent case. */
  whole: string | URL;
}

export interface IntakeOpenOptions {
  /** The page to show; by default the review. */
  readonly step?: IntakeStep;
  /** The label of the button that agrees, if answers would be replaced. */
  readonly agree?: string;
}

export interface IntakeStepDetail {
  readonly step: IntakePage;
  /** The page before. */
  readonly from: IntakePage;
  /** The title of the page, such as `Who is involved? – Step 2 of 6`. */
  readonly title: string;
  /** `true` if going back must not lead to the page before: the case was sent, or the form starts. */
  readonly replaces: boolean;
}

export interface IntakeBeforeStepDetail {
  readonly step: IntakePage;
  /** The page that was asked for. */
  readonly to: IntakePage;
}

export interface IntakeChangeDetail {
  readonly title: string;
  /** The number of errors that are shown. */
  readonly errors: number;
  readonly step: IntakePage;
  /** A case is being sent; nothing can be changed. */
  readonly busy: boolean;
}

export interface IntakeSubmitDetail extends IntakeSubmission {
  /** Sends the case in the page's own way, as `submit` of a backend. Call it once, while the event is dispatched. */
  respondWith(receipt: IntakeReceipt | Response | Promise<IntakeReceipt | Response>): void;
}

export interface IntakeSentDetail {
  readonly receipt: IntakeReceipt;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface IntakeErrorDetail {
  /**
   * A part of the form or a language could not be loaded, no backend is set, answers or settings of the
   * page or a stored record cannot be used, the browser stores no draft, or an attempt to send created
   * no case.
   */
  readonly kind: "module" | "language" | "backend" | "settings" | "storage" | "sending";
  readonly error: unknown;
  /** What is known of the case, and why; of `backend` and `sending`. */
  readonly outcome?: AnswerOutcome;
  readonly reason?: AnswerReason;
  /** The pointers of answers without a place; of `settings`. */
  readonly names?: readonly string[];
}

export interface IntakeLanguageDetail {
  readonly language: IntakeLanguage;
}

/** The events of the element. None of them leaves a shadow tree around it. */
export interface IntakeEventMap {
  /** Before another page is shown. `preventDefault()` keeps the person on the page. */
  "casegate-before-step": CustomEvent<IntakeBeforeStepDetail>;
  /** Another page is shown. */
  "casegate-step": CustomEvent<IntakeStepDetail>;
  /** An answer, a finding, the draft or the language has changed. */
  "casegate-change": CustomEvent<IntakeChangeDetail>;
  /** The form is shown in another language, which the person or the page chose. */
  "casegate-language": CustomEvent<IntakeLanguageDetail>;
  /** A case is about to be sent. `preventDefault()` sends nothing. */
  "casegate-submit": CustomEvent<IntakeSubmitDetail>;
  /** The service has the case. */
  "casegate-sent": CustomEvent<IntakeSentDetail>;
  /** Something failed. */
  "casegate-error": CustomEvent<IntakeErrorDetail>;
}

/** The element `<casegate-intake>`. */
export interface CasegateIntakeElement extends HTMLElement {
  /** The product of the form; `null` asks for it. Attribute `product`. */
  product: "pl" | "pe" | null;
  /**
   * Attribute `language`. Without it, the `lang` of the elements around it, else English. It follows
   * the switch of the form, which the attribute `language-switch="off"` removes.
   */
  language: IntakeLanguage;
  /** Reading returns the settings of the current verdicts. */
  get context(): Context;
  set context(settings: IntakeContext);
  /** An IANA time zone, such as `America/New_York`, whose day counts as today. Attribute `time-zone`. */
  timeZone: string | null;
  /** The address of the firm's backend, by `http` or `https`. Attribute `submit-url`. */
  submitUrl: string | null;
  /** Takes precedence over `submitUrl`. */
  backend: IntakeBackend | null;
  /**
   * The answers of a new form: a payload, `FormData`, a `Map`, or values as `caseFromForm` reads them.
   * Attribute `prefill`, as JSON. A later value applies while nothing is answered. `casegate-error`
   * names what could not be taken.
   */
  prefill: Readonly<Record<string, unknown>> | null;
  /**
   * The names of fields that the form does not ask for, separated by spaces. A field that needs an
   * answer and has none is asked for all the same. Attribute `hide`.
   */
  hide: string | null;
  /** `null` keeps no drafts. By default `localStorage`; attribute `draft="off"` sets `null`. */
  draftStore: IntakeDraftStore | null;
  /** Setting shows an earlier page, or the next one. */
  step: IntakePage;
  /** The verdict on the answers; `undefined` until the rulebook is loaded. */
  readonly report: Report | undefined;
  /** The answers as a payload; `undefined` until the rulebook is loaded. */
  readonly payload: Readonly<Record<string, unknown>> | undefined;
  /** The edits that need no person, as a JSON Patch. Empty until the whole rulebook is loaded. */
  readonly repairs: readonly Readonly<{ op: string; path: string; value?: unknown }>[];
  /**
   * `true` if answers or files would be lost with the page, because no store has them, or a case is
   * being sent. Reading saves what the store can have. The element asks before the page is left; an
   * application asks before it removes the element.
   */
  readonly hasUnsavedAnswers: boolean;
  /** Makes these edits, and returns the number of changed answers. */
  repair(): number;
  /**
   * Replaces the answers by those of a payload. Asks first if something would be lost. Resolves to
   * `false` if the person keeps the answers, the case is of another product than the form, or the
   * rulebook is not loaded yet.
   */
  open(payload: Readonly<Record<string, unknown>>, options?: IntakeOpenOptions): Promise<boolean>;
  addEventListener<K extends keyof IntakeEventMap>(
    type: K, listener: (this: CasegateIntakeElement, event: IntakeEventMap[K]) => unknown, options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener<K extends keyof HTMLElementEventMap>(
    type: K, listener: (this: CasegateIntakeElement, event: HTMLElementEventMap[K]) => unknown, options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
  removeEventListener<K extends keyof IntakeEventMap>(
    type: K, listener: (this: CasegateIntakeElement, event: IntakeEventMap[K]) => unknown, options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener<K extends keyof HTMLElementEventMap>(
    type: K, listener: (this: CasegateIntakeElement, event: HTMLElementEventMap[K]) => unknown, options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | EventListenerOptions): void;
}

export type { Context, Issue, Report };
