/** The places that parsing a one-line address needs. */

/** The places that parsing a line needs: without them `DEAN ST BROOKLYN` cannot be split. */
export interface LinePlaces {
  /** State of a line that names none; null if unknown. */
  readonly state: string | null;
  /** Cities to expect at the end of a line, as `streetWords` joined by blanks. */
  readonly cities: readonly string[];
  isState(text: string): string | null;
  isCity(name: string, state: string): boolean;
  /** State of a ZIP code, or null. */
  zipState(zip: string): string | null;
  /** City that the Postal Service prefers for a ZIP code, as `streetWords` joined by blanks, or null. */
  zipCity(zip: string): string | null;
}
