/**
 * Permit tags (C22): two levels, a child implies its parents.
 *
 * The table is the whole vocabulary; every other place (the list endpoint, the refiner, the filters)
 * reads it from here.
 */
export interface TagDefinition {
  readonly id: string;
  /** Tags that a permit with this one carries too. */
  readonly parents: readonly TagId[];
  /** One sentence: which permits carry it. */
  readonly description: string;
}

const table = {
  accessory_structure: {
    parents: [],
    description:
      'Builds, alters or removes a garage, shed, deck, porch, fence or other structure beside the main building.',
  },
  addition: { parents: [], description: 'Enlarges an existing building.' },
  adu: { parents: [], description: 'Concerns an accessory dwelling unit.' },
  bath_remodel: { parents: ['bathroom', 'remodel'], description: 'Remodels a bathroom.' },
  bathroom: { parents: [], description: 'Works on a bathroom, shower, tub or toilet room.' },
  battery: { parents: [], description: 'Installs or upgrades battery energy storage.' },
  commercial: { parents: [], description: 'Is for a non-residential property or use.' },
  demolition: { parents: [], description: 'Demolishes a building or part of one.' },
  electric_meter: {
    parents: ['electrical'],
    description: 'Installs, moves or upgrades an electric meter, panel or service.',
  },
  electrical: { parents: [], description: 'Does electrical work, low voltage included.' },
  ev_charger: { parents: ['electrical'], description: 'Installs electric-vehicle charging.' },
  fire_sprinkler: { parents: [], description: 'Works on sprinklers, standpipes or other fire suppression.' },
  gas: { parents: [], description: 'Installs, tests or repairs gas piping.' },
  generator: { parents: [], description: 'Installs or replaces a generator.' },
  grading: { parents: [], description: 'Moves earth: grading, excavation or fill.' },
  heat_pump: { parents: ['hvac'], description: 'Works on a heat pump of any kind, mini-splits included.' },
  hvac: { parents: [], description: 'Works on heating, cooling, ventilation or refrigeration.' },
  kitchen: { parents: [], description: 'Works on a kitchen.' },
  kitchen_remodel: { parents: ['kitchen', 'remodel'], description: 'Remodels a kitchen.' },
  new_adu: { parents: ['adu'], description: 'Creates an accessory dwelling unit.' },
  new_construction: { parents: [], description: 'Erects a new building to be occupied.' },
  new_dwelling: {
    parents: ['new_construction', 'residential'],
    description: 'Erects one or more new homes.',
  },
  plumbing: { parents: [], description: 'Does plumbing work: pipes, drains, fixtures, backflow.' },
  pool_and_hot_tub: { parents: [], description: 'Works on a pool, spa or hot tub.' },
  pool_spa: { parents: ['pool_and_hot_tub'], description: 'Builds a new pool or spa.' },
  remodel: {
    parents: [],
    description: 'Alters, renovates, fits out or converts an existing building beyond a trade-only job.',
  },
  reroof: { parents: ['roofing'], description: 'Replaces or overlays the roof covering.' },
  residential: { parents: [], description: 'Is for housing, one family to high-rise.' },
  roofing: { parents: [], description: 'Works on a roof.' },
  room_addition: {
    parents: ['addition'],
    description: 'Enlarges a building by habitable rooms or a whole storey.',
  },
  sitework: {
    parents: [],
    description: 'Works outside the building on the lot: paving, drainage, retaining walls, landscaping.',
  },
  solar: { parents: [], description: 'Works on solar panels, photovoltaic or thermal.' },
  solar_battery_storage: {
    parents: ['battery', 'solar'],
    description: 'Installs battery storage together with solar panels.',
  },
  telecom: {
    parents: [],
    description: 'Works on cell sites, antennas, fiber, data or phone infrastructure.',
  },
  utilities: {
    parents: [],
    description: 'Connects or works on service lines: water, sewer, storm, septic, gas or power.',
  },
  water_heater: { parents: ['plumbing'], description: 'Installs or replaces a water heater.' },
  window_door: { parents: [], description: 'Replaces or installs windows, doors, skylights or storefronts.' },
} as const;

export type TagId = keyof typeof table;

/** All tags, sorted by id. */
export const tags: readonly TagDefinition[] = Object.entries(table).map(([id, tag]) => ({ id, ...tag }));

/** All tag ids, sorted. */
export const tagIds = Object.keys(table) as readonly TagId[];

/** The given tags with all their parents, sorted and without repetition: the form in which records store them. */
export function withParents(ids: Iterable<TagId>): TagId[] {
  const all = new Set<TagId>();
  for (const id of ids) {
    all.add(id);
    for (const parent of table[id].parents) all.add(parent);
  }
  return [...all].sort();
}
