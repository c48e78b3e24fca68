/** The last days of the service as operators see them: answers and their times, disk, and what the gate said. */
import { dayMs } from '../../base/calendar-date.js';
import type { Ledger } from '../../ledger/ledger.js';
import { type GateVerdict, gateActs, verdictOfAct } from '../../releases/gate-acts.js';
import { type AnswerClass, answersOf, tookWithin } from './answer-counts.js';
import { bytesOf, type HomePart } from './home-bytes.js';

/** Days that are shown. */
const shownDays = 30;
/** Verdicts that are shown. */
const maxVerdicts = 100;

interface TrendDay {
  /** In UTC, YYYY-MM-DD. */
  readonly date: string;
  readonly answers: Readonly<Record<AnswerClass, number>>;
  /** Milliseconds within which half, and 99 of 100, of the answers were given; null without any. */
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  /** As it was last seen on the day; null if it was not. */
  readonly bytes: Readonly<Record<HomePart | 'free', number>> | null;
}

interface JudgedRelease {
  readonly atMs: number;
  readonly release: string;
  readonly verdict: GateVerdict;
  /** What the audit log says of it. */
  readonly detail: string;
}

interface Trends {
  /** Days on which something was counted, the oldest first. */
  readonly days: readonly TrendDay[];
  /** The newest first. */
  readonly verdicts: readonly JudgedRelease[];
}

export async function trendsOf(ledger: Pick<Ledger, 'trends' | 'audit'>, nowMs: number): Promise<Trends> {
  const [rows, acts] = await Promise.all([
    ledger.trends.rows(shownDays),
    ledger.audit(maxVerdicts, gateActs),
  ]);
  const byDate = new Map<string, Map<string, number>>();
  for (const { date, measure, value } of rows) {
    const measures = byDate.get(date) ?? new Map<string, number>();
    byDate.set(date, measures.set(measure, value));
  }
  const days = [...byDate].map(([date, measures]) => ({
    date,
    answers: answersOf(measures),
    p50Ms: tookWithin(measures, 0.5),
    p99Ms: tookWithin(measures, 0.99),
    bytes: bytesOf(measures),
  }));
  const sinceMs = nowMs - shownDays * dayMs;
  const verdicts = acts
    .filter(({ atMs }) => atMs >= sinceMs)
    .map((act) => ({
      atMs: act.atMs,
      release: act.subject,
      verdict: verdictOfAct(act),
      detail: act.detail,
    }));
  return { days, verdicts };
}
