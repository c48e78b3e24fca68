/** The places that most people ask for: each way to write a large city or county finds it first. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type SearchedPlace, writePlaceIndex } from '../format/address-index/place-index-writer.js';
import { stateNames } from '../format/address-index/usps-words.js';

import { loadGeography } from '../geography/load.js';
import { openPlaceIndex } from './place-search.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-large-places-'));
after(() => rmSync(directory, { recursive: true }));

const { cities, counties, countyByGeoid } = loadGeography();
/** The longest name of each state is its full one. */
const fullNames = new Map<string, string>();
for (const [name, code] of stateNames)
  if ((fullNames.get(code) ?? '').length < name.length) fullNames.set(code, name);

function searchOf(file: string, places: readonly SearchedPlace[]) {
  const path = join(directory, file);
  writePlaceIndex(path, places);
  const index = openPlaceIndex(path);
  const byId = new Map(places.map((place) => [place.geoId, `${place.name}, ${place.state}`]));
  return (text: string) => {
    const [first = ''] = index.search(text, 0, 1).ids;
    return { geoId: first, name: byId.get(first) };
  };
}

const findCity = searchOf(
  'cities',
  cities.map((city) => ({ ...city, county: countyByGeoid(city.countyGeoid)?.name ?? null })),
);
const findCounty = searchOf(
  'counties',
  counties.map((county) => ({ ...county, county: null })),
);
const largest = <T extends { readonly population: number }>(places: readonly T[], count: number) =>
  [...places].sort((a, b) => b.population - a.population).slice(0, count);

/**
 * The 330 largest cities by the population in the Census Bureau's permit survey of 2024 (public domain), with the names
 * that it uses; `=` before the name of their addresses.
 */
const largestCities = `
AK: Municipality of Anchorage=Anchorage
AL: Birmingham, Huntsville, Mobile, Montgomery, Tuscaloosa
AR: Little Rock
AZ: Chandler, Gilbert, Glendale, Mesa, Peoria, Phoenix, Scottsdale, Surprise, Tempe, Tucson, Yuma
CA: Anaheim, Antioch, Bakersfield, Berkeley, Burbank, Carlsbad, Chico, Chula Vista, Clovis, Concord, Corona,
  Costa Mesa, Daly City, Downey, El Cajon, El Monte, Elk Grove, Escondido, Fairfield, Fontana, Fremont, Fresno,
  Fullerton, Garden Grove, Glendale, Hayward, Huntington Beach, Inglewood, Irvine, Jurupa Valley, Lancaster,
  Long Beach, Los Angeles, Modesto, Moreno Valley, Murrieta, Norwalk, Oakland, Oceanside, Ontario, Orange,
  Oxnard, Palmdale, Pasadena, Pomona, Rancho Cucamonga, Rialto, Richmond, Riverside, Roseville, Sacramento,
  Salinas, San Bernardino, San Buenaventura=Ventura, San Diego, San Francisco, San Jose, San Mateo, Santa Ana,
  Santa Clara, Santa Clarita, Santa Maria, Santa Rosa, Simi Valley, Stockton, Sunnyvale, Temecula, Thousand
  Oaks, Torrance, Vacaville, Vallejo, Victorville, Visalia, Vista, West Covina
CO: Arvada, Aurora, Boulder, Centennial, Colorado Springs, Denver, Fort Collins, Greeley, Lakewood, Pueblo,
  Thornton, Westminster
CT: Bridgeport, Hartford, New Haven, Stamford, Waterbury
DC: Washington
FL: Boca Raton, Cape Coral, Clearwater, Coral Springs, Davie, Fort Lauderdale, Gainesville, Hialeah, Hollywood,
  Jacksonville-Duval County=Jacksonville, Lakeland, Miami, Miami Gardens, Miramar, Orlando, Palm Bay, Pembroke
  Pines, Pompano Beach, Port St. Lucie, St. Petersburg, Tallahassee, Tampa, West Palm Beach
GA: Athens-Clarke County=Athens, Atlanta, Augusta, Columbus, Macon-Bibb County=Macon, Sandy Springs, Savannah,
  South Fulton
HI: Honolulu
IA: Cedar Rapids, Davenport, Des Moines
ID: Boise City=Boise, Meridian, Nampa
IL: Aurora, Chicago, Elgin, Joliet, Naperville, Peoria, Rockford, Springfield
IN: Carmel, Evansville, Fort Wayne, Indianapolis, South Bend
KS: Kansas City, Lawrence, Olathe, Overland Park, Topeka, Wichita
KY: Lexington-Fayette, Louisville
LA: Baton Rouge, Lafayette, New Orleans, Shreveport
MA: Boston, Cambridge, Lowell, Springfield, Worcester
MD: Baltimore
MI: Ann Arbor, Detroit, Grand Rapids, Lansing, Sterling Heights, Warren
MN: Minneapolis, Rochester, St. Paul
MO: Columbia, Independence, Kansas City, Lees Summit=Lee's Summit, Springfield, St. Louis
MS: Jackson
MT: Billings
NC: Cary, Charlotte, Durham, Fayetteville, Greensboro, High Point, Raleigh, Wilmington, Winston-Salem
ND: Fargo
NE: Lincoln, Omaha
NH: Manchester
NJ: Elizabeth, Jersey City, Newark, Paterson
NM: Albuquerque, Las Cruces, Rio Rancho
NV: Henderson, Las Vegas, North Las Vegas, Reno, Sparks
NY: Buffalo, New York, Rochester, Syracuse, Yonkers
OH: Akron, Cincinnati, Cleveland, Columbus, Dayton, Toledo
OK: Broken Arrow, Norman, Oklahoma City, Tulsa
OR: Beaverton, Bend, Eugene, Gresham, Hillsboro, Portland, Salem
PA: Allentown, Philadelphia, Pittsburgh
PR: Bayamon, Carolina, Ponce, San Juan
RI: Providence
SC: Charleston, Columbia, North Charleston
SD: Sioux Falls
TN: Chattanooga, Clarksville, Knoxville, Memphis, Murfreesboro, Nashville-Davidson=Nashville
TX: Abilene, Allen, Amarillo, Arlington, Austin, Beaumont, Brownsville, Carrollton, College Station, Corpus
  Christi, Dallas, Denton, Edinburg, El Paso, Fort Worth, Frisco, Garland, Grand Prairie, Houston, Irving,
  Killeen, Laredo, League City, Lewisville, Lubbock, McAllen, McKinney, Mesquite, Midland, Odessa, Pasadena,
  Pearland, Plano, Richardson, Round Rock, San Angelo, San Antonio, Sugar Land, Tyler, Waco, Wichita Falls
UT: Orem, Provo, Salt Lake City, West Jordan, West Valley City
VA: Alexandria, Arlington, Chesapeake, Hampton, Newport News, Norfolk, Richmond, Roanoke, Virginia Beach
WA: Bellevue, Everett, Kent, Renton, Seattle, Spokane, Spokane Valley, Tacoma, Vancouver
WI: Green Bay, Kenosha, Madison, Milwaukee
`;
const listed = largestCities
  .trim()
  .split(/\n(?! )/)
  .flatMap((line) => {
    const [state = '', names = ''] = line.replace(/\s+/g, ' ').split(': ');
    return names.split(', ').map((each) => {
      const [name = '', city = name] = each.split('=');
      return { name, city, state };
    });
  });

/** Abbreviations of the press that are not the state's code. */
const pressNames: Readonly<Record<string, string>> = {
  CA: 'Calif.',
  FL: 'Fla.',
  KS: 'Kan.',
  MA: 'Mass.',
  MI: 'Mich.',
};

test('each of the 330 largest cities is the first result for the ways to write it with its state', () => {
  assert.equal(listed.length, 330);
  const sainted = (text: string | undefined) => text?.replace(/\b(?:St\.|Saint) /, 'Saint ');
  for (const { name, city, state } of listed) {
    const full = fullNames.get(state) ?? '';
    const states = [state, full, `${state[0]}.${state[1]}.`, pressNames[state] ?? state, `${state}, USA`];
    for (const text of states.flatMap((each) => [`${name}, ${each}`, `${name} ${each}`.toLowerCase()]))
      assert.equal(sainted(findCity(text).name), sainted(`${city}, ${state}`), text);
  }
});

test('a large city is found with the word for its kind', () => {
  for (const { geoId, name, state } of largest(cities, 330)) {
    const full = fullNames.get(state) ?? '';
    const kinds = [`${name} City, ${state}`, `City of ${name}, ${state}`, `${name} city ${full}`];
    for (const text of [...kinds, `${name}, ${full}, United States`])
      assert.equal(findCity(text).geoId, geoId, `${text}: ${findCity(text).name}`);
  }
});

test('`City` after a name is its kind, unless a place is called so', () => {
  const names = new Set(cities.map(({ name }) => name));
  const largestOf = new Map(
    largest(cities, cities.length)
      .toReversed()
      .map((city) => [city.name, city]),
  );
  for (const { name } of largest(cities, 330)) {
    const named = largestOf.get(names.has(`${name} City`) ? `${name} City` : name);
    assert.equal(
      findCity(`${name} City`).geoId,
      named?.geoId,
      `${name} City: ${findCity(`${name} City`).name}`,
    );
  }
});

test('common nicknames find their cities', () => {
  const nicknames = {
    'New York, NY': [
      'NY',
      'NYC',
      'NYC, NY',
      'New York City',
      'New York, New York',
      'new york city, new york',
    ],
    'Los Angeles, CA': ['LA', 'L.A.', 'LA, CA', 'la california', 'LA, USA'],
    'Austin, TX': ['ATX'],
    'Colorado Springs, CO': ['CO Springs', 'colo springs', 'Colorado Spgs'],
    'San Antonio, TX': ['san', 'SATX'],
    'San Diego, CA': ['SD, CA', 'san d'],
    'San Francisco, CA': ['SF', 'S.F.', 'san fran', 'SF, CA'],
    'Philadelphia, PA': ['Philly', 'Phila, PA'],
    'Las Vegas, NV': ['Vegas', 'vegas nevada'],
    'Washington, DC': ['Washington DC', 'Washington, D.C.', 'DC', 'D.C.', 'District of Columbia'],
    'New Orleans, LA': ['NOLA'],
    'St. Louis, MO': ['St. Louis', 'St Louis MO', 'STL', 'Saint Louis'],
    'Saint Paul, MN': ['St Paul', 'St. Paul, Minnesota'],
    'St. Petersburg, FL': ['St Petersburg, FL', 'St. Petersburg', 'St. Pete, FL'],
    'Fort Worth, TX': ['Ft Worth', 'Ft. Worth, Texas'],
    'Fort Lauderdale, FL': ['Ft. Lauderdale', 'ft lauderdale fl'],
    'Minneapolis, MN': ['Mpls'],
    'Indianapolis, IN': ['Indy'],
    'Kansas City, MO': ['KC', 'KCMO', 'Kansas City'],
    'Winston-Salem, NC': ['Winston Salem', 'winston-salem nc'],
  };
  for (const [city, texts] of Object.entries(nicknames))
    for (const text of texts) assert.equal(findCity(text).name, city, text);
});

test('each of the 100 largest counties is the first result for the ways to write it', () => {
  for (const { geoId, name, state } of largest(counties, 100)) {
    const bare = name.replace(/ (?:County|Parish)$/, '');
    const full = fullNames.get(state) ?? '';
    for (const text of [`${name}, ${state}`, `${name} ${state}`, `${name}, ${full}`, `${bare}, ${state}`])
      assert.equal(findCounty(text).geoId, geoId, `${text}: ${findCounty(text).name}`);
  }
});

test('counties are found by their kind before the name, and by nicknames', () => {
  const counties = {
    'Los Angeles County, CA': [
      'LA County',
      'L.A. County, CA',
      'County of Los Angeles',
      'Los Angeles County, USA',
    ],
    'Kings County, NY': ['Brooklyn', 'Brooklyn, NY'],
    'New York County, NY': ['Manhattan', 'manhattan new york'],
    "Prince George's County, MD": ['PG County', 'Prince Georges County', 'prince georges maryland'],
    'Denver County, CO': ['City and County of Denver', 'Denver'],
  };
  for (const [county, texts] of Object.entries(counties))
    for (const text of texts) assert.equal(findCounty(text).name, county, text);
});
