/** The content of the page: the list, or a case. */
export interface View {
  /** The case, if the content is one. */
  readonly id?: number;
  /** Moves to a section of the case, or to its heading. */
  goTo?(section: string | undefined): void;
  /**
   * Shows itself. The first view of a page leaves the focus at the top; later ones move it to their
   * heading.
   */
  start(first: boolean): void;
  /** Draws itself in the current language. */
  changeLanguage(): void;
  stop(): void;
}
