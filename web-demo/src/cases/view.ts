/** What the page shows: the list, or a case. */
export interface View {
  start(): void;
  /** Draws itself in the language that is spoken now. */
  speak(): void;
  stop(): void;
}
