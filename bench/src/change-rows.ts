/** A night for benchmarks: of the rows that change, half get another value and half another key. */
import { openHome } from 'lintel/dist/base/home.js';
import { openRawStore } from 'lintel/dist/raw/sqlite-raw-store.js';

/** Changes a share of all raw rows of a home; gives how many. */
export function changeRows(directory: string, share: number): number {
  const store = openRawStore(openHome(directory).raw);
  const every = Math.round(1 / share);
  let [seen, changed] = [0, 0];
  try {
    for (const { source } of store.totals()) {
      const rows = [...store.rows(source)].filter(() => ++seen % every === 0);
      const run = store.startRun(source, 'changes');
      for (const [at, { key, body }] of rows.entries()) {
        run.put(at % 2 === 0 ? { key, body: withOtherValue(body) } : withOtherKey(key, body));
      }
      run.finish();
      changed += rows.length;
    }
  } finally {
    store.close();
  }
  return changed;
}

/** The row with another cost. */
function withOtherValue(body: string): string {
  const fields = Object.entries(JSON.parse(body) as Record<string, unknown>);
  const at = fields.findIndex(([name]) => /cost|value|valuation/i.test(name));
  const [name, value] = fields[at] ?? ['cost', 1];
  return JSON.stringify({ ...Object.fromEntries(fields), [name]: `${String(value)}1` });
}

function withOtherKey(key: string, body: string): { key: string; body: string } {
  return { key: `${key}9`, body: body.replaceAll(JSON.stringify(key), JSON.stringify(`${key}9`)) };
}
