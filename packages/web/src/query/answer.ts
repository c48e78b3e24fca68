/** The answer to a question in SQL, as plain values: what the engine sends are columns of Apache Arrow. */
import type { RecordBatch, Schema } from 'apache-arrow';

export type Cell = string | number | boolean | null;

interface AnswerColumn {
  readonly name: string;
  readonly isNumber: boolean;
  readonly isDate: boolean;
}

export interface Answer {
  readonly columns: readonly AnswerColumn[];
  readonly rows: readonly (readonly Cell[])[];
  /** Whether there are further rows, which were not read. */
  readonly isCut: boolean;
  readonly milliseconds: number;
}

/** The types of an answer by the names that Arrow gives them. */
const numberType = /^(?:U?int|float|decimal)/i;
const dateType = /^(?:date|timestamp)/i;

export function answerOf(
  schema: Schema,
  batches: readonly RecordBatch[],
  limit: number,
  milliseconds: number,
): Answer {
  const scales = schema.fields.map(({ type }) => (type as { readonly scale?: number }).scale ?? 0);
  const columns = schema.fields.map(({ name, type }) => ({
    name,
    isNumber: numberType.test(String(type)),
    isDate: dateType.test(String(type)),
  }));
  const rows: Cell[][] = [];
  for (const batch of batches) {
    const vectors = columns.map((_, at) => batch.getChildAt(at));
    for (let row = 0; row < batch.numRows && rows.length < limit; row += 1) {
      rows.push(vectors.map((vector, at) => cellOf(vector?.get(row), columns[at], scales[at] ?? 0)));
    }
  }
  const found = batches.reduce((sum, { numRows }) => sum + numRows, 0);
  return { columns, rows, isCut: found > limit, milliseconds };
}

function cellOf(value: unknown, column: AnswerColumn | undefined, scale: number): Cell {
  if (value === null || value === undefined) return null;
  if (column?.isDate && typeof value === 'number') {
    const text = new Date(value).toISOString();
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
  }
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  // Sums come as whole numbers of 128 bits, in steps of their scale.
  if (column?.isNumber) return Number(String(value)) / 10 ** scale;
  if (typeof value === 'object' && Symbol.iterator in value && 'get' in value) {
    return [...(value as Iterable<unknown>)].map(String).join(', ');
  }
  return String(value);
}
