/**
 * Zoning and land-use decisions of a few councils: rezonings, plats, amendments … on parcels of the same
 * world, with applicant, zoning before and after, and the proposal.
 */
import { isoDate, nextOpenDay, yearOf } from './calendar.js';
import { domains } from './domains.js';
import { ownerOf, type Property } from './properties.js';
import { Random, seedOf } from './random.js';
import { rounded, type SampleRow } from './shapes/shape.js';
import { compileTemplate, type TemplateValues } from './template.js';
import { compoundName, compoundNames, givenNames } from './words/names.js';
import type { Office, World } from './world.js';

/** Councils that publish their decisions, by source id; `office` is the source of the place's permits. */
export const decisionLists = [
  { id: 'sample-decisions-austin-tx', office: 'sample-austin-tx' },
  { id: 'sample-decisions-denver-co', office: 'sample-denver-co' },
  { id: 'sample-decisions-los-angeles-county-ca', office: 'sample-los-angeles-county-ca' },
  { id: 'sample-decisions-miami-dade-county-fl', office: 'sample-miami-dade-county-fl' },
  { id: 'sample-decisions-new-york-ny', office: 'sample-new-york-ny' },
  { id: 'sample-decisions-seattle-wa', office: 'sample-seattle-wa' },
];

const permitsPerDecision = 90;

/** How many decisions a council has. */
export function decisionCount(office: Office): number {
  return Math.max(4, Math.round(office.permits / permitsPerDecision));
}

interface Matter {
  readonly weight: number;
  readonly category: string;
  readonly subcategory: string;
  readonly rezones: boolean;
  readonly assets: readonly string[];
  readonly titles: readonly string[];
}

const anyAsset = ['Commercial', 'Mixed Use', 'Multifamily', 'Detached Housing', 'Land'];
const matters: readonly Matter[] = [
  {
    weight: 34,
    category: 'Spot Rezoning',
    subcategory: 'Map Amendment',
    rezones: true,
    assets: anyAsset,
    titles: [
      'Rezoning of {address} from {from} to {to}',
      'Ordinance amending the zoning map for {lot} acres at {address}',
    ],
  },
  {
    weight: 8,
    category: 'Area Rezoning',
    subcategory: 'Neighborhood Plan',
    rezones: true,
    assets: ['Mixed Use', 'Multifamily'],
    titles: ['{area} area rezoning: {from} districts to {to}', 'Neighborhood plan amendment, {area} subarea'],
  },
  {
    weight: 14,
    category: 'Final Plat',
    subcategory: 'Subdivision',
    rezones: false,
    assets: ['Detached Housing', 'Land'],
    titles: [
      'Final plat of {area} Estates section {2-9}, {6-140} lots',
      'Replat of lots {1-9} and {10-20}, block {1-12}, {area} Addition',
    ],
  },
  {
    weight: 9,
    category: 'Project Amendments',
    subcategory: 'Site Plan Amendment',
    rezones: false,
    assets: anyAsset,
    titles: ['Amendment to planned development at {address}', 'Extension of site plan approval, {address}'],
  },
  {
    weight: 7,
    category: 'Affordable Housing',
    subcategory: 'Density Bonus',
    rezones: false,
    assets: ['Multifamily', 'Specialized Housing'],
    titles: [
      'Density bonus for {20-180} affordable units at {address}',
      'Affordable housing agreement, {address}',
    ],
  },
  {
    weight: 6,
    category: 'Land Use Planning',
    subcategory: 'Comprehensive Plan',
    rezones: false,
    assets: ['Land', 'Mixed Use'],
    titles: ['Future land use map change for {address}', 'Comprehensive plan amendment, {area} corridor'],
  },
  {
    weight: 5,
    category: 'Annexation',
    subcategory: 'Voluntary Annexation',
    rezones: true,
    assets: ['Land', 'Detached Housing'],
    titles: ['Annexation of {lot} acres near {address}'],
  },
  {
    weight: 4,
    category: 'Economic Development Incentives',
    subcategory: 'Tax Abatement',
    rezones: false,
    assets: ['Commercial', 'Mixed Use'],
    titles: ['Tax abatement agreement for redevelopment of {address}'],
  },
  {
    weight: 4,
    category: 'Infrastructure Development',
    subcategory: 'Right of Way',
    rezones: false,
    assets: ['Land'],
    titles: ['Vacation of alley adjoining {address}', 'Acceptance of utility easement at {address}'],
  },
  {
    weight: 3,
    category: 'City Properties',
    subcategory: 'Disposition',
    rezones: false,
    assets: ['Land', 'Commercial'],
    titles: ['Sale of surplus public land at {address}', 'Lease of public property, {address}'],
  },
  {
    weight: 3,
    category: 'Contract',
    subcategory: 'Construction Contract',
    rezones: false,
    assets: ['Commercial', 'Land'],
    titles: ['Construction contract, {area} community center, {address}'],
  },
  {
    weight: 3,
    category: 'Zoning Code Modification',
    subcategory: 'Text Amendment',
    rezones: false,
    assets: ['Mixed Use', 'Multifamily'],
    titles: [
      'Text amendment to parking standards in {to} districts',
      'Code amendment on accessory dwelling units in {from} districts',
    ],
  },
];

interface MatterContext {
  readonly address: string;
  readonly from: string;
  readonly to: string;
  readonly lotAcres: string;
}

const values: TemplateValues<MatterContext> = {
  address: (_random, { address }) => address,
  from: (_random, { from }) => from,
  to: (_random, { to }) => to,
  lot: (_random, { lotAcres }) => lotAcres,
  area: (random) => compoundName(random.below(compoundNames)),
};

const compiled = matters.map((matter) => ({
  matter,
  titles: matter.titles.map((title) => compileTemplate(title, values)),
}));
const totalWeight = matters.reduce((sum, { weight }) => sum + weight, 0);

const zones = [
  'R-1',
  'R-2',
  'RS-5',
  'SF-3',
  'MF-4',
  'RM-2',
  'C-1',
  'C-2',
  'NC-3',
  'GR',
  'M-1',
  'I-2',
  'AG',
  'PUD',
  'MX-3',
  'TOD',
];
const usesOf: Readonly<Record<string, string>> = {
  R: 'single-family and two-family dwellings',
  S: 'single-family dwellings',
  M: 'apartments, townhouses and neighborhood services',
  C: 'retail, offices and restaurants',
  N: 'neighborhood commercial with dwellings above',
  G: 'community commercial',
  I: 'warehouses and light manufacturing',
  A: 'agriculture and farm dwellings',
  P: 'uses as listed in the planned development ordinance',
  T: 'dense mixed use near transit',
};

/** The decisions of a council in chronological order. */
export function* decisionRows(world: World, office: Office): Generator<SampleRow> {
  const seed = seedOf(`${world.seed}/decisions/${office.place.id}`);
  const count = decisionCount(office);
  const random = new Random();
  for (let index = 0; index < count; index++) {
    const introduced = world.curve.dayOfFiling(index, count);
    yield decisionRow(world, office, index, introduced, random.start(seed, domains.decision, index));
  }
}

function pickMatter(random: Random): (typeof compiled)[number] {
  let left = random.unit() * totalWeight;
  for (const entry of compiled) {
    left -= entry.matter.weight;
    if (left < 0) return entry;
  }
  return compiled[0] as (typeof compiled)[number];
}

function decisionRow(
  world: World,
  office: Office,
  index: number,
  introduced: number,
  random: Random,
): SampleRow {
  const { place } = office;
  const property = office.properties.existing(random.below(office.parcels.existing));
  const { matter, titles } = pickMatter(random);
  const from = random.pick(zones);
  const to = random.pick(zones.filter((zone) => zone !== from));
  const context = {
    address: addressOf(property),
    from,
    to,
    lotAcres: (property.lotArea / 43_560).toFixed(2),
  };
  const decided = nextOpenDay(introduced + random.between(20, 210));
  const isDecided = decided <= world.today && !random.chance(0.06);
  const file = `LU-${yearOf(introduced)}-${String(index + 1).padStart(6, '0')}`;
  const asset = random.pick(matter.assets);
  const person = `${random.pick(givenNames)} ${compoundName(random.below(compoundNames))}`;
  const developer = `${compoundName(random.below(compoundNames))} ${random.pick(['Development LLC', 'Partners LP', 'Land Co', 'Communities'])}`;
  return {
    matter_id: 5_000_000 + index,
    file,
    title: random.pick(titles)(random, context),
    summary: summaryOf(matter, context, property, asset),
    type: matter.category,
    subtype: matter.subcategory,
    asset_class: asset,
    status: isDecided ? (random.chance(0.88) ? 'Approved' : 'Denied') : 'In Committee',
    intro_date: isoDate(introduced),
    decision_date: isDecided ? isoDate(decided) : '0001-01-01',
    applicant: random.chance(0.6) ? developer : person,
    owner: ownerOf(property, place, office.seed).name,
    agent: random.chance(0.5) ? `${person}, AICP` : null,
    developer: random.chance(0.6) ? developer : null,
    zoning_from: matter.rezones ? from : null,
    zoning_to: matter.rezones ? to : null,
    uses: matter.rezones ? (usesOf[to.charAt(0)] ?? null) : null,
    site_address: context.address,
    city: property.street.locality.city,
    state: place.state,
    zip: property.street.locality.zip,
    lat: rounded(property.lat),
    lon: rounded(property.lng),
    lot_sqft: property.lotArea,
    project_cost: random.chance(0.45) ? Math.round(random.lognormal(4_200_000, 1.1) / 10_000) * 10_000 : null,
    url: `https://records.example.com/${place.id}/${file}`,
  };
}

function addressOf({ street, streetNo }: Property): string {
  const parts = [streetNo, street.pre, street.name, street.suffix, street.post];
  return parts.filter((part) => part !== '').join(' ');
}

function summaryOf(matter: Matter, context: MatterContext, property: Property, asset: string): string {
  const site = `${context.lotAcres} acres at ${context.address}`;
  if (matter.rezones) {
    return `Changes the zoning of ${site} from ${context.from} to ${context.to}. Proposed: ${asset.toLowerCase()} development.`;
  }
  return `${matter.subcategory} concerning ${site}, ${property.street.locality.city}. Asset class: ${asset.toLowerCase()}.`;
}
