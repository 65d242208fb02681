// The element: its attributes and properties, its events, and the life of its form. It adds no
// listener that outlives it, and its pages share no state but the rulebook and the texts.
import type {
  CasegateIntakeElement, IntakeBackend, IntakeContext, IntakeDraftStore, IntakeEventMap, IntakeLanguage, IntakeOpenOptions, IntakePage, IntakeSubmission,
} from "../intake-types.js";
import type { Context, Report } from "../types.js";
import { answersOf, isObject, type Answers } from "./answers.js";
import { App } from "./app.js";
import type { Heard } from "./backend.js";
import { loadForm, ready } from "./book.js";
import { h } from "./dom.js";
import { DraftPlace } from "./draft.js";
import { inEnglish, loadedLocale, loadLocale, type Locale } from "./locale.js";
import type { Ways } from "./sending.js";
import { SentKeeper } from "./sent.js";
import { firstSheet } from "./sheets.js";
import { keepDropsOut } from "./transfer.js";
import { View } from "./view.js";

type Detail<K extends keyof IntakeEventMap> = IntakeEventMap[K]["detail"];

/** On a server there are no elements, and this file can still be imported. */
const Base = (typeof HTMLElement === "undefined" ? class {} : HTMLElement) as typeof HTMLElement;

/** Properties that a page may set before this class exists. */
const early = ["product", "language", "context", "timeZone", "submitUrl", "backend", "prefill", "draftStore", "step"] as const;

const isLanguage = (tag: string | undefined): tag is IntakeLanguage => tag === "en" || tag === "es";

class NoBackend extends Error {
  /** Nothing takes cases. */
  readonly status = 404;
  override readonly message = "<casegate-intake> has no submit-url, no backend, and no listener that responds to casegate-submit.";
}

export class IntakeElement extends Base implements CasegateIntakeElement {
  static readonly observedAttributes: readonly string[] = ["product", "language", "time-zone", "prefill"];

  private readonly root: ShadowRoot;
  private app: App | undefined;
  private view: View | undefined;
  /** Ends the listeners of this connection. */
  private connection: AbortController | undefined;
  private settings: IntakeContext = {};
  private ownBackend: IntakeBackend | null = null;
  private given: Readonly<Record<string, unknown>> | null = null;
  private store: IntakeDraftStore | null | undefined;
  private drafts = new DraftPlace(null, "");
  private answers: Answers | undefined;
  private wanted: IntakePage | undefined;
  private from: IntakePage = "product";

  constructor() {
    super();
    this.root = this.attachShadow({ mode: "open" });
    this.root.adoptedStyleSheets = [firstSheet()];
    // What the page wrote inside is shown until the form is there.
    this.root.append(h("slot"));
  }

  connectedCallback(): void {
    for (const name of early) this.upgrade(name);
    if (this.connection !== undefined) return;
    const connection = (this.connection = new AbortController());
    const { signal } = connection;
    addEventListener("pagehide", () => this.app?.keeper.saveNow(), { signal });
    // Fired for other tabs only. Without a key, everything was cleared.
    addEventListener("storage", (event) => {
      if (event.key === this.drafts.key || event.key === null) this.app?.draftChangedElsewhere();
    }, { signal });
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.app?.renewDay();
    }, { signal });
    addEventListener("beforeunload", (event) => { if (this.app?.sending.busy) event.preventDefault(); }, { signal });
    keepDropsOut(".drop", this.root, signal);
    void this.start(signal);
  }

  disconnectedCallback(): void {
    // An element that only moves is connected again at once.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.connection?.abort();
      this.connection = undefined;
      this.app?.end();
      this.app = this.view = undefined;
      this.root.replaceChildren(h("slot"));
    });
  }

  attributeChangedCallback(name: string): void {
    if (name === "language") void this.changeLanguage();
    else if (name === "time-zone") this.app?.settingsChanged();
    else this.givenChanged();
  }

  get product(): "pl" | "pe" | null {
    const value = this.getAttribute("product");
    return value === "pl" || value === "pe" ? value : null;
  }

  set product(value: "pl" | "pe" | null) {
    this.reflect("product", value);
  }

  get language(): IntakeLanguage {
    const own = this.getAttribute("language") ?? undefined;
    const around = this.closest<HTMLElement>("[lang]")?.lang.slice(0, 2).toLowerCase();
    return [own, around].find(isLanguage) ?? "en";
  }

  set language(value: IntakeLanguage) {
    this.reflect("language", value);
  }

  get context(): Context {
    return this.app?.context ?? { today: "", ...this.settings };
  }

  set context(settings: IntakeContext) {
    this.settings = { ...settings };
    this.app?.settingsChanged();
  }

  get timeZone(): string | null {
    return this.getAttribute("time-zone");
  }

  set timeZone(value: string | null) {
    this.reflect("time-zone", value);
  }

  get submitUrl(): string | null {
    return this.getAttribute("submit-url");
  }

  set submitUrl(value: string | null) {
    this.reflect("submit-url", value);
  }

  get backend(): IntakeBackend | null {
    return this.ownBackend;
  }

  set backend(value: IntakeBackend | null) {
    this.ownBackend = value;
  }

  get prefill(): Readonly<Record<string, unknown>> | null {
    if (this.given !== null) return this.given;
    try {
      const value: unknown = JSON.parse(this.getAttribute("prefill") ?? "null");
      return isObject(value) ? value : null;
    } catch {
      return null;
    }
  }

  set prefill(value: Readonly<Record<string, unknown>> | null) {
    this.given = value;
    this.givenChanged();
  }

  get draftStore(): IntakeDraftStore | null {
    if (this.store !== undefined) return this.store;
    if (this.getAttribute("draft") === "off") return null;
    try {
      return localStorage;
    } catch {
      return null; // a frame without storage
    }
  }

  set draftStore(value: IntakeDraftStore | null) {
    this.store = value;
  }

  get step(): IntakePage {
    return this.app?.page ?? this.wanted ?? "product";
  }

  set step(value: IntakePage) {
    if (this.app === undefined) this.wanted = value;
    else this.app.go(value, { to: "heading" }, false);
  }

  get report(): Report | undefined {
    return this.app?.sheet.report;
  }

  get payload(): Readonly<Record<string, unknown>> | undefined {
    return this.app?.sheet.payload();
  }

  get repairs(): readonly Readonly<{ op: string; path: string; value?: unknown }>[] {
    return this.app?.sheet.patch ?? [];
  }

  repair(): number {
    return this.app?.repair() ?? 0;
  }

  async open(payload: Readonly<Record<string, unknown>>, { step = "check", agree }: IntakeOpenOptions = {}): Promise<boolean> {
    return this.app?.openPayload(payload, step, agree) ?? false;
  }

  override focus(): void {
    this.view?.focusHeading();
  }

  private async start(signal: AbortSignal): Promise<void> {
    // A page sets properties right after it has created or imported the element.
    await Promise.resolve();
    let locale = inEnglish;
    try {
      [locale] = await Promise.all([this.localeOf(this.language), loadForm(), ready(this.settings)]);
    } catch (error) {
      if (signal.aborted) return;
      this.fire("casegate-error", { kind: "module", error });
      return this.showFailure(loadedLocale(this.language) ?? inEnglish, signal);
    }
    if (!signal.aborted) this.begin(locale);
  }

  /** English is always there. */
  private async localeOf(language: IntakeLanguage): Promise<Locale> {
    return loadLocale(language).catch((error: unknown) => {
      this.fire("casegate-error", { kind: "language", error });
      return inEnglish;
    });
  }

  private begin(locale: Locale): void {
    const suffix = this.id === "" ? "" : `-${this.id}`;
    const store = this.draftStore;
    this.drafts = new DraftPlace(store, `casegate-intake-draft${suffix}`);
    const app = (this.app = new App({
      root: this.root, locale, drafts: this.drafts, sent: new SentKeeper(store === null ? undefined : `casegate-intake-sent${suffix}`),
      backend: () => this.ownBackend ?? {},
      submit: (submission, ways) => this.submit(submission, ways),
      failed: ({ outcome, reason }, error) => this.fire("casegate-error", { kind: error instanceof NoBackend ? "backend" : "sending", error, outcome, reason }),
      settings: () => this.settings,
      timeZone: () => this.timeZone ?? undefined,
      prefill: () => (this.answers ??= answersOf(this.prefill ?? {}).answers),
      product: () => this.product ?? undefined,
    }));
    let first = true;
    this.view = new View(app, {
      page: (title) => {
        const { page: step } = app;
        if (!first && step === this.from) return;
        const from = this.from;
        this.from = step;
        this.fire("casegate-step", { step, from, title, replaces: first || step === "sent" });
        first = false;
      },
      change: (title, errors) => this.fire("casegate-change", { title, errors, step: app.page, busy: app.sending.busy }),
      leaving: (to) => this.fire("casegate-before-step", { step: app.page, to: to as IntakePage }),
      sent: (receipt, parcel) => this.fire("casegate-sent", { receipt, payload: parcel.payload }),
    });
    void app.start(this.wanted ?? (app.sending.sent ? "sent" : "product"));
  }

  private showFailure(locale: Locale, signal: AbortSignal): void {
    const { title, text, again } = locale.words.noRulebook;
    const retry = (): void => {
      this.root.replaceChildren(h("slot"));
      void this.start(signal);
    };
    this.root.replaceChildren(h("div", { class: "intake", lang: locale.language, role: "alert" },
      h("h2", {}, title), h("p", { class: "intro" }, text),
      h("div", { class: "actions" }, h("button", { type: "button", class: "button", onclick: retry }, again)), h("slot")));
  }

  /** Sends a case in the page's way, else with the backend; `undefined` if the page prevents it. */
  private submit(submission: IntakeSubmission, { heard, upload }: Ways): Promise<Heard> | undefined {
    let answer: Promise<Heard> | undefined;
    const goes = this.fire("casegate-submit", {
      ...submission,
      respondWith: (receipt) => { answer = heard(() => receipt); },
    });
    if (answer !== undefined || !goes) return answer;
    const { ownBackend: backend, submitUrl: url } = this;
    if (backend !== null) return heard(() => backend.submit(submission));
    if (url !== null) return upload(url, submission).then((facts) => ({ facts }));
    return heard(() => { throw new NoBackend(); });
  }

  private givenChanged(): void {
    const wasUntouched = this.app?.isUntouched ?? false;
    this.answers = undefined;
    this.app?.givenChanged(wasUntouched);
  }

  private async changeLanguage(): Promise<void> {
    const { language } = this;
    try {
      const locale = loadedLocale(language) ?? (await loadLocale(language));
      // Another language may have been chosen meanwhile.
      if (this.app === undefined || this.app.locale === locale || this.language !== language) return;
      this.app.locale = locale;
      this.view?.redraw();
    } catch (error) {
      this.fire("casegate-error", { kind: "language", error });
    }
  }

  /** Returns `false` if a listener has prevented the default. */
  private fire<K extends keyof IntakeEventMap>(type: K, detail: Detail<K>): boolean {
    const cancelable = type === "casegate-before-step" || type === "casegate-submit";
    return this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, cancelable }));
  }

  private reflect(name: string, value: string | null): void {
    if (value === null) this.removeAttribute(name);
    else this.setAttribute(name, value);
  }

  /** A value that was set before the class existed is a property of its own. */
  private upgrade(name: (typeof early)[number]): void {
    if (!Object.hasOwn(this, name)) return;
    const value = this[name];
    delete (this as Partial<Record<typeof name, unknown>>)[name];
    Object.assign(this, { [name]: value });
  }
}

