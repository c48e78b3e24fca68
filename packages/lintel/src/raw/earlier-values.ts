/**
 * Column history of a row: values missing from its newest content because that input lacks their column.
 *
 * An empty cell clears the value; a column missing from the input does not. So the newest body, as sent, is
 * kept with the values of columns that only earlier inputs had, by run. The result does not depend on the
 * order in which inputs are read, with one exception: if a middle input cleared a column that the last one
 * lacks, no trace of that remains, so a still older input read after both restores the value.
 */

type RowValues = Readonly<Record<string, unknown>>;

/** Values of columns that no later input with the row has, and the run that brought them. */
export interface EarlierValues {
  readonly run: number;
  readonly values: RowValues;
}

/** The content of a row as one run brought it. */
export interface RunBody {
  readonly run: number;
  /** JSON of one object. */
  readonly body: string;
}

/** Whether an input has a column. */
type HasColumn = (name: string) => boolean;

export const noEarlierValues: readonly EarlierValues[] = [];

/** A row's earlier values as the raw store holds them: JSON of runs and values, the newest run first. */
export function readEarlier(text: string): readonly EarlierValues[] {
  return (JSON.parse(text) as [number, RowValues][]).map(([run, values]) => ({ run, values }));
}

export function writeEarlier(earlier: readonly EarlierValues[]): string {
  return JSON.stringify(earlier.map(({ run, values }) => [run, values]));
}

/** The whole row: its newest content, and earlier values of columns that this lacks. */
export function wholeRow({
  body,
  earlier,
}: {
  readonly body: string;
  readonly earlier: readonly EarlierValues[];
}): RowValues {
  const newest = JSON.parse(body) as RowValues;
  if (earlier.length === 0) return newest;
  return Object.assign({}, ...earlier.map(({ values }) => values).reverse(), newest) as RowValues;
}

/**
 * The earlier values after a later input has brought the row: those it has no column for, from the content it
 * replaces (`old`; null if none) and from older ones.
 */
export function afterLater(
  earlier: readonly EarlierValues[],
  old: RunBody | null,
  has: HasColumn,
): EarlierValues[] {
  const lacking = (values: RowValues) => picked(values, (name) => !has(name));
  const last = old === null ? [] : [{ run: old.run, values: lacking(JSON.parse(old.body) as RowValues) }];
  return withValues([...last, ...earlier.map(({ run, values }) => ({ run, values: lacking(values) }))]);
}

/** How an older input, read late, relates to what is stored. */
interface OlderInput {
  /** Whether the input of the stored content has a column. */
  readonly isStored: HasColumn;
  /** Whether the older input has a column. */
  readonly has: HasColumn;
  /** The date of a run's data. Milliseconds since 1970 UTC. */
  asOfMsOfRun(run: number): number;
}

/**
 * The earlier values after an older input is read as well: each column comes from the latest input that has
 * it.
 */
export function afterOlder(
  earlier: readonly EarlierValues[],
  { run, body }: RunBody,
  { isStored, has, asOfMsOfRun }: OlderInput,
): EarlierValues[] {
  const asOf = asOfMsOfRun(run);
  const later = new Set<string>();
  const kept = earlier.map((entry) => {
    if (asOfMsOfRun(entry.run) < asOf)
      return { ...entry, values: picked(entry.values, (name) => !has(name)) };
    for (const name of Object.keys(entry.values)) later.add(name);
    return entry;
  });
  const values = picked(JSON.parse(body) as RowValues, (name) => !isStored(name) && !later.has(name));
  const all = withValues([...kept, { run, values }]);
  return all.sort((a, b) => asOfMsOfRun(b.run) - asOfMsOfRun(a.run) || b.run - a.run);
}

function picked(values: RowValues, isWanted: (name: string) => boolean): RowValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => isWanted(name)));
}

function withValues(all: readonly EarlierValues[]): EarlierValues[] {
  return all.filter(({ values }) => Object.keys(values).length > 0);
}
