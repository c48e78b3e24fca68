/**
 * The authorities of a file that several offices share: a column that names one in each row, and the place that each
 * word means. Without such a column the whole file is of one place.
 */
import type { Geography } from '../../geography/geography.js';
import type { Jurisdiction, SourceDefinition } from '../definition/catalog-schema.js';
import { type SourceRow, textOf } from '../mapping/value.js';
import { profileColumns } from './columns/profile.js';

interface DraftedAuthorities {
  /** Null for a file of one place. */
  readonly jurisdictions: NonNullable<SourceDefinition['jurisdictions']> | null;
  readonly questions: readonly string[];
}

/** More different words than this do not name offices. */
const maxAuthorities = 200;

export function draftAuthorities(
  rows: readonly SourceRow[],
  state: string,
  geography: Geography,
): DraftedAuthorities {
  for (const { name, words, distinct } of profileColumns(rows)) {
    const names = [...words.known].filter((word) => word !== 'name' && word !== 'permit' && word !== 'issue');
    if (names.length !== 1 || names[0] !== 'jurisdiction' || distinct < 2 || distinct > maxAuthorities)
      continue;
    const given = new Set(rows.flatMap((row) => textOf(row[name]) ?? []));
    const found = [...given].flatMap((word) => {
      const place = placeOf(word, state, geography);
      return place === null ? [] : [[word, place] as const];
    });
    // Words of which most mean no place are districts or departments.
    if (found.length < 2 || found.length < given.size / 2) continue;
    const lost = [...given].filter((word) => !found.some(([known]) => known === word));
    return {
      jurisdictions: { by: name, table: Object.fromEntries(found) },
      questions: [
        `"jurisdictions": ${found.length} authorities share the file, by "${name}". Put the seven-digit GEOID of each city there.`,
        ...lost.map((word) => `"jurisdictions": which place is "${word}"?`),
      ],
    };
  }
  return { jurisdictions: null, questions: [] };
}

function placeOf(word: string, state: string, geography: Geography): Jurisdiction | null {
  const county = /\b(?:county|parish|borough)\b/i.test(word) ? geography.county(word, state) : null;
  if (county !== null) {
    const { geoid, name } = county;
    return { geoid, name, state, county_geoid: geoid, default_city: null };
  }
  const city = geography.city(word, state);
  if (city === null) return null;
  const { countyGeoid, name } = city;
  return { geoid: countyGeoid, name, state, county_geoid: countyGeoid, default_city: name };
}
