/** Answers of the service as groups of figures, and how two such differ. */
import type { Question } from './question.js';
import { groupName, type Truth } from './truth.js';

/** Groupings whose rows are told by their names. */
const named: ReadonlySet<string> = new Set(['county', 'city', 'jurisdiction', 'contractor']);

/** The rows of an answer by the names of their groups. Throws on an answer of another shape. */
export function readAnswer(answer: unknown, { asked, columns }: Pick<Question, 'asked' | 'columns'>): Truth {
  const { items, rows = items } = answer as { [key in 'rows' | 'items']?: readonly object[] };
  if (!Array.isArray(rows)) throw new TypeError(`no rows: ${JSON.stringify(answer).slice(0, 200)}`);
  const groupings = asked.group_by?.split(',') ?? [];
  const groups = new Map<string, readonly (number | null)[]>();
  for (const row of rows as readonly Readonly<Record<string, unknown>>[]) {
    const values = groupings.map((id) => {
      const value = row[named.has(id) ? `${id}_name` : id];
      return id === 'contractor' && typeof value === 'string' ? plainName(value) : value;
    });
    const name = row.others === true ? 'others' : groupName(values);
    if (groups.has(name)) throw new TypeError(`two rows are ${name}`);
    groups.set(
      name,
      columns.map((id) => row[id] as number | null),
    );
  }
  return groups;
}

/** The name of a firm without case, punctuation, legal form and the name that it trades under. */
export const plainName = (name: string): string =>
  name
    .toUpperCase()
    .replace(/ (DBA|D\/B\/A) .*$/, '')
    .replaceAll(/[.,']/g, '')
    .replaceAll(/\b(INC|INCORPORATED|LLC|LTD|CORP|CORPORATION|CO|COMPANY)\b/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** A line for each group whose figures differ, or that only one of the two has. */
export function differences(answer: Truth, truth: Truth): string[] {
  const names = [...new Set([...truth.keys(), ...answer.keys()])];
  const write = (figures: readonly (number | null)[] | undefined) =>
    figures === undefined ? 'no row' : figures.map((each) => each ?? 'null').join(', ');
  return names.flatMap((name) => {
    const [got, right] = [write(answer.get(name)), write(truth.get(name))];
    return got === right ? [] : [`${name}: ${got}, but in truth ${right}`];
  });
}

/** The rows of an answer in SQL: the groups are the columns before those that are compared. */
export function readSql(answer: unknown, { columns }: Pick<Question, 'columns'>): Truth {
  const rows = answer as readonly Readonly<Record<string, unknown>>[];
  const isFigure = new Set(columns);
  return new Map(
    rows.map((row) => [
      groupName(Object.keys(row).flatMap((id) => (isFigure.has(id) ? [] : [row[id]]))),
      columns.map((id) => (row[id] === null || row[id] === undefined ? null : Number(row[id]))),
    ]),
  );
}
