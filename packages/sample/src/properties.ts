/**
 * The parcels of a jurisdiction by number: address, point, use, size, age, value and owner.
 *
 * The existing stock has numbers from 0; lots that permit `i` built on are `newLot(i)`, on streets of their
 * own subdivisions. Costly facts (owner) are made only when a shape asks for them.
 */
import { yearOf } from './calendar.js';
import { domains, type SampleSeed } from './domains.js';
import type { Jurisdiction } from './jurisdictions.js';
import { Random } from './random.js';
import type { Street } from './streets.js';
import { compoundName, compoundNames, givenNames } from './words/names.js';

export type PropertyClass =
  | 'house'
  | 'townhouse'
  | 'condo'
  | 'apartments'
  | 'retail'
  | 'restaurant'
  | 'hotel'
  | 'office'
  | 'warehouse'
  | 'farm'
  | 'civic'
  | 'land';

export type OwnerKind = 'individual' | 'company' | 'trust' | 'government';

export interface Property {
  /** Unique within the jurisdiction. */
  readonly index: number;
  readonly street: Street;
  readonly streetNo: string;
  readonly lat: number;
  readonly lng: number;
  readonly class: PropertyClass;
  readonly stories: number;
  /** Homes in it; 0 for businesses and land. */
  readonly units: number;
  readonly yearBuilt: number;
  /** Square feet. */
  readonly buildingArea: number;
  readonly lotArea: number;
  /** Dollars. */
  readonly marketValue: number;
}

/** The numbers of a jurisdiction's parcels. */
interface Parcels {
  /** How many exist at the beginning. */
  readonly existing: number;
  /** Lots on each street of the existing stock. */
  readonly lotsPerStreet: number;
  /** Permit numbers that share one subdivision street. */
  readonly permitsPerSubdivision: number;
}

/** Average number of permits per parcel. */
const permitsPerParcel = 2.3;
/** One permit in this many is for a building on its own lot. */
const permitsPerNewLot = 14;

export function parcelsFor(permits: number): Parcels {
  const existing = Math.max(12, Math.round(permits / permitsPerParcel));
  const lotsPerStreet = Math.min(60, Math.max(6, Math.round(Math.sqrt(existing) / 2)));
  return { existing, lotsPerStreet, permitsPerSubdivision: lotsPerStreet * permitsPerNewLot };
}

const residential: readonly PropertyClass[] = ['house', 'townhouse', 'condo', 'apartments'];
const business: readonly PropertyClass[] = ['retail', 'restaurant', 'office', 'warehouse', 'hotel', 'civic'];

export function propertiesOf(
  place: Jurisdiction,
  parcels: Parcels,
  street: (index: number) => Street,
  seed: SampleSeed,
) {
  const random = new Random();

  /** Parcel `index` of the existing stock. */
  function existing(index: number): Property {
    const road = street(Math.floor(index / parcels.lotsPerStreet));
    random.start(seed, domains.property, index);
    const kind = classOf(place, road, random);
    const built = 2012 - Math.floor(random.unit() * random.unit() * 110);
    const lot = index % parcels.lotsPerStreet;
    return build(index, road, { number: lot, along: lot }, kind, built);
  }

  /** The lot of the new building of permit `permitIndex`, filed on `day`. */
  function newLot(permitIndex: number, day: number): Property {
    const streets = Math.ceil(parcels.existing / parcels.lotsPerStreet);
    const road = street(streets + Math.floor(permitIndex / parcels.permitsPerSubdivision));
    const index = parcels.existing + permitIndex;
    random.start(seed, domains.property, index);
    const kind = newClass(place, random);
    const number = permitIndex % parcels.permitsPerSubdivision;
    const along = number / permitsPerNewLot;
    return build(index, road, { number, along }, kind, yearOf(day + 200));
  }

  function build(index: number, road: Street, lot: Lot, kind: PropertyClass, yearBuilt: number): Property {
    const { stories, units, area, lot: lotArea } = sizesOf(kind, place, random);
    const perFoot =
      random.lognormal(kind === 'warehouse' || kind === 'farm' ? 90 : 185, 0.3) * (1 + place.urban);
    return {
      index,
      street: road,
      streetNo: String(road.firstNo + lot.number * 4 + (lot.number % 2) + 2 * random.below(2)),
      ...pointOf(road, lot),
      class: kind,
      stories,
      units,
      yearBuilt: kind === 'land' ? 0 : yearBuilt,
      buildingArea: area,
      lotArea,
      marketValue: Math.round((area * perFoot + lotArea * 4 * (1 + 3 * place.urban)) / 100) * 100,
    };
  }

  return { existing, newLot };
}

/** A lot of a street. */
interface Lot {
  /** Its index, for its house number. */
  readonly number: number;
  /** How far along the street, in widths of a lot. */
  readonly along: number;
}

/**
 * The position of a lot: along its street, which turns back where it would leave the area of its ZIP code.
 */
function pointOf(road: Street, { number, along }: Lot): { lat: number; lng: number } {
  const { locality } = road;
  const side = number % 2;
  const lat = road.lat + road.stepLat * along + side * 0.00012 * (road.stepLng === 0 ? 0 : 1);
  const lng = road.lng + road.stepLng * along + side * 0.00015 * (road.stepLat === 0 ? 0 : 1);
  return {
    lat: locality.lat + turnedBack(lat - locality.lat, locality.room),
    lng: locality.lng + turnedBack(lng - locality.lng, locality.room * locality.lngScale),
  };
}

/** A distance from the centre, reflected at both ends. */
function turnedBack(distance: number, end: number): number {
  const phase = (((distance + end) % (4 * end)) + 4 * end) % (4 * end);
  return phase <= 2 * end ? phase - end : 3 * end - phase;
}

function classOf(place: Jurisdiction, road: Street, random: Random): PropertyClass {
  const draw = random.unit();
  if (road.commercial && draw < 0.75) return random.pick(business);
  if (draw > 0.975) return place.urban < 0.4 && random.chance(0.25) ? 'farm' : 'land';
  if (draw > 0.955) return 'civic';
  const dense = random.unit();
  if (dense > place.urban * 0.75) return random.chance(0.9) ? 'house' : 'townhouse';
  return random.pick(residential);
}

function newClass(place: Jurisdiction, random: Random): PropertyClass {
  const draw = random.unit();
  if (draw < 0.14) return random.pick(business);
  if (draw < 0.14 + 0.35 * place.urban) return 'apartments';
  return random.chance(0.75) ? 'house' : 'townhouse';
}

interface Sizes {
  readonly stories: number;
  readonly units: number;
  readonly area: number;
  readonly lot: number;
}

function sizesOf(kind: PropertyClass, place: Jurisdiction, random: Random): Sizes {
  const round = (feet: number) => Math.max(120, Math.round(feet));
  switch (kind) {
    case 'house':
      return {
        stories: random.chance(0.55) ? 1 : random.chance(0.9) ? 2 : 3,
        units: random.chance(0.95) ? 1 : 2,
        area: round(random.lognormal(1850, 0.33)),
        lot: round(random.lognormal(7400 * (1.4 - place.urban), 0.4)),
      };
    case 'townhouse':
      return {
        stories: random.between(2, 3),
        units: 1,
        area: round(random.lognormal(1650, 0.2)),
        lot: round(random.lognormal(1900, 0.3)),
      };
    case 'condo':
      return {
        stories: random.between(1, 4) + random.below(Math.round(1 + 14 * place.urban)),
        units: 1,
        area: round(random.lognormal(1100, 0.25)),
        lot: round(random.lognormal(14_000, 0.4)),
      };
    case 'apartments': {
      const units = Math.max(3, Math.round(random.lognormal(9 + 20 * place.urban, 0.9)));
      const stories = Math.min(40, Math.max(2, Math.round(units / 14)));
      return {
        stories,
        units,
        area: units * random.between(720, 1050),
        lot: round(units * random.lognormal(900, 0.3)),
      };
    }
    case 'office':
    case 'hotel': {
      const stories = Math.max(1, Math.round(random.lognormal(2 + 4 * place.urban, 0.8)));
      return {
        stories,
        units: 0,
        area: round(stories * random.lognormal(8000, 0.5)),
        lot: round(random.lognormal(26_000, 0.6)),
      };
    }
    case 'warehouse':
      return {
        stories: 1,
        units: 0,
        area: round(random.lognormal(24_000, 0.7)),
        lot: round(random.lognormal(80_000, 0.6)),
      };
    case 'civic':
      return {
        stories: random.between(1, 3),
        units: 0,
        area: round(random.lognormal(18_000, 0.7)),
        lot: round(random.lognormal(90_000, 0.7)),
      };
    case 'farm':
      return {
        stories: 1,
        units: 1,
        area: round(random.lognormal(2100, 0.3)),
        lot: round(random.lognormal(870_000, 0.7)),
      };
    case 'land':
      return { stories: 0, units: 0, area: 0, lot: round(random.lognormal(12_000, 0.7)) };
    case 'retail':
    case 'restaurant':
      return {
        stories: random.chance(0.8) ? 1 : 2,
        units: 0,
        area: round(random.lognormal(4200, 0.6)),
        lot: round(random.lognormal(16_000, 0.6)),
      };
  }
}

export interface Owner {
  readonly kind: OwnerKind;
  /** As in an assessor's roll, in capitals. */
  readonly name: string;
}

const companyForms = [
  'LLC',
  'LLC',
  'HOLDINGS LLC',
  'PROPERTIES LLC',
  'INVESTMENTS LP',
  'REALTY TRUST',
  'INC',
];
const ownerRandom = new Random();

/** The owner of a parcel: invented persons and companies, and public bodies of the place itself. */
export function ownerOf(property: Property, place: Jurisdiction, seed: SampleSeed): Owner {
  const random = ownerRandom.start(
    seed,
    domains.owner,
    property.index,
    place.geoid.length + Number(place.geoid),
  );
  const surname = compoundName(random.below(compoundNames)).toUpperCase();
  const given = random.pick(givenNames).toUpperCase();
  if (property.class === 'civic') {
    const body = place.geoid.length === 5 ? place.name.toUpperCase() : `CITY OF ${place.name.toUpperCase()}`;
    const choices = [body, `${surname} COMMUNITY CHURCH`, `${surname} SCHOOL DISTRICT`];
    return { kind: 'government', name: random.pick(choices) };
  }
  const home = property.class === 'house' || property.class === 'townhouse' || property.class === 'condo';
  if (!home || random.chance(0.12))
    return { kind: 'company', name: `${surname} ${random.pick(companyForms)}` };
  if (random.chance(0.1)) return { kind: 'trust', name: `${surname} FAMILY TRUST` };
  if (random.chance(0.45)) {
    return { kind: 'individual', name: `${surname} ${given} & ${random.pick(givenNames).toUpperCase()}` };
  }
  return { kind: 'individual', name: `${surname} ${given}` };
}
