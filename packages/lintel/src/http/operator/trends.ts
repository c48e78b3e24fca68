/** Trends in the operator view: answers and their times, disk, and what the gate said, day by day. */
import { moment } from '../account/wire.js';
import { operatorRoute } from './operator-route.js';

/** Loaded when an operator comes. */
const reading = () => import('../../operate/trends/trends.js');

export const showTrends = operatorRoute('GET /operator/trends', async ({ tools, context }) => {
  const { trendsOf } = await reading();
  const { days, verdicts } = await trendsOf(tools.ledger, context.now());
  return {
    days: days.map(({ p50Ms, p99Ms, bytes, ...day }) => ({
      ...day,
      p50_ms: rounded(p50Ms),
      p99_ms: rounded(p99Ms),
      bytes: bytes && { ...bytes },
    })),
    verdicts: verdicts.map(({ atMs, ...verdict }) => ({ at: moment(atMs), ...verdict })),
  };
});

const rounded = (ms: number | null) => (ms === null ? null : Math.round(ms * 10) / 10);
