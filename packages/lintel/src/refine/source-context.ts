/** What the refiner must know of a source beyond the row: place, clock, words, and what its numbers mean. */
import type { PermitStatus } from '@lintel/contract';

export interface JurisdictionContext {
  /** Census GEOID of the place (7 digits) or county (5 digits) that issues the permits. */
  readonly geoid: string;
  /** Name as people write it, for example `San Francisco`. */
  readonly name: string;
  /** Two-letter state. */
  readonly state: string;
  /** Five-digit county GEOID when the jurisdiction lies in one county, else null. */
  readonly countyGeoid: string | null;
  /** City to assume where a row names none; null for a county that has many. */
  readonly defaultCity: string | null;
}

export interface SourceContext {
  readonly id: string;
  /** Permit ids are unique within it: one per permitting authority, shared by all its exports (C9). */
  readonly namespace: string;
  readonly jurisdiction: JurisdictionContext;
  /** IANA time zone in which the source's timestamps mean a calendar date. */
  readonly timeZone: string;
  /** The source's own status words (lower case, trimmed), over the shared table; null = known to tell nothing. */
  readonly statusWords: Readonly<Record<string, PermitStatus | null>>;
  /** Status of rows without a status word in a source that publishes only issued permits; null elsewhere. */
  readonly statusWhenIssued: PermitStatus | null;
  /** Job values (whole dollars) that mean "not given", for example `[0, 1]`. */
  readonly jobValuePlaceholders: readonly number[];
  /** Characters after which the source cuts contractors' names off; absent where it does not. */
  readonly contractorNameWidth?: number;
}
