/**
 * How much a dataset looks like one of a kind, by its title and its columns, and how worthwhile it is: whether it is
 * fresh, large and official. Pure calculations.
 */
import type { SourceKind } from '../../base/source-kind.js';
import { type NamedColumn, profileColumns } from '../draft/columns/profile.js';
import { proposeMapping } from '../draft/propose-mapping.js';
import type { FoundDataset } from './found-dataset.js';
import { kindWords } from './kind-words.js';

/** Words to ask catalogs for. */
export function queriesOf(kind: SourceKind): readonly string[] {
  return kindWords[kind].queries;
}

const contraryShare = 0.25;
const ofWeakTitle = 0.55;
const ofOtherTitle = 0.1;
const withoutNeeded = 0.5;
/** What columns are worth that say little about the kind, under a title of another. */
const doubted = 0.5;
/** Of so much of its fields a dataset has all that one can expect. */
const fullShare = 0.75;
/** Parts of likeness by title and by columns. */
const titlePart = 0.4;
/** What a title alone is worth while no columns are known. */
const titleAlone = 0.8;

/**
 * 0 to 1: how much it looks like a dataset of the kind. `columns` may be empty where they are not known. With `fields`,
 * those that a draft of its rows has and how sure they are, they count instead of the names of columns.
 */
export function likenessOf(
  kind: SourceKind,
  title: string,
  columns: readonly NamedColumn[],
  fields?: ReadonlyMap<string, number>,
): number {
  const ofTitle = titleLikeness(kind, title);
  if (fields === undefined && columns.length === 0) return ofTitle * titleAlone;
  const { contrary, column } = kindWords[kind];
  const ofColumns = columnLikeness(kind, fields ?? fieldsByName(kind, columns));
  const isNamed = ofTitle > ofOtherTitle || columns.some(({ name }) => column.test(name));
  const isContrary = contrary.test(wordsOf(title));
  return (titlePart * ofTitle + (1 - titlePart) * ofColumns) * (isContrary || !isNamed ? doubted : 1);
}

/** 0 to 1 by the title alone. */
export function titleLikeness(kind: SourceKind, title: string): number {
  const { strong, weak, contrary } = kindWords[kind];
  const words = wordsOf(title);
  const likeness = strong.test(words) ? 1 : weak.test(words) ? ofWeakTitle : ofOtherTitle;
  return contrary.test(words) ? likeness * contraryShare : likeness;
}

function columnLikeness(kind: SourceKind, found: ReadonlyMap<string, number>): number {
  const { fields, needed } = kindWords[kind];
  const all = Object.values(fields).reduce((sum, weight) => sum + weight, 0);
  const share =
    Object.entries(fields).reduce((sum, [name, weight]) => sum + weight * (found.get(name) ?? 0), 0) / all;
  const lacking = needed.filter((group) => !group.some((name) => found.has(name))).length;
  return Math.min(1, share / fullShare) * withoutNeeded ** lacking;
}

function fieldsByName(kind: SourceKind, columns: readonly NamedColumn[]): Map<string, number> {
  const place = { state: '', isInside: null, epsg: null };
  const { fields } = proposeMapping(kind, profileColumns([], columns), [], { place });
  return new Map(fields.map(({ field, confidence }) => [field, confidence]));
}

/** Names of services are written as `BuildingPermits_2026`. */
function wordsOf(title: string): string {
  return title
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/[_\-./:]+/g, ' ')
    .toLowerCase();
}

const dayMs = 24 * 3_600_000;
const ofUnknown = 0.4;
/** Rows of which a dataset is not larger in any way that matters. */
const manyRows = 100_000;

/** 0 to 1: renewed within a month is best, within a year half as good. */
function freshnessOf(updatedMs: number | null, nowMs: number): number {
  if (updatedMs === null) return ofUnknown;
  const days = (nowMs - updatedMs) / dayMs;
  if (days <= 31) return 1;
  return days <= 366 ? 0.6 : 0.15;
}

/** 0 to 1 by the number of rows, on a logarithmic scale. */
export function sizeOf(rows: number | null): number {
  return rows === null ? ofUnknown : Math.min(1, Math.log10(Math.max(1, rows)) / Math.log10(manyRows));
}

/** 0 to 1: whether an authority publishes it. */
function officialOf({ isOfficial, publisher, fetch }: FoundDataset): number {
  if (isOfficial === true) return 1;
  const { host } = new URL(fetch.base_url);
  if (
    /\.(?:gov|us)$/.test(host) ||
    /\b(?:city|county|town|village|state|commonwealth|department)\b/i.test(publisher ?? '')
  )
    return 1;
  return isOfficial === false ? 0.2 : 0.5;
}

/** 0 to 100: the place of a dataset in the list. */
export function scoreOf(likeness: number, dataset: FoundDataset, rows: number | null, nowMs: number): number {
  const worth =
    0.4 * freshnessOf(dataset.updatedMs, nowMs) + 0.25 * sizeOf(rows) + 0.35 * officialOf(dataset);
  return Math.round(100 * likeness * (0.7 + 0.3 * worth));
}
