/**
 * The table of places as the Census numbers them, from the list of Open Civic Data's divisions (`us_census_places.csv`
 * of opencivicdata/ocd-division-ids: id, name, GEOID; CC0). Counties are left out: another table has them.
 */
import { parse } from 'csv-parse/sync';
import { toAscii } from '../name.js';
import { formatTable } from '../table.js';

const about =
  'Cities, towns, villages, boroughs and townships by Census GEOID, with the word for their kind. ' +
  "Source: us_census_places.csv of opencivicdata/ocd-division-ids (CC0), from the Census Bureau's list of places.";

/** What the list lacks: consolidated governments, and Honolulu, which is a place of the Census only. */
const missing = [
  ['1150000', 'Washington city'],
  ['1303440', 'Athens-Clarke County unified government (balance)'],
  ['1304204', 'Augusta-Richmond County consolidated government (balance)'],
  ['1349008', 'Macon-Bibb County'],
  ['1571550', 'Honolulu city'],
  ['2148006', 'Louisville/Jefferson County metro government (balance)'],
  ['4752006', 'Nashville-Davidson metropolitan government (balance)'],
] as const;

/** The text of the table, by GEOID. */
export function censusPlaces(csv: string): string {
  const rows: { readonly name: string; readonly census_geoid: string }[] = parse(csv, { columns: true });
  const places = rows
    .map(({ name, census_geoid }) => [census_geoid.replace('place-', ''), toAscii(name).trim()] as const)
    .filter(([geoid]) => geoid.length === 7 || geoid.length === 10);
  return formatTable(
    'census-places',
    about,
    [...places, ...missing].sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
