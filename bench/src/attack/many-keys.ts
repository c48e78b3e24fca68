/**
 * An account with many keys asks, on many connections at once, for what takes time and gives no records. The log of the
 * service says how long it has worked for the account.
 */
import { join } from 'node:path';
import { openLedger } from 'lintel/dist/ledger/open-ledger.js';
import { figure } from '../figures.js';
import { benchPlan } from '../home.js';
import type { Attack } from './attack.js';

const keys = 10;
const connectionsOfKey = 4;
/** Milliseconds that the plan allows in a minute; the sample's records are tested in a fraction of it. */
const allowedMs = 1_000;
const windowMs = 60_000;
const filter = encodeURIComponent("description = 'no permit says this'");
const path = `/ogc/collections/permits/items?filter=${filter}`;

export const manyKeys: Attack = {
  name: 'many-keys',
  promise: 'an account gets the work of its plan and no more, whatever its keys, and others are answered',
  async run({ serve, isShort }) {
    const plans = { bench: { ...benchPlan, work_seconds_per_minute: allowedMs / 1000 } };
    const served = await serve({ plans });
    const ledger = openLedger({ path: join(served.home.directory, 'ledger.sqlite'), plans });
    const greedy = await ledger.createAccount({ name: 'Greedy', plan: 'bench' });
    const secrets = await Promise.all(
      Array.from({ length: keys }, async () => (await ledger.createKey(greedy.id, {})).secret),
    );
    await ledger.close();
    const ask = async (key: string) => {
      const answer = await fetch(served.url + path, { headers: { 'x-api-key': key } });
      await answer.arrayBuffer();
      return answer.status;
    };
    const end = performance.now() + (isShort ? 4_000 : 1.5 * windowMs);
    const statuses: number[] = [];
    const caller = async (key: string) => {
      while (performance.now() < end) statuses.push(await ask(key));
    };
    const callers = secrets.flatMap((key) => Array.from({ length: connectionsOfKey }, () => caller(key)));
    await Promise.all(callers);
    const other = await ask(served.home.key);
    const lines = served.requests.filter(({ account_id: account }) => account === greedy.id);
    const worked = lines.map(({ work_ms: ms = 0, time = 0 }) => ({ ms, time }));
    const largest = Math.max(...worked.map(({ ms }) => ms));
    const inWindow = (first: number) =>
      worked.reduce((sum, { ms, time }) => sum + (time >= first && time < first + windowMs ? ms : 0), 0);
    const most = Math.max(...worked.map(({ time }) => inWindow(time)));
    const refused = statuses.filter((status) => status === 429).length;
    const isOther = statuses.some((status) => status !== 200 && status !== 429);
    return {
      // A line is written after the answer, so the first of a minute may belong to the one before.
      held: most <= allowedMs + 2 * largest && refused > 0 && !isOther && other === 200,
      seen: `${keys} keys: ${statuses.length} answers, ${refused} refused; ${figure(most)} ms of work in a minute, of ${allowedMs}; another account got ${other}`,
    };
  },
};
