/** The content of the page: the list, or a case. */
export interface View {
  /**
   * Shows itself. The first view of a page leaves the focus at the top; later ones move it to their
   * heading.
   */
  start(first: boolean): void;
  /** Draws itself in the current language. */
  changeLanguage(): void;
  stop(): void;
}
