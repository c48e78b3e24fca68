/**
 * Reads the parameters of OGC API Features (Part 1, 7.15). A parameter that the endpoint does not have, or a
 * value that cannot be read, is refused with 400.
 */
import { HttpError } from '../request/http-error.js';
import { defaultFeatures, maxFeatures } from '../request/limits.js';

/** Refuses the request, with a sentence for the caller. */
export function refuse(description: string): never {
  const body = { code: 'InvalidParameterValue', description, detail: description };
  throw new HttpError('bad_request', { body });
}

/** The parameters by name. Throws for a name that is not one of `names`, and for one that comes twice. */
export function readNames(
  query: Iterable<readonly [string, string]>,
  names: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  for (const [name, value] of query) {
    if (!names.has(name)) refuse(`There is no parameter ${JSON.stringify(name)} here.`);
    if (given.has(name)) refuse(`${name} is there twice.`);
    given.set(name, value);
  }
  return given;
}

/** `f`: the only format is JSON. */
export function checkFormat(text: string | undefined): void {
  if (text !== undefined && !/^(?:json|geojson|application\/(?:geo\+)?json)$/.test(text)) {
    refuse(`f=${text} is no format of this service; it has json.`);
  }
}

/** `limit`: one that is too great counts as the greatest (requirement 21). */
export function readLimit(text: string | undefined): number {
  if (text === undefined) return defaultFeatures;
  if (!/^\d{1,9}$/.test(text) || Number(text) === 0) refuse('limit is a whole number from 1 on.');
  return Math.min(Number(text), maxFeatures);
}

/** `bbox`: west, south, east, north in degrees; of six numbers the heights are left out. */
export function readBox(text: string | undefined): readonly number[] | null {
  if (text === undefined) return null;
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [west, south, east, north] = numbers.length === 6 ? [0, 1, 3, 4].map((i) => numbers[i]) : numbers;
  const box = [west, south, east, north].map((number) => number ?? Number.NaN);
  const isBox = (numbers.length === 4 || numbers.length === 6) && numbers.every(Number.isFinite);
  if (!isBox) refuse('bbox is four or six numbers with commas between them.');
  // Clients ask for the whole world with a margin.
  const limits = [180, 90, 180, 90];
  const inside = box.map((degrees, i) => Math.min(limits[i] ?? 0, Math.max(-(limits[i] ?? 0), degrees)));
  if ((inside[1] ?? 0) > (inside[3] ?? 0)) refuse('bbox has a south that is north of its north.');
  return inside;
}

interface Period {
  readonly from: string | null;
  readonly to: string | null;
}

/** `datetime`: an instant, or an interval that may be open; instants count by their day in UTC. */
export function readPeriod(text: string | undefined): Period {
  if (text === undefined) return { from: null, to: null };
  const parts = text.split('/');
  const [start = '', end = start] = parts.map(dayOf);
  const isOpen = start === null && end === null;
  if (parts.length > 2 || isOpen || (start !== null && end !== null && start > end)) {
    refuse('datetime is an instant such as 2026-06-30T12:00:00Z, or two with a slash between them, or ..');
  }
  return { from: start, to: end };
}

/** The day of an instant (RFC 3339) or date; null for an open end. */
function dayOf(text: string): string | null {
  if (text === '..' || text === '') return null;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const isInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/i.test(text);
  const ms = isDay || isInstant ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) refuse(`${JSON.stringify(text)} is not an instant such as 2026-06-30T12:00:00Z.`);
  return new Date(ms).toISOString().slice(0, 10);
}
