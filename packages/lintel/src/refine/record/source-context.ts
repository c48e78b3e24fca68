/** What the refiner must know of a source beyond the row: place, clock, words, and what its numbers mean. */
import type { PermitStatus } from '@lintel/contract';

/** Where rows come from, as far as that is known before one of them is read. */
export interface HomePlace {
  /** Census GEOID of the place (7 digits) or county (5 digits) that issues the permits. */
  readonly geoid: string | null;
  /** Name as people write it, for example `San Francisco`. */
  readonly name: string | null;
  /** Two-letter state. */
  readonly state: string | null;
  /** Five-digit county GEOID when the jurisdiction lies in one county, else null. */
  readonly countyGeoid: string | null;
  /** City to assume where a row names none; null for a county that has many. */
  readonly defaultCity: string | null;
}

/** The authority that issues a source's permits. */
export interface JurisdictionContext extends HomePlace {
  readonly geoid: string;
  readonly name: string;
  readonly state: string;
}

/** What refining a row must know beyond the row, whether it comes from a source or from nowhere known. */
export interface RowContext {
  readonly id: string;
  /** Permit ids are unique within it: one per permitting authority, shared by all its exports (C9). */
  readonly namespace: string;
  readonly jurisdiction: HomePlace;
  /** IANA time zone in which the source's timestamps mean a calendar date. */
  readonly timeZone: string;
  /** The source's own status words (lower case, trimmed), over the shared table; null = known to tell nothing. */
  readonly statusWords: Readonly<Record<string, PermitStatus | null>>;
  /** What a row without a status word is that has a date of issue and no final date; null where the file does not tell. */
  readonly statusWhenIssued: PermitStatus | null;
  /** The same for a row that has a file date and none of issue. */
  readonly statusWhenFiled: PermitStatus | null;
  /** Job values (whole dollars) that mean "not given", for example `[0, 1]`. */
  readonly jobValuePlaceholders: readonly number[];
  /** Characters after which the source cuts contractors' names off; absent where it does not. */
  readonly contractorNameWidth?: number;
}

/** The context of a source in the catalog: its jurisdiction is always known. */
export interface SourceContext extends RowContext {
  readonly jurisdiction: JurisdictionContext;
}
