/**
 * Permit tags (C22): two levels, a child implies its parents.
 *
 * The table is the whole vocabulary; every other place (the list endpoint, the refiner, the filters)
 * reads it from here.
 */
export interface TagDefinition {
  readonly id: TagId;
  /** Tags that a permit with this one carries too. */
  readonly parents: readonly TagId[];
  /** One sentence: which permits carry it. */
  readonly description: string;
}

const table = {
  accessory_structure: {
    parents: [],
    description:
      'A permit that builds, alters or removes a garage, carport, shed, deck, porch, fence or other structure beside the main building.',
  },
  addition: { parents: [], description: 'A permit that enlarges an existing building.' },
  adu: {
    parents: [],
    description:
      'A permit that concerns an accessory dwelling unit, such as a granny flat, in-law unit, casita or carriage house.',
  },
  bath_remodel: { parents: ['bathroom', 'remodel'], description: 'A permit that remodels a bathroom.' },
  bathroom: { parents: [], description: 'A permit that works on a bathroom, shower, tub or toilet room.' },
  battery: { parents: [], description: 'A permit that installs or upgrades battery energy storage.' },
  commercial: {
    parents: [],
    description:
      'A permit for a non-residential property or use, such as an office, shop, restaurant, factory, school or hotel.',
  },
  demolition: {
    parents: [],
    description: 'A permit that demolishes a building or part of one, interior demolition included.',
  },
  electric_meter: {
    parents: ['electrical'],
    description: 'A permit that installs, moves or upgrades an electric meter, panel or service.',
  },
  electrical: { parents: [], description: 'A permit that does electrical work, low voltage included.' },
  ev_charger: {
    parents: ['electrical'],
    description: 'A permit that installs charging for electric vehicles.',
  },
  fire_sprinkler: {
    parents: [],
    description: 'A permit that works on sprinklers, standpipes or other fire suppression.',
  },
  gas: { parents: [], description: 'A permit that installs, tests or repairs gas piping.' },
  generator: { parents: [], description: 'A permit that installs or replaces a generator.' },
  grading: { parents: [], description: 'A permit that moves earth: grading, excavation or fill.' },
  heat_pump: {
    parents: ['hvac'],
    description: 'A permit that works on a heat pump of any kind, mini-splits included.',
  },
  hvac: {
    parents: [],
    description:
      'A permit that works on heating, cooling, ventilation, ductwork, hoods, refrigeration, boilers or furnaces.',
  },
  kitchen: { parents: [], description: 'A permit that works on a kitchen.' },
  kitchen_remodel: { parents: ['kitchen', 'remodel'], description: 'A permit that remodels a kitchen.' },
  new_adu: {
    parents: ['adu'],
    description: 'A permit that creates an accessory dwelling unit, by new building or by conversion.',
  },
  new_construction: {
    parents: [],
    description:
      'A permit that erects a new building or structure to be occupied; a shed or fence alone is none.',
  },
  new_dwelling: {
    parents: ['new_construction', 'residential'],
    description: 'A permit that erects a new building with one or more homes.',
  },
  plumbing: {
    parents: [],
    description:
      'A permit that does plumbing work, such as pipes, drains, fixtures, sewer laterals or backflow devices.',
  },
  pool_and_hot_tub: {
    parents: [],
    description: 'A permit that works on a pool, spa or hot tub, its equipment or its enclosure.',
  },
  pool_spa: {
    parents: ['pool_and_hot_tub'],
    description: 'A permit that builds a new pool, spa or hot tub.',
  },
  remodel: {
    parents: [],
    description:
      'A permit that alters, renovates, fits out or converts an existing building beyond a job of a single trade.',
  },
  reroof: { parents: ['roofing'], description: 'A permit that replaces or overlays the covering of a roof.' },
  residential: { parents: [], description: 'A permit for housing, from one family to high-rise.' },
  roofing: { parents: [], description: 'A permit that works on a roof.' },
  room_addition: {
    parents: ['addition'],
    description: 'A permit that enlarges a building by habitable rooms or a whole story.',
  },
  sitework: {
    parents: [],
    description:
      'A permit that works outside the building on the lot, such as paving, parking, driveways, drainage, retaining walls or landscaping.',
  },
  solar: { parents: [], description: 'A permit that works on solar panels, photovoltaic or thermal.' },
  solar_battery_storage: {
    parents: ['battery', 'solar'],
    description: 'A permit that installs battery energy storage together with solar panels.',
  },
  telecom: {
    parents: [],
    description: 'A permit that works on cell sites, antennas, fiber, data or phone infrastructure.',
  },
  utilities: {
    parents: [],
    description:
      'A permit that connects or works on service lines to the property: water, sewer, storm, septic, gas or power.',
  },
  water_heater: { parents: ['plumbing'], description: 'A permit that installs or replaces a water heater.' },
  window_door: {
    parents: [],
    description: 'A permit that installs or replaces windows, doors, skylights or storefronts.',
  },
} as const;

export type TagId = keyof typeof table;

/** All tag ids, sorted. */
export const tagIds = Object.keys(table) as readonly TagId[];

/** All tags, sorted by id. */
export const tags: readonly TagDefinition[] = tagIds.map((id) => ({ id, ...table[id] }));

/**
 * The given tags with all their parents, sorted and without repetition: the form in which records store them.
 */
export function withParents(ids: Iterable<TagId>): TagId[] {
  const all = new Set<TagId>();
  for (const id of ids) {
    all.add(id);
    for (const parent of table[id].parents) all.add(parent);
  }
  return [...all].sort();
}
