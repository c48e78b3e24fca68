/**
 * What is the matter with a source that can be fetched, by its runs: a portal that refuses, rows that it lost, a night
 * unlike its others, silence (raw/source-silence.ts). `sources` in lintel.json says where the rules are wrong. A loss
 * of rows that a full fetch saw is the gate's business too (releases/gate.ts).
 */

import { dayMs } from '../../base/calendar-date.js';
import type { Config } from '../../base/config.js';
import { formatCount } from '../../base/format-number.js';
import type { Run } from '../../raw/raw-store.js';
import { usualSilenceMs } from '../../raw/source-silence.js';
import type { CatalogSource } from '../source/catalog-source.js';
import { nextFetch, refusalOf, rhythmMs } from './next-fetch.js';

/** The share of its rows that a source may lose. */
const mostLost = 0.1;
/** A difference of fewer rows than this may be chance. */
const leastRows = 20;
/** Nights that make up the habit of a source, and how many it takes for one. */
const nightsKept = 28;
const nightsNeeded = 10;
/** A night is unusual if it brings so many times more rows than any of the others, or so many times fewer. */
const unusualTimes = 3;

export const findingKinds = ['lost_rows', 'few_rows', 'many_rows', 'silent', 'unread', 'blocked'] as const;

export interface SourceFinding {
  readonly kind: (typeof findingKinds)[number];
  /** When it began, as far as runs tell: ISO 8601, UTC. */
  readonly since: string;
  /** A sentence that begins with the id of the source. */
  readonly text: string;
}

interface FetchedSource {
  readonly id: string;
  /** Its definition's word for how often it is renewed. */
  readonly updates: string | undefined;
}

/** What one night brought: a fetch with those that it resumed or that followed soon. */
interface Night {
  readonly startedMs: number;
  /** Rows that were new or had changed. */
  readonly rows: number;
}

/** `runs`: those of the source, the oldest first. */
export function sourceFindings(
  { id, updates }: FetchedSource,
  runs: readonly Run[],
  nowMs: number,
  limits: Config['sources'][string] = {},
): SourceFinding[] {
  const refused = blocked(id, runs);
  const last = runs.findLast(({ kind, state }) => kind === 'fetch' && state === 'finished');
  if (last === undefined) return refused === null ? [] : [refused];
  const everyMs = rhythmMs(updates);
  // The first night brings everything.
  const nights = nightsOf(runs, everyMs).slice(1).slice(-nightsKept);
  const found = [
    refused,
    unread(id, last),
    lostRows(id, last, limits.vanished_share ?? mostLost),
    limits.any_rows === true ? null : unusualNight(id, nights),
    silence(id, nights, nowMs, everyMs, limits.silent_days),
  ];
  return found.filter((finding) => finding !== null);
}

/** The share of its rows that the source has lost since the last full fetch but one; null if that is not known. */
export function lostShare({ vanished, details }: Run): number | null {
  const { rows_before: before, rows_at_portal: now } = details;
  if (typeof before !== 'number' || before === 0) return null;
  const lost = typeof now === 'number' ? before - now : vanished;
  return Math.min(1, Math.max(0, lost / before));
}

/** A source that can be fetched, as its runs show it. */
export interface FetchState {
  readonly id: string;
  /** Milliseconds between two renewals. */
  readonly everyMs: number;
  /** Milliseconds since 1970 UTC; null: it was never fetched whole. */
  readonly lastSuccessMs: number | null;
  /** Fetches that failed since then. */
  readonly failures: number;
  /** See `lostShare`. */
  readonly lostShare: number | null;
  /** What its portal said to the last fetch, where it let no program in. */
  readonly refusal: 'blocked' | 'login_only' | null;
  readonly findings: readonly SourceFinding[];
}

/** The state of each source that the store has a fetch of. */
export function sourceStates(
  sources: readonly CatalogSource[],
  allRuns: readonly Run[],
  limits: Config['sources'],
  nowMs: number,
): FetchState[] {
  return sources.flatMap(({ id, definition: { updates } }) => {
    const runs = allRuns.filter(({ source }) => source === id);
    const fetches = runs.filter(({ kind, state }) => kind === 'fetch' && state !== 'running');
    if (fetches.length === 0) return [];
    const last = fetches.findLast(({ state }) => state === 'finished');
    return [
      {
        id,
        everyMs: rhythmMs(updates),
        lastSuccessMs: last?.endedMs ?? null,
        failures: nextFetch(updates, runs, nowMs).failures,
        lostShare: last === undefined ? null : lostShare(last),
        refusal: refusalOf(runs)?.state ?? null,
        findings: sourceFindings({ id, updates }, runs, nowMs, limits[id]),
      },
    ];
  });
}

const moment = (ms: number) => new Date(ms).toISOString();

function blocked(id: string, runs: readonly Run[]): SourceFinding | null {
  const refused = refusalOf(runs);
  if (refused === null) return null;
  const [since, until] = [refused.sinceMs, refused.untilMs].map((ms) =>
    new Date(ms).toISOString().slice(0, 10),
  );
  return {
    kind: 'blocked',
    since: moment(refused.sinceMs),
    text: `${id}: ${refused.refusal}; its portal refused on ${since}, and is asked again from ${until} on.`,
  };
}

function unread(id: string, { details, startedMs }: Run): SourceFinding | null {
  return typeof details.unread === 'string'
    ? { kind: 'unread', since: moment(startedMs), text: `${id}: ${details.unread}.` }
    : null;
}

function lostRows(id: string, last: Run, most: number): SourceFinding | null {
  const share = lostShare(last);
  const before = Number(last.details.rows_before);
  const lost = Math.round((share ?? 0) * before);
  if (share === null || share < most || lost < leastRows) return null;
  const { rows_at_portal: now } = last.details;
  const rest =
    typeof now === 'number'
      ? `A fetch of all rows (lintel fetch ${id} --full) shows which.`
      : 'They are marked as vanished.';
  return {
    kind: 'lost_rows',
    since: moment(last.startedMs),
    text: `${id}: ${formatCount(lost)} of ${formatCount(before)} rows are gone from its portal. ${rest}`,
  };
}

function unusualNight(id: string, nights: readonly Night[]): SourceFinding | null {
  const earlier = nights.slice(0, -1).map(({ rows }) => rows);
  const rows = nights.at(-1)?.rows ?? 0;
  if (earlier.length < nightsNeeded) return null;
  const [least, most] = [Math.min(...earlier), Math.max(...earlier)];
  const isFew = rows * unusualTimes < least && least - rows >= leastRows;
  const isMany = rows > most * unusualTimes && rows - most >= leastRows;
  if (!isFew && !isMany) return null;
  const range = `${formatCount(least)} to ${formatCount(most)}`;
  return {
    kind: isFew ? 'few_rows' : 'many_rows',
    since: moment(nights.at(-1)?.startedMs ?? 0),
    text: `${id}: the last night brought ${formatCount(rows)} new or changed rows; the ${earlier.length} nights before, ${range} each.`,
  };
}

function silence(
  id: string,
  nights: readonly Night[],
  nowMs: number,
  everyMs: number,
  silentDays?: number,
): SourceFinding | null {
  const times = nights.filter(({ rows }) => rows > 0).map(({ startedMs }) => startedMs);
  const latest = times.at(-1);
  if (latest === undefined) return null;
  const pauses = times.slice(1).map((time, at) => time - (times[at] ?? time));
  const mostMs = usualSilenceMs({ everyMs, silentDays }, Math.max(0, ...pauses));
  if (nowMs - latest <= mostMs) return null;
  const day = moment(latest).slice(0, 10);
  return {
    kind: 'silent',
    since: moment(latest),
    text: `${id}: nothing new for ${formatCount(Math.floor((nowMs - latest) / dayMs))} days (since ${day}); up to ${formatCount(Math.round(mostMs / dayMs))} are usual.`,
  };
}

/** Finished fetches, each with what stopped ones before it kept; those of one night are added up. */
function nightsOf(runs: readonly Run[], everyMs: number): Night[] {
  const nights: Night[] = [];
  let kept = 0;
  for (const { kind, state, startedMs, counts } of runs) {
    if (kind !== 'fetch') continue;
    kept += counts.new + counts.changed;
    if (state !== 'finished') continue;
    const last = nights.at(-1);
    if (last !== undefined && startedMs - last.startedMs < everyMs / 2)
      nights[nights.length - 1] = { ...last, rows: last.rows + kept };
    else nights.push({ startedMs, rows: kept });
    kept = 0;
  }
  return nights;
}
