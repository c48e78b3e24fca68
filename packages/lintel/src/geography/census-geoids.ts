/**
 * Census GEOIDs of the governments below counties by their names: seven digits for a city, town, village or borough, ten
 * for a township or a town of New England and New York. The table is read at the first question.
 */
import { matchKey } from './name.js';
import { dataDirectory, readTable } from './table.js';

export interface CensusPlace {
  readonly geoid: string;
  /** As the Census writes it, with the word for its kind: `Elm City city`. */
  readonly name: string;
}

/** What a place is beside its name. */
const kinds =
  / (?:city|town|village|borough|township|plantation|municipality|charter township|city and borough|(?:metropolitan|consolidated|unified|metro)(?: city-county)? government|urban county|corporation)(?: \(balance\))?$/i;
const kindBefore = /^(?:(city|town|village|borough|township) of) /i;

let byState: ReadonlyMap<string, readonly CensusPlace[]> | null = null;

/**
 * The places of a state (two-digit FIPS) that a name may mean, the likeliest first: `Town of Elm` is a town where there
 * is one, a name alone the place before the township. Of towns and townships only those in the county, where one is given.
 */
export function censusPlacesNamed(
  name: string,
  stateFips: string,
  countyGeoid: string | null = null,
): CensusPlace[] {
  byState ??= readPlaces();
  const [before = '', kind] = kindBefore.exec(name) ?? [];
  const bare = name.slice(before.length);
  const wanted = new Set([bare, bare.replace(kinds, '')].map(matchKey));
  const isNamed = ({ name: full }: CensusPlace) =>
    placeNames(full).some((each) => wanted.has(matchKey(each)));
  const isNear = ({ geoid }: CensusPlace) =>
    geoid.length === 7 || countyGeoid === null || geoid.startsWith(countyGeoid);
  const own = kind ?? kinds.exec(bare)?.[0].trim();
  const isOfKind = ({ name: full }: CensusPlace) =>
    own !== undefined && full.toLowerCase().endsWith(` ${own.toLowerCase()}`);
  const named = (byState.get(stateFips) ?? []).filter(isNamed);
  const near = named.filter(isNear);
  // Connecticut's towns are listed by counties that are none any more.
  const places = near.length === 0 && named.length === 1 ? named : near;
  const ofKind = places.filter(isOfKind);
  return (ofKind.length > 0 ? ofKind : places).sort((a, b) => a.geoid.length - b.geoid.length);
}

/** The place of a GEOID with seven or ten digits; null for none. */
export function censusPlace(geoid: string): CensusPlace | null {
  byState ??= readPlaces();
  return byState.get(geoid.slice(0, 2))?.find((place) => place.geoid === geoid) ?? null;
}

/** The name with and without its kind; of two that became one (`Nashville-Davidson`) the first as well. */
export function placeNames(full: string): string[] {
  const bare = full.replace(kinds, '');
  const [first = bare] = bare.split(/[-/]/);
  return [
    full,
    bare,
    bare.replace(/ city$/i, ''),
    ...(bare !== full && !/ (?:city|town|village)$/i.test(full) ? [first] : []),
  ];
}

function readPlaces(): Map<string, CensusPlace[]> {
  const states = new Map<string, CensusPlace[]>();
  for (const place of readTable(
    'census-places',
    ([geoid = '', name = '']) => ({ geoid, name }),
    dataDirectory,
  )) {
    const fips = place.geoid.slice(0, 2);
    const places = states.get(fips);
    if (places) places.push(place);
    else states.set(fips, [place]);
  }
  return states;
}
