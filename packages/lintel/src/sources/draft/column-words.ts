/**
 * What columns of portals are called, by canonical field: the words of a name (`name-words.ts`) in any order, best
 * pattern first, and what the values must look like.
 *
 * In a pattern a word with `?` may be missing, `a|b` is either, and *full* may be added. A name that has any other known word is something
 * else: `owner address` is no address of the work.
 */
import type { SourceKind } from '../../base/source-kind.js';
import type { NameWords } from './name-words.js';
import type { ColumnProfile } from './profile.js';

/** Whether the values of a column are what a field holds; `unseen` if there are none. */
export type Fit = 'yes' | 'no' | 'unseen';

export interface FieldWords {
  readonly field: string;
  /** Names that leave no doubt, best first. */
  readonly strong: readonly Pattern[];
  /** Names that other columns have as well. */
  readonly weak: readonly Pattern[];
  /** Names that are taken only where nothing else can be the field. */
  readonly last: readonly Pattern[];
  /** What the values are, for a message: `dates`. */
  readonly values: string;
  readonly fits: (column: ColumnProfile) => Fit;
  /** Whether a name may also have words that are not known, such as that of a program: `SAMS address`. */
  readonly isLoose: boolean;
}

interface Pattern {
  readonly needed: readonly (readonly string[])[];
  readonly allowed: ReadonlySet<string>;
}

/** Whether the words of a name are those of the pattern. */
export function matches({ needed, allowed }: Pattern, { known }: NameWords): boolean {
  return (
    needed.every((choices) => choices.some((word) => known.has(word))) &&
    [...known].every((word) => allowed.has(word) || word === 'full')
  );
}

/** The words of a name beside those of the pattern, unknown ones too; null if it has not all that the pattern needs. */
export function wordsBeside({ needed, allowed }: Pattern, { known, unknown }: NameWords): string[] | null {
  if (!needed.every((choices) => choices.some((word) => known.has(word)))) return null;
  return [...[...known].filter((word) => !allowed.has(word)), ...unknown];
}

function patternOf(text: string): Pattern {
  const needed: string[][] = [];
  const allowed = new Set<string>();
  for (const part of text.trim().split(/\s+/)) {
    const choices = part.replace('?', '').split('|');
    for (const word of choices) allowed.add(word);
    if (!part.startsWith('?')) needed.push(choices);
  }
  return { needed, allowed };
}

/** Kinds of values: what they are, and which share of them must look so. */
const kinds = {
  anything: { values: 'values', fits: seen(() => true) },
  dates: { values: 'dates', fits: typed('date', ({ shares }) => shares.date >= 0.6) },
  amounts: { values: 'numbers', fits: typed('number', ({ shares }) => shares.number >= 0.6) },
  words: {
    values: 'words',
    fits: typed('text', ({ shares }) => shares.number < 0.5 && shares.date < 0.5),
  },
  types: {
    values: 'kinds of permits',
    fits: typed('text', ({ shares }) => shares.number < 0.5 && shares.date < 0.5 && shares.sector < 0.9),
  },
  sectors: { values: 'residential or commercial', fits: known(({ shares }) => shares.sector >= 0.9) },
  places: { values: 'addresses', fits: typed('text', ({ shares }) => shares.address >= 0.3) },
  zips: { values: 'ZIP codes', fits: seen(({ shares }) => shares.zip >= 0.5) },
  points: { values: 'points', fits: known(({ shares }) => shares.point >= 0.5) },
  latitudes: { values: 'degrees of latitude', fits: within(13, 72) },
  longitudes: { values: 'degrees of longitude', fits: within(-180, -64) },
  years: { values: 'years', fits: within(0, 2100) },
  numbers: { values: 'numbers of permits', fits: seen(isNumbering) },
  states: { values: 'codes of states', fits: isState },
} as const;
type Kind = keyof typeof kinds;

/** Only with values: the name alone says too little. */
function known(test: (column: ColumnProfile) => boolean): (column: ColumnProfile) => Fit {
  return (column) => (column.filled > 0 && test(column) ? 'yes' : 'no');
}

function seen(test: (column: ColumnProfile) => boolean): (column: ColumnProfile) => Fit {
  return (column) => (column.filled === 0 ? 'unseen' : test(column) ? 'yes' : 'no');
}

/** As `seen`; where there are no values, the type that the portal names must not contradict. */
function typed(type: string, test: (column: ColumnProfile) => boolean): (column: ColumnProfile) => Fit {
  return (column) => {
    if (column.filled > 0) return test(column) ? 'yes' : 'no';
    // Portals keep dates and amounts as text, but no text as a date.
    const isContrary = column.type !== null && column.type !== 'text' && column.type !== type;
    return isContrary ? 'no' : 'unseen';
  };
}

function within(low: number, high: number): (column: ColumnProfile) => Fit {
  return (column) => {
    const { filled, shares, least, most, words } = column;
    // `X` and `Y` may be feet as well.
    if (filled === 0) return words.known.has('x') || words.known.has('y') ? 'no' : 'unseen';
    return shares.number >= 0.6 && least >= low && most <= high ? 'yes' : 'no';
  };
}

/** `ST` is a street as well; spelled out it is no state. */
function isState({ name, filled, example }: ColumnProfile): Fit {
  if (!/(?:^|[^a-z])st$/i.test(name)) return 'no';
  if (filled === 0) return 'unseen';
  return /^[a-z]{2}$/i.test(example.trim()) ? 'yes' : 'no';
}

/** Rows enough to say whether the values of a column repeat. */
const enoughRows = 20;

/** Numbers of permits differ from row to row, though one may have several rows. */
function isNumbering({ filled, distinct, shares }: ColumnProfile): boolean {
  if (shares.date > 0.9 && shares.number < 0.5) return false;
  return filled < enoughRows || distinct / filled >= 0.3;
}

function field(name: string, kind: Kind, strong: string, weak = '', isLoose = false, last = ''): FieldWords {
  const patterns = (text: string) =>
    text
      .split(',')
      .filter((part) => part.trim() !== '')
      .map(patternOf);
  return {
    field: name,
    strong: patterns(strong),
    weak: patterns(weak),
    last: patterns(last),
    isLoose,
    ...kinds[kind],
  };
}

const here = 'site|property|situs|physical|project|job|work|permit|location|original|main|parcel';
const any = (words: string) =>
  words
    .split(/[\s|]+/)
    .map((word) => `?${word}`)
    .join(' ');
/** Words that may say of what the place is. */
const ofSite = any(`${here} address street`);

const place: readonly FieldWords[] = [
  field(
    'address',
    'places',
    `full street name, address situs|site ?job ?street ?line ?first, address property|physical|job|work|project ?location ?line, address original ?line, address ?street ?main ?line ?name ?location, address permit|location ?line, address development ?project ?text, address main|parcel|record|case ?line ?street, address label, line location, address unit`,
    'situs, location ?site ?property ?project ?permit ?work ?job ?name, location description, address ?road|plan|application, address legal',
    true,
  ),
  field(
    'street_no',
    'anything',
    'street number ?site ?property ?address ?situs ?location ?start ?from, house ?number ?property ?start ?from, address number ?site ?parcel, site|situs number',
  ),
  field(
    'street_direction',
    'words',
    'direction street ?pre ?address ?site ?situs, direction pre ?situs, direction ?address',
    'pre street ?property, pre',
  ),
  field(
    'street_name',
    'words',
    'street name ?site ?address ?situs ?location ?property ?parcel, street ?site|property|location|situs|physical, road name',
    'situs name',
  ),
  field(
    'street_suffix',
    'words',
    'street suffix ?site ?address ?situs ?property, address suffix, street type ?site ?address ?situs ?property ?description',
    'suffix',
  ),
  field(
    'unit',
    'anything',
    'unit ?number ?site ?address ?situs ?start ?from, apartment|suite ?number, unit suite',
  ),
  field(
    'city',
    'words',
    `city ?name ?location ?municipality ?line ?first ${ofSite}, municipality ?name ?description ?location ${ofSite}`,
    'city description',
    true,
    'borough ?name',
  ),
  field('county', 'words', 'county ?name ?location ?permit, parish', ''),
  field('state', 'words', `state ?code ${ofSite}`, ''),
  field('zip', 'zips', `zip ?code ?address ${any(here)}`, '', true),
  field('lat', 'latitudes', 'latitude ?y ?site ?location ?geocode ?coordinate', 'y ?coordinate'),
  field('lng', 'longitudes', 'longitude ?x ?site ?location ?geocode ?coordinate', 'x ?coordinate'),
  field(
    'point',
    'points',
    'point|geocode ?column ?location, location, point location, geocode column ?new, location geocode address?',
  ),
  field(
    'parcel',
    'anything',
    `parcel number|id|pin|key ${any('assessor tax property county code main')}, apn|folio|pin|tmk|ain|ssl|parid|parno|taxmap|mbl|taxlot|taxpin|upc|pan ?number ?id ?parcel ?site ?situs ?property ?main, assessor number|parcel ?code, taxpin ?number, parcel tax, strap, span, sbl|bbl ?id ?number, print key, schedule number, account number assessor|parcel|property ?main`,
    'parcel ?main ?site ?property ?situs, property id|key ?number ?county, map lot, parcel number land|tract, map number tax',
    true,
    'id state',
  ),
  field('census_tract', 'anything', 'census tract ?number ?id'),
];

const property: readonly FieldWords[] = [
  field(
    'property_type',
    'words',
    'property type ?description, rescom, residential commercial, class permit ?description ?mapped, class property ?description ?name ?code',
    'type building',
  ),
  field(
    'property_type',
    'sectors',
    `type|class|category|use|group|kind ${any('permit record application case description name work property building plan job construction folder')}`,
    '',
    true,
  ),
  field(
    'owner_name',
    'words',
    'owner name ?property ?parcel ?site ?main ?last, owner ?property ?parcel ?main, owner ?name legal, owner last',
    'owner deed|permit',
    true,
    'name last, name first',
  ),
  field(
    'lot_size',
    'amounts',
    `acre ${any('legal deed total tax assessed property parcel lot land area plan')}, acre ?net ?map ?total ?final ?number, lot|land area|size|sqft ?total ?feet ?square`,
    'area parcel ?total',
    true,
  ),
  field(
    'story_count',
    'amounts',
    'story ?number ?count ?total ?building ?proposed, floor|level number|count ?total, floor structure',
  ),
  field(
    'unit_count',
    'amounts',
    `units ${any('number count total dwelling housing residential proposed living')}, dwelling units|number|count ?new ?proposed, unit count ?total, units structure|new`,
  ),
  field(
    'year_built',
    'years',
    'year built|construction ?building ?property ?first ?effective, ayb, year building',
    '',
    true,
  ),
];

/** The value of land and buildings together. */
const worth: readonly FieldWords[] = [
  field(
    'market_value',
    'amounts',
    `market value ${any('total fair just property cash estimate')}, market ?total ?tax, value actual ?total, appraised value|total ${any('total property value')}, total value ?tax ?property, assessed value|total ${any('total property value gross')}, just ?value, fair market ?total ?value, value total|gross assessed ?tax ?property, av total ?gross, value net`,
    'value parcel|appraised|fair, av',
  ),
];

const measure = 'area|sqft|feet';
const squared = '?square ?feet ?sqft ?area';
const building: FieldWords = field(
  'building_area',
  'amounts',
  `building ${measure} ?total ?gross ?floor ?living ?heated ?finished ${squared}, living|heated|finished|gross|floor|residential ${measure} ?total ?floor ?building ?living ${squared}, structure ${measure} ?total ${squared}, building size, gla`,
  'sqft main',
);
/** Without a word for the building it is the area of the work: a deck, a kitchen, a new house. */
const work: FieldWords = field(
  'job_area',
  'amounts',
  `sqft ${any('total project job work permit new feet')}, square feet ${any('total project job work permit new')}, area project|job|work ?total, new construction sqft`,
  'area',
);

const firm = 'contractor ?company ?business ?firm ?name ?dba ?main ?general ?organization ?building ?permit';
const contractor: readonly FieldWords[] = [
  field(
    'contractor_name',
    'words',
    `${firm}, builder ?name ?company ?permit, general contractor ?name`,
    'company name, firm name, professional ?name ?company ?business ?main',
    false,
    // More often the shop that moves in.
    'business name',
  ),
  field('contractor_person', 'words', 'contractor contact|person|licensee|main ?name'),
  field('contractor_license_state', 'words', 'contractor license state ?number'),
  field(
    'contractor_license',
    'anything',
    'contractor license ?number ?id ?state, license number ?state',
    'license, professional license ?number ?id, contractor number',
  ),
  field(
    'contractor_phone',
    'anything',
    'contractor phone ?number ?business ?main',
    'professional phone ?number',
  ),
  field('contractor_email', 'words', 'contractor email ?address ?main', 'professional email ?address'),
  field(
    'contractor_address',
    'words',
    'contractor address ?line ?street ?mailing ?building ?main',
    'professional address ?line ?street',
  ),
  field('contractor_city', 'words', 'contractor city', 'professional city'),
  field('contractor_state', 'words', 'contractor state', 'professional state'),
  field('contractor_zip', 'anything', 'contractor zip ?code', 'professional zip ?code'),
  field('contractor_trade', 'words', 'contractor trade|class|type ?mapped ?description ?license'),
];

const permits: readonly FieldWords[] = [
  field(
    'number',
    'numbers',
    `permit number ?application ?code ?building, permit id ?code ?case, record number|id ?permit, application number ?permit, permit, case number ?permit, folder number ?name, application id, job number ?file ?application ?permit, case id ?permit, file number|reference, key number, process number, approve number|id, reference number, number, certificate number, tracking number ?permit, permit key, record, alt id`,
    'job id, job, case, application, id, document number, code permit, request number|id, project id|number',
    true,
  ),
  field(
    'type',
    'types',
    `type permit description|name|definition ?building, type permit ?group|building|text, type record|application description|name|alias, type record|application|folder ?permit ?description ?name, type case description|name, type case, type description|name, type, category permit ?name ?description ?work, type approve|issuer, type new, folder description ?group, type job|project ?permit ?description ?name, kind ?permit, category record|general|job, improvement type`,
    'type record group, group case|permit|record ?description ?name, category, name permit, type residential|construction|file ?co ?permit ?label ?name ?description, class ?permit ?description, class application',
  ),
  field(
    'subtype',
    'words',
    'subtype permit|record|application|case|folder ?description ?name ?type, subtype ?type ?description ?name ?text',
    'type specific',
  ),
  field(
    'work',
    'words',
    `class|type work ${any('permit case description name application project')}, action type, action folder|permit ?type, class job|case`,
    'proposed work, activity type',
  ),
  field(
    'description',
    'words',
    `description work ?permit ?project ?proposed ?detailed ?job, description ?project ?detailed ?application ?job ?text, description job|project, description permit ?detailed ?text, description ?case, description construction ?work, description detailed comment, description project|work short, scope work|project ?description ?permit, proposed work, detailed description`,
    'scope ?description, purpose ?permit, description short ?permit, comment ?permit, work, project name, project title, case name, reason job, description folder, work project',
  ),
  field(
    'use',
    'words',
    `use proposed ?building ?description, use property|building|land ?description ?type, use type|class|category ?description, use ?main, use permit, occupancy type|class|category ?description, occupancy ?description, use group|land description, use description, occupancy group|class ?group ?class ?building ?code ?description`,
    'use existing ?building, use specific, use group ?number, type structure|building ?description, use work type, use code, luc ?main ?description, description structure, kind building, type units, occupancy specific|existing|proposed',
  ),
  field(
    'status_raw',
    'words',
    `status permit|record|application|case|project|job|folder|approve ?description ?name ?building, status ?description ?name ?permit ?detailed`,
    'status code ?permit, status department|co|certificate|occupancy ?building ?permit, status milestone, milestone ?permit, open close',
  ),
  field(
    'file_date',
    'dates',
    `apply|application date ?permit ?submit, submit|file|receive date ?applicant ?application ?permit ?project, intake|enter date ?permit ?application, initiated date, open date ?case ?record, apply, submit ?application, receive ?application, case open`,
    'create|added|initiated|accept date ?permit ?record ?application ?original, receive ?application ?permit, open, file, create',
    true,
  ),
  field(
    'issue_date',
    'dates',
    `issue date ?permit ?new ?building ?time ?license, issue ?permit`,
    'approve issue date, date permit',
    true,
    'date, approve ?date ?permit ?application',
  ),
  field(
    'final_date',
    'dates',
    'final|complete date ?permit ?project ?job, final ?permit, complete ?permit, co date ?issue ?final, certificate date|issue ?occupancy',
    'close date ?permit ?case, close, inspection final date ?permit, occupancy date ?issue ?permit',
  ),
  field(
    'job_value',
    'amounts',
    `value job|project|construction|declared|estimate|work|contract|reported|revised|permit ${any('job project construction declared estimate work contract reported revised permit total building plan check')}, cost estimate|project|construction|declared|reported|revised|job ${any('job project construction declared estimate work contract contractor amount reported revised total building permit')}, amount contract, value ?total ?plan ?check, value approve|submit|accept|application ?total, cost work`,
    'cost, cost total|actual ?building ?project, building cost|value ?total',
    false,
    'amount, cost permit',
  ),
  field('fees', 'amounts', `fee ?total ?permit ?paid ?amount ?charged ?assessed, amount|total paid`, ''),
  ...place,
  ...contractor,
  ...property,
  building,
  work,
];

const contractors: readonly FieldWords[] = [
  field(
    'license',
    'anything',
    'license number|id ?contractor ?state, license ?contractor, credential|certificate|registration number ?contractor, certificate ?id, license code number',
    'number, alt id, contractor id ?number',
  ),
  field('dba', 'words', 'dba ?name ?business, doing business'),
  field(
    'business_name',
    'words',
    'business|company|firm|entity name ?contractor ?license, contractor name ?business ?company, company|business, contractor ?business ?company',
    'name, name licensee, applicant',
    true,
  ),
  field(
    'name',
    'words',
    'principal|qualifier|licensee name ?main, owner name, contact|person name, qualifier party, contact person ?name',
    'contact, principal, qualifier, name',
  ),
  field(
    'business_type',
    'words',
    'business|entity type description, business|entity type, type business code description, organization type',
  ),
  field(
    'classification',
    'anything',
    'class ?license ?code ?contractor, license type code ?contractor, license type ?contractor, specialty code ?main, professional type, credential type, type registration|certificate',
    'occupation code, type, category license',
    false,
    'description',
  ),
  field(
    'trade',
    'words',
    'trade ?description, license type description ?code ?contractor, specialty description ?code, occupation description ?name, class description|detailed ?license, activity main, subtype license',
    'occupation, specialty',
  ),
  field(
    'license_issue_date',
    'dates',
    'issue date ?license ?first ?original, original date ?license ?issue, effective date ?license',
    'date registration|credential|certificate',
  ),
  field('license_exp_date', 'dates', 'expire date ?license ?certificate, expire ?license ?date'),
  field('phone', 'anything', 'phone ?number ?business ?main ?contractor ?day ?office', '', true),
  field('email', 'words', 'email ?address ?business ?contact'),
  field('website', 'words', 'website ?address ?business, url business'),
  field(
    'address',
    'words',
    'address business|mailing|street ?line, address ?line ?contractor ?street, address line',
  ),
  field('city', 'words', 'city ?business ?mailing ?contractor ?name ?address'),
  field('state', 'words', 'state ?business ?mailing ?contractor ?code ?address'),
  field('state', 'states', '', 'street'),
  field('zip', 'zips', 'zip ?code ?business ?mailing ?contractor ?address'),
];

const decisions: readonly FieldWords[] = [
  field(
    'title',
    'words',
    'title ?project ?case ?plan, project name ?development, name case|plan|plat|development|application|record|proposal|subdivision',
    'name, name marketing|mapping, subdivision, project, subject, plan, name subtype',
    true,
    'number|id case|project|plan|application|file|folder|record|petition, name folder, id alt, petition, number',
  ),
  field(
    'description',
    'words',
    `description project|case|work|application ?detailed, description, detailed description ?case, request ?description, detailed project`,
    'scope ?project, comment, summary, use proposed ?land, use specific, purpose',
  ),
  field(
    'decision_date',
    'dates',
    'decision date, action date ?final, approve date ?final, date hearing ?council ?board',
    'date meeting|council|board|commission ?council ?board ?commission ?action, effective ?date, date recorded, date final ?plat',
    true,
    'date',
  ),
  field(
    'outcome',
    'words',
    'status ?case ?project ?application ?record ?description ?name ?plat ?plan ?permit ?detailed ?development, decision, outcome, action',
    'milestone|stage ?development ?project, status meeting|hearing|action, action board|council, decision board|council',
    true,
  ),
  field(
    'category',
    'words',
    'type application|case|project|plan|plat|record|development ?description ?name ?alias ?permit, category ?case ?general, type ?description',
    'work class, type request|group, group permit, type permit ?description ?name',
    true,
    'subtype permit ?type',
  ),
  field('subcategory', 'words', 'subtype ?application ?case ?description ?type'),
  field('applicant_name', 'words', 'applicant ?name'),
  field('owner_name', 'words', 'owner ?name ?property'),
  field('developer_name', 'words', 'developer ?name'),
  field('zoning_previous', 'words', 'zoning existing|from', 'zoning'),
  field('zoning_new', 'words', 'zoning proposed|request|new', 'zoning to|property'),
  field(
    'project_value',
    'amounts',
    'value ?project ?total ?construction, cost ?project ?total ?construction',
  ),
  field(
    'source_url',
    'words',
    'url|website ?url ?project ?case ?record ?permit ?document ?plan ?file ?staff ?report ?application',
    '',
    true,
  ),
  ...place.filter(({ field: name }) =>
    ['address', 'city', 'county', 'state', 'zip', 'lat', 'lng'].includes(name),
  ),
];

const properties: readonly FieldWords[] = [
  ...place,
  field('as_of', 'dates', 'date assessed, update date, year tax|assessed|roll'),
  field(
    'use',
    'words',
    'use land|property|building ?code ?description ?type, use code description, use main ?assessed, use description ?parcel, use ?code, use description state, luc ?description ?code ?state',
    'class land ?description, description property',
  ),
  ...property,
  field('owner_name', 'words', '', 'name file', false, 'name ?line'),
  field('property_type', 'words', 'class ?code, category ?code ?description, type name property'),
  field(
    'parcel',
    'anything',
    'pid ?text',
    'pid ?number, assessed number, account ?number ?id ?main, parcel text, pin ?text ?final, id location',
    true,
    'id|number tax',
  ),
  ...worth,
  // No parcel has an application: `APP` is the appraisal.
  field('market_value', 'amounts', '', 'value application ?total'),
  building,
];

/** The fields of each kind that a draft looks for. */
export const fieldWords: Readonly<Record<SourceKind, readonly FieldWords[]>> = {
  permits,
  contractors,
  decisions,
  properties,
};
