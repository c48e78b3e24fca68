/**
 * Addresses of an invented country, for tests and benchmarks: any number of them, the same for the same seed,
 * most important city first. Street names recur from city to city as in reality; there are numbered streets,
 * routes, directions, several ZIP codes per city and house letters.
 */
import type { Address } from '@lintel/contract';

/** Numbers from 0 up to 1, the same for the same seed (the mulberry32 generator). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const common =
  'MAIN OAK PINE MAPLE CEDAR ELM WASHINGTON LAKE HILL WALNUT PARK SPRING RIVER WILLOW JEFFERSON HIGHLAND CHERRY FRANKLIN LINCOLN JACKSON ADAMS CHURCH MILL MEADOW SUNSET DOGWOOD HICKORY FOREST RIDGE VALLEY MADISON CLEVELAND MAGNOLIA CHESTNUT SYCAMORE PROSPECT ORCHARD CAMBRIDGE COLUMBIA BIRCH LAUREL SPRUCE COTTONWOOD MOUNTAIN LIBERTY HARRISON COLLEGE CENTER'.split(
    ' ',
  );
const syllables =
  'AL AN AR BAR BEL BER BRA BRI CAL CAR CHES CLA COL COR CRAN DAL DAR DEL DEN DOR ED EL EM FAIR FER GAR GLEN GRAN HAL HAR HAZ HOL IN KEN KIR LAN LAR LIN LOR MAR MEL MER MON MOR NOR OR PAL PER PRES QUIN RAN REN ROS SAL SHEL SOM STAN TAL TER TIL TOR VAL VER VIN WAL WAR WES WIN YOR'.split(
    ' ',
  );
const endings =
  'TON VILLE FORD WOOD BURY LEY FIELD HAM DALE MONT WICK BROOK LAND MORE ING A O IA ER STEAD'.split(' ');
const suffixes = 'ST ST ST AVE AVE RD RD DR DR LN CT BLVD PL WAY CIR TER TRL PKWY'.split(' ');
const states = 'TX CA FL NY PA OH IL GA NC MI WA VA TN CO OR NE WV NH'.split(' ');
const directions = 'N S E W NE SW'.split(' ');

function pick<T>(random: () => number, from: readonly T[]): T {
  const chosen = from[Math.floor(random() * from.length)];
  if (chosen === undefined) throw new Error('nothing to choose from');
  return chosen;
}

function invented(random: () => number): string {
  const word =
    pick(random, syllables) + (random() < 0.5 ? pick(random, syllables) : '') + pick(random, endings);
  return word.length < 4 ? `${word}WELL` : word;
}

function ordinalStreet(value: number): string {
  const last = value % 10;
  const teen = value > 10 && value < 14;
  return `${value}${teen || last > 3 || last === 0 ? 'TH' : ['', 'ST', 'ND', 'RD'][last]}`;
}

/** One street's name in USPS notation. */
function streetName(random: () => number): string {
  const kind = random();
  if (kind < 0.02) return `SR ${1 + Math.floor(random() * 400)}`;
  const direction = random() < 0.15 ? `${pick(random, directions)} ` : '';
  const suffix = pick(random, suffixes);
  if (kind < 0.1) return `${direction}${ordinalStreet(1 + Math.floor(random() * 60))} ${suffix}`;
  const first = kind < 0.45 ? pick(random, common) : invented(random);
  const second = random() < 0.12 ? ` ${pick(random, common)}` : '';
  return `${direction}${first}${second} ${suffix}`;
}

interface SyntheticCity {
  readonly name: string;
  readonly state: string;
  readonly zips: readonly string[];
}

function makeCity(random: () => number, i: number, zips: number): SyntheticCity {
  const prefix = random() < 0.15 ? `${pick(random, ['SAN', 'NEW', 'LAKE', 'SAINT', 'PORT', 'N'])} ` : '';
  const first = 10_000 + ((i * 37) % 89_000);
  return {
    name: prefix + invented(random),
    state: pick(random, states),
    zips: Array.from({ length: zips }, (_, z) => String(10_000 + ((first + z - 10_000) % 89_999))),
  };
}

/** `count` addresses of the country of the seed. */
export function* syntheticAddresses(count: number, seed: number): Generator<Address> {
  const random = randomNumbers(seed);
  let left = count;
  for (let i = 0; left > 0; i++) {
    const size = Math.min(left, Math.max(40, Math.ceil(count / 12 / (i + 1))));
    const city = makeCity(random, i, Math.min(20, 1 + Math.floor(size / 4000)));
    left -= size;
    yield* addressesOf(random, city, size);
  }
}

function* addressesOf(random: () => number, city: SyntheticCity, size: number): Generator<Address> {
  for (let done = 0; done < size; ) {
    const street = streetName(random);
    const zip = pick(random, city.zips);
    let house = 1 + Math.floor(random() * (random() < 0.3 ? 12_000 : 900));
    const houses = Math.min(size - done, 3 + Math.floor(random() * random() * 70));
    for (let h = 0; h < houses; h++) {
      const letter = random() < 0.01 ? pick(random, ['A', 'B', '1/2']) : '';
      yield makeAddress(letter === '1/2' ? `${house} 1/2` : `${house}${letter}`, street, city, zip);
      house += 1 + Math.floor(random() * 9);
    }
    done += houses;
  }
}

function makeAddress(houseNumber: string, street: string, city: SyntheticCity, zip: string): Address {
  return {
    geo_id: 'AAAAAAAAAAA',
    name: `${houseNumber} ${street}, ${city.name}, ${city.state}, ${zip}`,
    street_no: houseNumber,
    street,
    city: city.name,
    county: null,
    zip_code: zip,
    zip_code_ext: null,
    state: city.state,
    jurisdiction: null,
    lat: null,
    long: null,
  };
}
