/** What the page shows: the list, or a case. */
export interface View {
  /** Shows itself. The first view of a page leaves the focus where the browser begins; those after it take it to their heading. */
  start(first: boolean): void;
  /** Draws itself in the language that is spoken now. */
  speak(): void;
  stop(): void;
}
