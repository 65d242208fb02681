// The element: its attributes and properties, its events, and the life of its form. It adds no
// listener that outlives it, and its pages share no state but the rulebook and the texts.
import type {
  CasegateIntakeElement, IntakeBackend, IntakeContext, IntakeDraftStore, IntakeEventMap, IntakeLanguage, IntakeOpenOptions, IntakePage, IntakeSubmission,
} from "../intake-types.js";
import type { Context, Report } from "../types.js";
import { isObject } from "./answers.js";
import { App } from "./app.js";
import type { Heard } from "./backend.js";
import { loadForm, ready } from "./book.js";
import { h } from "./dom.js";
import { DraftPlace } from "./draft.js";
import { fieldAt } from "./english.js";
import { givenAnswers, type Given } from "./given.js";
import { inEnglish, loadedLocale, loadLocale, type Locale } from "./locale.js";
import { loadLater } from "./loaded.js";
import { inTime } from "./parts.js";
import type { Ways } from "./sending.js";
import { SentKeeper } from "./sent.js";
import { addSheet, setContent } from "./sheets.js";
import { keepDropsOut, keepKeysIn } from "./transfer.js";
import { View } from "./view.js";

type Detail<K extends keyof IntakeEventMap> = IntakeEventMap[K]["detail"];

/** On a server there are no elements, and this file can still be imported. */
const Base = (typeof HTMLElement === "undefined" ? class {} : HTMLElement) as typeof HTMLElement;

/** Properties that a page may set before this class exists. */
const early = ["product", "language", "context", "timeZone", "submitUrl", "backend", "prefill", "hide", "draftStore", "step"] as const;

const isLanguage = (tag: string | undefined): tag is IntakeLanguage => tag === "en" || tag === "es";

/** The values of attributes. */
const tags: Readonly<Record<string, readonly string[]>> = { product: ["pl", "pe"], language: ["en", "es"] };

/** How long the form waits, in milliseconds: for itself, for a part that it can start without, and for the page's backend. */
const patience = { form: 10_000, part: 8000, backend: 500 };

class NoBackend extends Error {
  /** Nothing takes cases. */
  readonly status = 404;
  override readonly message = "<casegate-intake> has no usable submit-url, no backend, and no listener that responds to casegate-submit.";
}

export class IntakeElement extends Base implements CasegateIntakeElement {
  static readonly observedAttributes: readonly string[] = ["product", "language", "time-zone", "prefill", "hide", "language-switch"];

  private readonly root: ShadowRoot;
  private app: App | undefined;
  /** The form while the element is removed. */
  private removed: App | undefined;
  private view: View | undefined;
  /** Ends the listeners of this connection. */
  private connection: AbortController | undefined;
  private settings: IntakeContext = {};
  private ownBackend: IntakeBackend | null = null;
  private given: Readonly<Record<string, unknown>> | null = null;
  private store: IntakeDraftStore | null | undefined;
  private drafts = new DraftPlace(null, "");
  private sent = new SentKeeper(undefined);
  private answers: Given | undefined;
  private hiddenPlaces: readonly string[] | undefined;
  private wanted: IntakePage | undefined;
  private from: IntakePage = "product";

  constructor() {
    super();
    this.root = this.attachShadow({ mode: "open" });
    addSheet(this.root);
    // What the page wrote inside is shown until the form is there.
    this.root.append(h("slot"));
  }

  connectedCallback(): void {
    for (const name of early) this.upgrade(name);
    if (this.connection !== undefined) return;
    const connection = (this.connection = new AbortController());
    const { signal } = connection;
    addEventListener("pagehide", () => this.app?.save(), { signal });
    // Fired for other tabs only. Without a key, everything was cleared.
    addEventListener("storage", (event) => {
      if (event.key === null || this.drafts.keys.includes(event.key)) this.app?.draftChangedElsewhere();
    }, { signal });
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.app?.renewDay();
      else this.app?.save(); // a phone may end the page without a word
    }, { signal });
    addEventListener("beforeunload", (event) => {
      if (!this.hasUnsavedAnswers) return;
      event.preventDefault();
      event.returnValue = true; // for Chromium before 119
    }, { signal });
    keepDropsOut(".drop", this.root, signal);
    keepKeysIn(this.root, signal);
    void this.start(signal);
  }

  disconnectedCallback(): void {
    // An element that only moves is connected again at once.
    void Promise.resolve().then(() => {
      if (this.isConnected) return;
      this.connection?.abort();
      this.connection = undefined;
      this.app?.end();
      this.removed = this.app ?? this.removed;
      this.app = undefined;
      setContent(this.root, h("slot"));
    });
  }

  /** Another document drops the sheets of the one before. */
  adoptedCallback(): void {
    addSheet(this.root);
    this.view?.addLaterStyles();
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    // A framework sets equal values again. A language that could not be loaded may be there now.
    if (before === now && name !== "language") return;
    if (this.app !== undefined) this.checkAttributes();
    if (name === "language") void this.changeLanguage();
    else if (name === "time-zone") this.app?.settingsChanged();
    else if (name === "hide" || name === "language-switch") {
      this.hiddenPlaces = undefined;
      this.view?.refresh();
    }
    else this.givenChanged(name === "product");
  }

  get product(): "pl" | "pe" | null {
    const value = this.getAttribute("product");
    return value === "pl" || value === "pe" ? value : null;
  }

  set product(value: "pl" | "pe" | null) {
    this.reflect("product", value);
  }

  get language(): IntakeLanguage {
    return [this.getAttribute("language"), languageAround(this)].map((tag) => tag?.slice(0, 2).toLowerCase()).find(isLanguage) ?? "en";
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
    this.ownBackend = value ?? null;
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
    this.given = value ?? null;
    this.givenChanged();
  }

  get hide(): string | null {
    return this.getAttribute("hide");
  }

  set hide(value: string | null) {
    this.reflect("hide", value);
  }

  get draftStore(): IntakeDraftStore | null {
    return this.storeOfDrafts ?? null;
  }

  /** `undefined` if the browser denies it. */
  private get storeOfDrafts(): IntakeDraftStore | null | undefined {
    if (this.store !== undefined) return this.store;
    if (this.getAttribute("draft") === "off") return null;
    try {
      return localStorage ?? undefined; // `null` in some web views
    } catch {
      return undefined; // a frame without storage
    }
  }

  set draftStore(value: IntakeDraftStore | null) {
    this.store = value;
  }

  get step(): IntakePage {
    return this.app?.page ?? this.wanted ?? "product";
  }

  set step(value: IntakePage) {
    if (this.app === undefined) this.wanted = value ?? undefined;
    else if (value) this.app.go(value, { to: "heading" }, false);
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

  get hasUnsavedAnswers(): boolean {
    this.app?.save();
    return (this.app ?? this.removed)?.hasUnsaved ?? false;
  }

  repair(): number {
    return this.app?.repair() ?? 0;
  }

  async open(payload: Readonly<Record<string, unknown>>, { step = "check", agree }: IntakeOpenOptions = {}): Promise<boolean> {
    if (this.app === undefined) return false;
    const given = givenAnswers(payload, "payload");
    const { product } = this;
    // A form for one product does not turn another product's case into its own.
    const other = given.answers.get("/case_type");
    const isOther = product !== null && other !== undefined && other !== product;
    this.reportLost(isOther ? ["/case_type"] : given.lost);
    return !isOther && this.app.openPayload(given, step, agree);
  }

  override focus(): void {
    this.view?.focusHeading();
  }

  private async start(signal: AbortSignal, anew = false): Promise<void> {
    // A page sets properties right after it has created or imported the element.
    await Promise.resolve();
    // The form still appears if it arrives after all.
    const slow = setTimeout(() => this.fail(new Error("The module did not arrive in time."), signal), patience.form);
    try {
      const suffix = this.id === "" ? "" : `-${this.id}`;
      const store = this.storeOfDrafts;
      if (this.removed === undefined) {
        this.drafts = new DraftPlace(store, `casegate-intake-draft${suffix}`);
        this.sent = new SentKeeper(store === null ? undefined : `casegate-intake-sent${suffix}`);
      }
      // Without them the form starts empty, and says so.
      const drafts = this.drafts.isEmpty ? undefined : inTime(loadLater(), patience.part).catch((error: unknown) => this.fire("casegate-error", { kind: "module", error }));
      const { language } = this;
      const [locale] = await Promise.all([this.localeOf(language), loadForm(anew), ready(this.settings), drafts]);
      clearTimeout(slow);
      if (signal.aborted || this.app !== undefined) return;
      const begun = this.begin(locale, signal);
      if (this.language !== language) void this.changeLanguage();
      await begun;
    } catch (error) {
      this.fail(error, signal);
    } finally {
      clearTimeout(slow);
    }
  }

  /** Without the module there is no form, and without a form the person is told. */
  private fail(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return;
    this.app = undefined;
    this.fire("casegate-error", { kind: "module", error });
    this.showFailure(loadedLocale(this.language) ?? inEnglish, error, signal);
  }

  /** English is always there. */
  private async localeOf(language: IntakeLanguage): Promise<Locale> {
    return inTime(loadLocale(language), patience.part).catch((error: unknown) => {
      this.fire("casegate-error", { kind: "language", error });
      return inEnglish;
    });
  }

  private async begin(locale: Locale, signal: AbortSignal): Promise<void> {
    if (this.removed !== undefined) return this.resume(this.removed, locale);
    const app = (this.app = new App({
      root: this.root, locale, drafts: this.drafts, sent: this.sent,
      backend: () => this.ownBackend ?? {},
      submit: (submission, ways) => this.submit(submission, ways),
      hasBackend: () => this.hasBackend,
      unsaved: () => this.fire("casegate-error", { kind: "storage", error: new Error("The store of drafts refuses them.") }),
      failed: ({ outcome, reason }, error) => this.fire("casegate-error", { kind: error instanceof NoBackend ? "backend" : "sending", error, outcome, reason }),
      settings: () => this.settings,
      timeZone: () => this.timeZone ?? undefined,
      prefill: () => this.prefilled,
      product: () => this.product ?? undefined,
      hidden: () => (this.hiddenPlaces ??= this.placesToHide()),
      refused: (error) => this.fire("casegate-error", { kind: "settings", error }),
      revealed: (at) => this.refuse(`hide: ${at.slice(1)} needs an answer, so the form asks for it. Give one in prefill.`),
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
      missing: (error) => this.fire("casegate-error", { kind: "module", error }),
      hasSwitch: () => this.getAttribute("language-switch") !== "off",
      switches: () => this.switchLanguage(app),
      change: (title, errors) => this.fire("casegate-change", { title, errors, step: app.page, busy: app.sending.busy }),
      leaving: (to) => this.fire("casegate-before-step", { step: app.page, to: to as IntakePage }),
      sent: (receipt, parcel) => this.fire("casegate-sent", { receipt, payload: parcel.payload }),
    });
    const started = app.start(this.wanted ?? (app.sending.sent ? "sent" : "product"), locale.language === this.language);
    this.checkAttributes();
    this.reportPrefill();
    // A framework sets properties a moment later.
    setTimeout(() => {
      if (!signal.aborted && !this.hasBackend) this.refuse("has no usable submit-url and no backend. Without a listener that calls respondWith on casegate-submit, it cannot send a case.");
    }, patience.backend);
    await started;
  }

  /** A listener for casegate-submit cannot be seen. */
  private get hasBackend(): boolean {
    return this.ownBackend !== null || this.address !== undefined;
  }

  /** The address in `submit-url`; `undefined` if it is blank, as in a template without its value, or takes no requests. */
  private get address(): string | undefined {
    try {
      const { protocol, href } = new URL(this.submitUrl?.trim() || "none:", document.baseURI);
      return /^https?:$/.test(protocol) ? href : undefined;
    } catch {
      return undefined; // no address, or a relative one in a page without an address
    }
  }

  /** Names attributes that have no effect. */
  private checkAttributes(): void {
    const wrong = Object.entries(tags).filter(([name, known]) => {
      const value = this.getAttribute(name);
      return value && !known.includes(name === "language" ? value.slice(0, 2).toLowerCase() : value);
    });
    for (const [name, known] of wrong) this.refuseNoticed(`${name}: expected one of ${known.join(", ")}.`);
  }

  private refuseNoticed(message: string): void {
    this.refuse(message);
    this.app?.noteSettings();
  }

  /** Returns to the page with its answers. */
  private resume(app: App, locale: Locale): void {
    this.app = app;
    this.removed = undefined;
    app.locale = locale;
    const wasUntouched = app.isUntouched;
    this.view?.resume();
    app.givenChanged(wasUntouched);
    app.draftChangedElsewhere();
  }

  private get prefilled(): Given {
    return (this.answers ??= givenAnswers(this.given ?? this.getAttribute("prefill"), "prefill"));
  }

  private reportPrefill(): void {
    this.reportLost(this.prefilled.lost);
    if (this.prefilled.lost.includes("prefill")) this.app?.noteSettings();
    void this.app?.noteGiven();
  }

  /** Names answers of the page that the form could not take; never their values. */
  private reportLost(names: readonly string[]): void {
    if (names.length === 0) return;
    this.fire("casegate-error", { kind: "settings", error: new Error(`<casegate-intake> could not take these answers: ${names.join(", ")}`), names });
  }

  private showFailure(locale: Locale, error: unknown, signal: AbortSignal): void {
    const { title, text, versions, denied, again } = locale.words.noRulebook;
    const isDenied = typeof WebAssembly === "undefined" || String(error).includes("wasm-unsafe-eval");
    const words = (error as Error).cause === "version" ? versions : isDenied ? denied : text;
    setContent(this.root, h("div", { class: "intake", lang: locale.language, role: "alert" },
      h("h2", {}, title), h("p", { class: "intro" }, words),
      h("div", { class: "actions" }, h("button", { type: "button", class: "button", onclick: () => void this.start(signal, true) }, again)), h("slot")));
  }

  /** Sends a case in the page's way, else with the backend; `undefined` if the page prevents it. */
  private submit(submission: IntakeSubmission, { heard, upload }: Ways): Promise<Heard> | undefined {
    let answer: Promise<Heard> | undefined;
    let isOver = false;
    const goes = this.fire("casegate-submit", {
      ...submission,
      respondWith: (receipt) => {
        if (isOver || answer !== undefined) throw new Error("<casegate-intake> respondWith: call it once, while the event is dispatched.");
        answer = heard(() => receipt);
      },
    });
    isOver = true;
    if (answer !== undefined || !goes) return answer;
    const { ownBackend: backend, address } = this;
    if (backend !== null) return heard(() => backend.submit(submission));
    if (address !== undefined) return upload(address, submission).then((facts) => ({ facts }));
    return heard(() => { throw new NoBackend(); });
  }

  private givenChanged(isProduct = false): void {
    const { app } = this;
    const wasUntouched = app?.isUntouched ?? false;
    const before = this.answers;
    this.answers = undefined;
    if (app === undefined) return;
    const { answers, lost } = this.prefilled;
    const isSame = JSON.stringify([[...answers], lost]) === JSON.stringify(before && [[...before.answers], before.lost]);
    // A page that answers each change with the same values would never come to an end.
    if (isProduct || !isSame) app.givenChanged(wasUntouched);
    if (isSame) return;
    this.reportPrefill();
    // A person has answered already.
    if (!wasUntouched) this.reportLost([...answers].filter(([at, answer]) => String(app.answers.get(at)) !== String(answer)).map(([at]) => at));
  }

  private async changeLanguage(): Promise<void> {
    const { language } = this;
    if (this.app === undefined) return; // the start asks for it
    try {
      const locale = loadedLocale(language) ?? (await loadLocale(language));
      // Another language may have been chosen meanwhile.
      if (this.app === undefined || this.app.locale === locale || this.language !== language) return;
      this.app.locale = locale;
      this.view?.redraw();
      this.fire("casegate-language", { language });
    } catch (error) {
      this.fire("casegate-error", { kind: "language", error });
    }
  }

  /** The person chooses the other language. The attribute follows once the texts are there. */
  private async switchLanguage({ locale: { other: language } }: App): Promise<boolean> {
    try {
      await loadLocale(language);
      this.language = language;
      return true;
    } catch (error) {
      this.fire("casegate-error", { kind: "language", error });
      return false;
    }
  }

  /** Returns the pointers in `hide`: names of fields, or of members as `record/member`. */
  private placesToHide(): readonly string[] {
    const places = (this.hide ?? "").split(/[\s,]+/).filter(Boolean).map((name) => `/${name}`);
    const unknown = places.filter((at) => fieldAt(at) === undefined);
    if (unknown.length > 0) this.refuse(`hide: no field has the name ${unknown.map((at) => at.slice(1)).join(", ")}.`);
    return places;
  }

  private refuse(message: string): void {
    this.fire("casegate-error", { kind: "settings", error: new Error(`<casegate-intake> ${message}`) });
  }

  /** Returns `false` if a listener has prevented the default. Errors are for developers, too, unless a backend wrote them. */
  private fire<K extends keyof IntakeEventMap>(type: K, detail: Detail<K>): boolean {
    if ("kind" in detail && detail.kind !== "sending") (globalThis.console as Partial<Console> | undefined)?.warn?.(`<casegate-intake> ${detail.kind}: ${String((detail.error as Error).message).replace("<casegate-intake> ", "")}`);
    const cancelable = type === "casegate-before-step" || type === "casegate-submit";
    return this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, cancelable }));
  }

  /** A framework sets `undefined` for nothing. */
  private reflect(name: string, value: string | null | undefined): void {
    if (value === null || value === undefined) this.removeAttribute(name);
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

/** The language of the elements around it, also outside of the shadow roots that it is in. */
function languageAround(element: Element): string | undefined {
  const found = element.closest<HTMLElement>("[lang]");
  if (found !== null) return found.lang;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? languageAround(root.host) : undefined;
}
