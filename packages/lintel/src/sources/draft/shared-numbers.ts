/**
 * Permit numbers that several rows of a source share, as evidence for what its rows are: addresses of one
 * permit agree in type, dates and value; different permits under one number do not.
 */
import type { CanonicalPermit } from '../../refine/record/canonical.js';

const ofPermit = ['type', 'subtype', 'work', 'file_date', 'issue_date', 'job_value'] as const;
const ofAddress = ['address', 'street_no', 'street_name', 'unit', 'parcel'] as const;

export interface SharedNumbersFound {
  /** Numbers on several rows, and how many rows have them. */
  readonly numbers: number;
  readonly rows: number;
  /** The numbers whose rows agree in type, dates and value and differ in address, unit or parcel. */
  readonly alike: number;
}

interface Seen {
  rows: number;
  readonly permit: string;
  readonly address: string;
  isAlike: boolean;
  isElsewhere: boolean;
}

export class SharedNumbers {
  readonly #seen = new Map<string, Seen>();

  add(fields: CanonicalPermit): void {
    const { number } = fields;
    if (number === undefined) return;
    const permit = JSON.stringify(ofPermit.map((field) => fields[field]));
    const address = JSON.stringify(ofAddress.map((field) => fields[field]));
    const seen = this.#seen.get(number);
    if (seen === undefined) {
      this.#seen.set(number, { rows: 1, permit, address, isAlike: true, isElsewhere: false });
      return;
    }
    seen.rows += 1;
    if (seen.permit !== permit) seen.isAlike = false;
    if (seen.address !== address) seen.isElsewhere = true;
  }

  found(): SharedNumbersFound {
    const shared = [...this.#seen.values()].filter(({ rows }) => rows > 1);
    return {
      numbers: shared.length,
      rows: shared.reduce((sum, { rows }) => sum + rows, 0),
      alike: shared.filter(({ isAlike, isElsewhere }) => isAlike && isElsewhere).length,
    };
  }
}
