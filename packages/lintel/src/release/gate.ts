/**
 * Is the new release fit to replace the published one? A drop of 10 % in rows, in the fill of a key field, in rows
 * without a defect, or in what one source gives, is most often a broken source or refiner: a person must decide.
 */
import type { BuildReport, SourceReport } from './build/report.js';
import type { Manifest } from './manifest.js';

/** What is left of a number below which the gate objects. */
const tolerated = 0.9;
/** Fields that fewer of the published permits have say too little to judge by. */
const minimumFill = 0.01;

/** What speaks against replacing `published` by `candidate`, one line each; empty when nothing does. */
export function gateReasons(published: Manifest, candidate: Manifest): string[] {
  return [
    ...countReasons(published, candidate),
    ...fillReasons(published, candidate),
    ...defectReasons(published.report, candidate.report),
    ...sourceReasons(published.report.sources, candidate.report.sources),
  ];
}

function countReasons(published: Manifest, candidate: Manifest): string[] {
  const kinds = ['permits', 'contractors', 'decisions', 'addresses'] as const;
  return kinds.flatMap((kind) => drop(kind, published.info.counts[kind], candidate.info.counts[kind]));
}

function fillReasons(published: Manifest, candidate: Manifest): string[] {
  return Object.entries(published.report.fill).flatMap(([field, count]) => {
    const before = share(count, published.info.counts.permits);
    if (before < minimumFill) return [];
    const after = share(candidate.report.fill[field] ?? 0, candidate.info.counts.permits);
    return drop(`permits with ${field}`, before, after, percent);
  });
}

function defectReasons(published: BuildReport, candidate: BuildReport): string[] {
  return drop('rows without a defect', cleanShare(published), cleanShare(candidate), percent);
}

function sourceReasons(published: readonly SourceReport[], candidate: readonly SourceReport[]): string[] {
  const after = new Map(candidate.map((source) => [source.source, source.records]));
  return published.flatMap(({ source, records }) =>
    drop(`records of ${source}`, records, after.get(source) ?? 0),
  );
}

/** The share of refined rows in which nothing had to be repaired or refused. */
function cleanShare({ sources }: BuildReport): number {
  const refined = sources.reduce((sum, source) => sum + source.refined, 0);
  const defective = sources.reduce((sum, source) => sum + source.defective, 0);
  return share(refined - defective, refined);
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

const percent = (value: number) => `${(value * 100).toFixed(1)} %`;

function drop(
  what: string,
  before: number,
  after: number,
  show: (value: number) => string = String,
): string[] {
  return after > before * tolerated || before === 0
    ? []
    : [`${what} fell from ${show(before)} to ${show(after)}`];
}
