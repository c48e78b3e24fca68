/** Answers of the service as groups of figures, and how two such differ. */
import type { Question } from './question.js';
import { groupName, type Truth } from './truth.js';

/** Groupings whose rows are told by their names. */
const named: ReadonlySet<string> = new Set(['county', 'city', 'jurisdiction', 'contractor']);

type Fields = Readonly<Record<string, unknown>>;

/** The rows of an answer by the names of their groups. Throws on an answer of another shape. */
export function readAnswer(answer: unknown, question: Reading): Truth {
  const { asked, columns, named: field } = question;
  const {
    items,
    rows = items,
    total_count: total,
  } = answer as {
    readonly [key in 'rows' | 'items']?: readonly Fields[];
  } & { readonly total_count?: { readonly value: number } | null };
  if (question.of !== undefined && field === undefined) return new Map([['all', [total?.value ?? null]]]);
  if (!Array.isArray(rows)) throw new TypeError(`no rows: ${JSON.stringify(answer).slice(0, 200)}`);
  const groupings = field === undefined ? (asked.group_by?.split(',') ?? []) : [field];
  const groups = new Map<string, readonly (number | null)[]>();
  for (const row of rows as readonly Fields[]) {
    const values = groupings.map((id) => {
      const value = row[named.has(id) ? `${id}_name` : id];
      if (typeof value === 'object' && value !== null) return streetLine(value);
      return isFirm(question) && typeof value === 'string' ? plainName(value) : value;
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

/** House number and street of an address. */
const streetLine = (address: Fields | object) => {
  const { street_no: number, street } = address as Fields;
  return `${number} ${street}`;
};

/** What of a question says how its answer is read. */
type Reading = Pick<Question, 'asked' | 'columns' | 'named' | 'of'>;

/** Whether rows are named by firms. */
const isFirm = ({ asked, of }: Reading) => asked.group_by === 'contractor' || of === 'contractors';

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
export function readSql(answer: unknown, question: Reading): Truth {
  const { columns } = question;
  const rows = answer as readonly Readonly<Record<string, unknown>>[];
  const isFigure = new Set(columns);
  const nameOf = (value: unknown) =>
    isFirm(question) && typeof value === 'string' && value !== 'others' ? plainName(value) : value;
  return new Map(
    rows.map((row) => [
      groupName(Object.keys(row).flatMap((id) => (isFigure.has(id) ? [] : [nameOf(row[id])]))),
      columns.map((id) => (row[id] === null || row[id] === undefined ? null : Number(row[id]))),
    ]),
  );
}
