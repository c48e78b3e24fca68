/**
 * Inhabitants and homes of places from a CSV of the operator: `geoid` (a GEOID of the Census Bureau, also with what
 * stands before `US` in its tables) or `geo_id`, `population`, and if known `homes`. A file with a wrong line is refused.
 */
import { geoIdKind, type OfficialPlace } from '@lintel/contract';
import { geoId } from '@lintel/contract/plain';
import { parse } from 'csv-parse/sync';
import { UserError } from '../base/user-error.js';
import { censusPlace, placeNames } from '../geography/census-geoids.js';
import type { Geography } from '../geography/geography.js';
import { newEngland } from './official-places.js';

export interface PopulationRow {
  /** A geo_id, or a GEOID with two, five, seven or ten digits. */
  readonly place: string;
  readonly population: number | null;
  readonly homes: number | null;
}

/** Whether a text is such a CSV, by its first line. */
export const isPopulation = (text: string): boolean => /^[^\r\n]*\bpopulation\b/i.test(text);

/** What a file says; throws a UserError that names the line at fault. */
export function readPopulation(text: string, path: string): PopulationRow[] {
  const [names = [], ...lines] = cellsOf(text, path);
  const columns = names.map((name) => name.trim().toLowerCase());
  const at = (...known: string[]) => columns.findIndex((column) => known.includes(column));
  const [place, population, homes] = [at('geoid', 'geo_id'), at('population'), at('homes')];
  if (place < 0 || population < 0)
    throw new UserError(
      `${path} lacks a column geoid (or geo_id) or population: it has ${names.join(', ')}.`,
    );
  return lines.map((cells, i) => {
    const id = (cells[place] ?? '').trim().replace(/^\d{7}US(?=\d)/, '');
    const row = { place: id, population: wholeOf(cells[population]), homes: wholeOf(cells[homes]) };
    const isPlace = /^(?:\d{2}|\d{5}|\d{7}|\d{10}|[A-Z]{2}|[\w-]{11})$/.test(id);
    if (isPlace && !Number.isNaN(row.population) && !Number.isNaN(row.homes)) return row;
    throw new UserError(
      `Line ${i + 2} of ${path} is no place with whole numbers: "${cells.join(',').slice(0, 80)}".`,
      {
        hint: 'geoid has 2 digits (a state), 5 (a county), 7 (a place) or 10 (a town); numbers have no spaces.',
      },
    );
  });
}

function cellsOf(text: string, path: string): string[][] {
  try {
    return parse(text, { bom: true, skip_empty_lines: true });
  } catch (error) {
    throw new UserError(`${path} is no CSV: ${(error as Error).message}`);
  }
}

/** Null for nothing, NaN for what is no whole number; thousands may have commas. */
function wholeOf(cell = ''): number | null {
  const digits = cell.trim().replaceAll(',', '');
  return digits === '' ? null : /^\d{1,10}$/.test(digits) ? Number(digits) : Number.NaN;
}

/** Official places with the inhabitants and homes of the rows in place of what a survey says. */
export function withPopulation(
  places: ReadonlyMap<string, OfficialPlace>,
  rows: readonly PopulationRow[],
  geography: Geography,
): Map<string, OfficialPlace> {
  const all = new Map(places);
  for (const { place, population, homes } of rows) {
    for (const id of geoIdsOf(place, geography)) {
      const periods = all.get(id)?.periods ?? [];
      all.set(id, { population, homes, population_source: 'operator', periods });
    }
  }
  return all;
}

function geoIdsOf(place: string, geography: Geography): string[] {
  if (!/^\d+$/.test(place) && geoIdKind(place) !== null) return [place];
  if (place.length === 2)
    return geography.states.filter(({ fips }) => fips === place).map(({ code }) => code);
  if (place.length === 5) {
    const county = geography.countyByGeoid(place);
    return county === null ? [] : [county.geoId, geoId('jurisdiction', county.geoid)];
  }
  const city = cityOf(place, geography);
  return [geoId('jurisdiction', place), ...(city === null ? [] : [city])];
}

/** The city of a place of the Census, by its name. */
function cityOf(geoid: string, geography: Geography): string | null {
  const name = censusPlace(geoid)?.name;
  const state = geography.states.find(({ fips }) => geoid.startsWith(fips))?.code;
  const isTown = geoid.length === 10;
  if (name === undefined || state === undefined || (isTown && !newEngland.includes(geoid.slice(0, 2))))
    return null;
  const hint = isTown ? { countyGeoid: geoid.slice(0, 5) } : {};
  for (const each of placeNames(name)) {
    const city = geography.city(each, state, hint);
    if (city !== null) return city.geoId;
  }
  return null;
}
