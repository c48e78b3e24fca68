/** How a source writes a contractor, as a release keeps it: a row of `spellings.ndjson` is a list of these. */
export interface StoredSpelling {
  readonly name: string | null;
  readonly business_name: string | null;
  readonly dba: string | null;
  readonly license: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  /** Records that write it so. */
  readonly records: number;
  /** Date of the newest of them, YYYY-MM-DD. */
  readonly latest: string | null;
}
