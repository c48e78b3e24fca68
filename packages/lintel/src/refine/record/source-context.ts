/**
 * What refinement needs from a source besides the row: place, time zone, words, and what its numbers mean.
 */
import type { PermitStatus } from '@lintel/contract';

/** Where rows come from, as far as known without the rows; null for unknown. */
export interface HomePlace {
  /** Census GEOID of the place (7 digits) or county (5 digits) that issues the permits. */
  readonly geoid: string | null;
  /** Name as people write it, for example `San Francisco`. */
  readonly name: string | null;
  /** Two-letter state. */
  readonly state: string | null;
  /** Five-digit county GEOID; null if the jurisdiction is in several counties. */
  readonly countyGeoid: string | null;
  /** City to assume if a row names none; null for a county that has many. */
  readonly defaultCity: string | null;
}

/** The authority that issues a source's permits. */
export interface JurisdictionContext extends HomePlace {
  readonly geoid: string;
  readonly name: string;
  readonly state: string;
}

/** What refining a row needs besides the row, with or without a known source. */
export interface RowContext {
  readonly id: string;
  /**
   * Permit ids are unique within it: one namespace per permitting authority, shared by all its exports (C9).
   */
  readonly namespace: string;
  readonly jurisdiction: HomePlace;
  /** IANA time zone in which the source's timestamps mean a calendar date. */
  readonly timeZone: string;
  /**
   * Status words of the source (lower case, trimmed), which win over the shared table; null for a word
   * without meaning.
   */
  readonly statusWords: Readonly<Record<string, PermitStatus | null>>;
  /** Status of a row without a status word that has an issue date and no final date; null if unknown. */
  readonly statusWhenIssued: PermitStatus | null;
  /** The same for a row with a file date and no issue date. */
  readonly statusWhenFiled: PermitStatus | null;
  /** Job values (whole dollars) that mean "not given", for example `[0, 1]`. */
  readonly jobValuePlaceholders: readonly number[];
  /** Characters after which the source cuts contractors' names; absent if it does not. */
  readonly contractorNameWidth?: number;
}

/** The context of a source in the catalog: its jurisdiction is always known. */
export interface SourceContext extends RowContext {
  readonly jurisdiction: JurisdictionContext;
}
