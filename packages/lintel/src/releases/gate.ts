/**
 * Decides whether the new release may replace the published one. A loss of 10 % in rows, in the fill of a key
 * field, in rows without a defect, or in contractors and addresses, is usually a broken source or refiner: a
 * person must decide. So is a release that a wrong clock seems to have dated.
 *
 * Like is compared with like: sources are compared one by one, except that those of one authority (one namespace) are
 * compared together, because their rows merge, and so are those that have permits in common. So adding a city lowers
 * nothing, whatever its records lack.
 */

import type { ReleaseInfo } from '@lintel/contract';
import { dayMs } from '../base/calendar-date.js';
import type { Config } from '../base/config.js';
import { formatCount } from '../base/format-number.js';
import type { Manifest } from '../format/manifest.js';
import type { SourceReport } from '../format/report.js';

/** The gate objects when less than this share of a number is left. */
const tolerated = 0.9;
/** Fields with a lower fill in the published permits are too rare to judge. */
const minimumFill = 0.01;
/** A drop that affects fewer records than this may be chance: one of ten permits may lack a field. */
const leastLost = 20;
/** More days between two releases are a leap of the clock if no source that was read has a record of them. */
const leapDays = 31;
/** The day of a release may be some days before that of its newest record. */
const lateDays = 7;
/** Offices date some permits ahead. A greater share that has become so is of a wrong clock, or of wrong dates. */
const aheadShare = 0.001;

/**
 * The reasons against replacing `published` by `candidate`, one line each; empty without any. `limits`: what the
 * operator knows of single sources.
 */
export function gateReasons(
  published: Manifest,
  candidate: Manifest,
  limits: Config['sources'] = {},
): string[] {
  const after = candidate.report.sources;
  return [
    ...clockReasons(published.info, candidate.info),
    ...candidate.report.sources.flatMap((source) => aheadReasons(source, published.report.sources)),
    ...countReasons(published, candidate),
    ...authorityGroups(published, candidate).flatMap(([before, now]) => authorityReasons(before, now)),
    ...published.report.sources.flatMap((source) => defectReasons(source, after)),
    ...published.report.sources.flatMap((source) =>
      vanishedReasons(source, after, limits[source.source]?.vanished_share),
    ),
  ];
}

/** Whether the release has no records. */
export function isEmptyRelease({ info: { counts } }: Manifest): boolean {
  return counts.permits + counts.contractors + counts.decisions === 0;
}

function clockReasons(published: ReleaseInfo, candidate: ReleaseInfo): string[] {
  const [before, day] = [published.released_at, candidate.released_at];
  if (isLeap(published, candidate))
    return [
      `no source that was read has a record of the time from ${before} to its day, ${day} (is the clock ahead?)`,
    ];
  // If it was the published release that leapt, this one is right.
  if (daysFrom(day, before) <= 1 || isLeap(candidate, published)) return [];
  return [`its day, ${day}, is before ${before} (is the clock behind?)`];
}

/** Whether the clock leapt between two releases: no source that had news at the first and was read since has any. */
function isLeap(first: ReleaseInfo, second: ReleaseInfo): boolean {
  const since = (day: string) => daysFrom(first.released_at, day);
  if (since(second.released_at) <= leapDays) return false;
  const lively = first.sources.filter(({ state }) => state === 'active').map(({ id }) => id);
  const read = second.sources.filter(
    ({ id, as_of: asOf }) => lively.includes(id) && asOf !== null && since(asOf) > leapDays,
  );
  return (
    read.length > 0 && read.every(({ newest_record: newest }) => newest != null && since(newest) <= lateDays)
  );
}

const daysFrom = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayMs;

function aheadReasons(now: SourceReport, published: readonly SourceReport[]): string[] {
  const before = published.find(({ source }) => source === now.source);
  if (before?.ahead === undefined || now.ahead === undefined) return [];
  if (now.ahead - before.ahead < Math.max(leastLost, now.records * aheadShare)) return [];
  return [
    `permits of ${now.source} dated after the day of their release rose from ${formatCount(before.ahead)} to ` +
      `${formatCount(now.ahead)} (is the clock behind, or are its dates wrong?)`,
  ];
}

/** Totals cannot fall because a source was added, but for permits that it has in common with others. */
function countReasons(published: Manifest, candidate: Manifest): string[] {
  const kinds = ['permits', 'contractors', 'decisions', 'addresses'] as const;
  const joined = sharedPermits(candidate) - sharedPermits(published);
  return kinds.flatMap((kind) => {
    const reasons = drop(kind, published.info.counts[kind], candidate.info.counts[kind]);
    if (kind !== 'permits' || joined <= 0) return reasons;
    return reasons.map((reason) => `${reason}; of ${formatCount(joined)} another source has the same permit`);
  });
}

/** Numbers of which one record was made though two sources have them. */
function sharedPermits({ report: { overlaps = [] } }: Manifest): number {
  return overlaps.reduce((sum, { same }) => sum + same, 0);
}

/**
 * Sources by the authority that keeps their records, as published and now: rows of these merge with each other, and
 * those of sources that have permits in common.
 */
function authorityGroups(
  published: Manifest,
  candidate: Manifest,
): (readonly [SourceReport[], SourceReport[]])[] {
  const reports = [published.report, candidate.report];
  const keys = new Map(
    reports.flatMap(({ sources }) => sources.map((each) => [each.source, authorityOf(each)])),
  );
  for (const { source, other, same } of reports.flatMap(({ overlaps = [] }) => overlaps)) {
    if (same === 0) continue;
    const [into = '', from] = [keys.get(source), keys.get(other)];
    for (const [name, key] of keys) if (key === from) keys.set(name, into);
  }
  const of = (sources: readonly SourceReport[], key: string) =>
    sources.filter(({ source }) => keys.get(source) === key);
  const before = published.report.sources.map(({ source }) => keys.get(source) ?? '');
  return [...new Set(before)].map((key) => [
    of(published.report.sources, key),
    of(candidate.report.sources, key),
  ]);
}

function authorityOf({ kind, namespace, source }: SourceReport): string {
  return `${kind} ${namespace ?? source}`;
}

/** `before` are the sources of one authority, `after` those of the new release. */
function authorityReasons(before: readonly SourceReport[], after: readonly SourceReport[]): string[] {
  const name = before.map(({ source }) => source).join(' and ');
  const reasons = drop(`records of ${name}`, recordsOf(before), recordsOf(after));
  if (before.length > 1 || after.length > 1)
    reasons.push(...before.flatMap((source) => rowReasons(source, after)));
  return after.length === 0 ? reasons : [...reasons, ...fillReasons(name, before, after)];
}

/** Which source's row becomes the record may change with the sources; how many rows each one has does not. */
function rowReasons({ source, refined }: SourceReport, all: readonly SourceReport[]): string[] {
  const after = all.find((other) => other.source === source);
  return drop(`usable rows of ${source}`, refined, after?.refined ?? 0);
}

function fillReasons(
  name: string,
  before: readonly SourceReport[],
  after: readonly SourceReport[],
): string[] {
  const known = new Set(before.map(({ source }) => source));
  const hasGrown = after.some(({ source }) => !known.has(source));
  const [recordsBefore, recordsAfter] = [recordsOf(before), recordsOf(after)];
  const fields = [...new Set(before.flatMap(({ fill }) => Object.keys(fill)))];
  return fields.flatMap((field) => {
    const [filledBefore, filledAfter] = [filled(before, field), filled(after, field)];
    if (share(filledBefore, recordsBefore) < minimumFill) return [];
    const what = `permits of ${name} with ${field}`;
    // The records of an added source may lack the field, which says nothing about the existing ones.
    if (hasGrown) return drop(what, filledBefore, filledAfter);
    return dropOfShare(what, [filledBefore, recordsBefore], [filledAfter, recordsAfter]);
  });
}

function defectReasons(before: SourceReport, all: readonly SourceReport[]): string[] {
  const after = all.find(({ source }) => source === before.source);
  if (after === undefined) return [];
  const clean = ({ refined, defective }: SourceReport): Part => [refined - defective, refined];
  return dropOfShare(`rows of ${before.source} without a defect`, clean(before), clean(after));
}

/** Rows that vanished from a source stay in the release, so that only this tells of them. */
function vanishedReasons(
  before: SourceReport,
  all: readonly SourceReport[],
  share = 1 - tolerated,
): string[] {
  const after = all.find(({ source }) => source === before.source);
  if (after === undefined) return [];
  const [had, has] = [before.refined - before.vanished, after.refined - after.vanished];
  if (had - has < leastLost || had - has < had * share) return [];
  return [
    `rows that ${before.source} still has fell from ${formatCount(had)} to ${formatCount(has)} ` +
      `(if that is right: "sources": {"${before.source}": {"vanished_share": 1}} in lintel.json)`,
  ];
}

function recordsOf(sources: readonly SourceReport[]): number {
  return sources.reduce((sum, { records }) => sum + records, 0);
}

function filled(sources: readonly SourceReport[], field: string): number {
  return sources.reduce((sum, { fill }) => sum + (fill[field] ?? 0), 0);
}

/** A count of a total. */
type Part = readonly [part: number, whole: number];

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

function dropOfShare(what: string, before: Part, after: Part): string[] {
  const [shareBefore, shareAfter] = [share(...before), share(...after)];
  const lost = (shareBefore - shareAfter) * after[1];
  return lost < leastLost ? [] : drop(what, shareBefore, shareAfter, percent);
}

const percent = (value: number) => `${(value * 100).toFixed(1)} %`;

function drop(
  what: string,
  before: number,
  after: number,
  show: (value: number) => string = formatCount,
): string[] {
  return after > before * tolerated || before === 0
    ? []
    : [`${what} fell from ${show(before)} to ${show(after)}`];
}
