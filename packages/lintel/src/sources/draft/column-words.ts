/**
 * Column names of portals, by canonical field: patterns of names in lower case without punctuation, best
 * first, and what the values must look like for a match to count.
 */
import type { SourceKind } from '../../base/source-kind.js';
import type { ColumnProfile } from './profile.js';

interface FieldWords {
  readonly field: string;
  readonly names: readonly RegExp[];
  readonly fits: (column: ColumnProfile) => boolean;
}

const any = (column: ColumnProfile) => column.filled > 0;
const dates = ({ shares }: ColumnProfile) => shares.date >= 0.6;
const amounts = ({ shares }: ColumnProfile) => shares.number >= 0.6;
const words = ({ filled, shares }: ColumnProfile) => filled > 0 && shares.number < 0.5 && shares.date < 0.5;
const places = ({ shares }: ColumnProfile) => shares.address >= 0.3;
const within = (low: number, high: number) => (column: ColumnProfile) =>
  amounts(column) && column.least >= low && column.most <= high;

function field(name: string, fits: FieldWords['fits'], ...patterns: string[]): FieldWords {
  return { field: name, fits, names: patterns.map((pattern) => new RegExp(`^(?:${pattern})$`)) };
}

const no = '(?:number|num|no|nbr|nmbr|id|code)';
const describing = '(?:desc|descr|description|definition|name|text|mapped)';
const desc = `${describing}?`;
const site = '(?:site|property|prop|project|original|job|work|permit|primary|full|street|location|situs)?';

const place: readonly FieldWords[] = [
  field(
    'address',
    places,
    `${site}address(?:1|line1|full)?`,
    `${site}addr(?:ess)?1?`,
    `${site}location\\d?`,
    'address.*',
  ),
  field('street_no', any, `(?:house|street|st|str|addr|address|situs)${no}`, 'stno|house'),
  field('street_direction', words, '(?:street|st|str)?(?:pre|prefix)?dir(?:ection|ectional)?'),
  field('street_name', words, '(?:street|st|str|road|situsstreet)(?:name)?'),
  field('street_suffix', words, '(?:street|st|str)(?:suffix|type)', 'suffix'),
  field('unit', any, `(?:unit|apt|suite|ste|apartment|unitorsuite)(?:${no})?`),
  field('city', words, `${site}city\\d?|municipality|town`),
  field('county', words, '(?:county|parish)(?:name)?'),
  field('state', words, `${site}state\\d?|statecode|stateabbr`),
  field('zip', ({ shares }) => shares.zip >= 0.5, `${site}(?:zip|zipcode|postalcode|postal|zip5)\\d?`),
  field('lat', within(13, 72), '(?:y|geo|gis)?lat(?:itude)?|y'),
  field('lng', within(-180, -64), '(?:x|geo|gis)?(?:lon|lng|long|longitude)|x'),
  field(
    'point',
    ({ shares }) => shares.point >= 0.5,
    'location\\d?|point|wkt|geom|thegeom|shape|geolocation|georeference|.*location|geocoded.*',
  ),
  field(
    'parcel',
    any,
    `(?:parcel|folio|apn|pin|tmk|taxlot|taxmap|maplot|mapblocklot|blklot|pid|taxparcel|tcad)(?:${no})?`,
  ),
  field('census_tract', any, '(?:census)?tract(?:id)?'),
];

const property: readonly FieldWords[] = [
  field(
    'property_type',
    words,
    `(?:permit)?class(?:${desc})`,
    'propertytype|commercial(?:or)?residential|rescom|residentialcommercial',
  ),
  field('owner_name', words, '(?:property|legal)?owners?(?:full)?(?:name)?'),
  field('lot_size', amounts, '(?:lot|land)(?:size|area|sqft|acres?)'),
  field('story_count', amounts, '(?:number|num|no)?(?:of)?(?:proposed)?(?:stories|floors|storeys)'),
  field(
    'unit_count',
    amounts,
    '(?:number|num|no|nbr)?(?:of)?(?:dwelling|housing|residential|proposed)?units(?:count)?',
  ),
  field('year_built', amounts, 'year(?:built)?|yearblt'),
  field('market_value', amounts, '(?:total)?(?:market|assessed|appraised)value'),
];

const measure = '(?:sqft|sqfeet|squarefeet|squarefootage|area)';
const building = `(?:total)?(?:building|bldg|gross|floor|living|heated|finished)(?:floor)?${measure}`;
/** Without a word for the building it is the area of the work: a deck, a kitchen, a new house. */
const areas: readonly FieldWords[] = [
  field('building_area', amounts, building),
  field('job_area', amounts, `(?:total|project|job|work|new|addition)?${measure}`),
];

const party = '(?:contractor|contr|builder|permittee)s?';
const contractor: readonly FieldWords[] = [
  field('contractor_name', words, `${party}(?:company|business|firm)(?:name)?`, `${party}(?:dba)?(?:name)?`),
  field('contractor_person', words, `${party}(?:full|contact|person|licensee)(?:name)?`),
  field('contractor_license_state', words, `${party}(?:statelic|licstate|licensestate|statelicense)`),
  field(
    'contractor_license',
    any,
    `${party}(?:state)?lic(?:ense)?(?:${no})?`,
    'lic(?:ense)?(?:number|num|no)?',
  ),
  field('contractor_phone', any, `${party}(?:phone|telephone|tel)(?:${no})?\\d?`),
  field('contractor_email', any, `${party}e?mail(?:address)?`),
  field('contractor_address', any, `${party}(?:address|addr)(?:1|line1|street)?`),
  field('contractor_city', words, `${party}city`),
  field('contractor_state', words, `${party}state`),
  field('contractor_zip', any, `${party}(?:zip|zipcode|postalcode)`),
  field('contractor_trade', words, `${party}(?:trade|type|class|classification)(?:${desc})`),
];

const permits: readonly FieldWords[] = [
  field(
    'number',
    any,
    `permit(?:${no})?`,
    `(?:record|case|application|app|folder|project|job|bp|building|file|document|masterpermit)${no}`,
  ),
  field(
    'type',
    words,
    `permittype${desc}`,
    `type${desc}`,
    `(?:record|application|app|case|folder|project|bp|job|jobtype)type${desc}`,
    'category|permitkind',
  ),
  field('subtype', words, `(?:permit|record)?subtype${desc}`),
  field('work', words, `(?:permit)?work(?:type|class)(?:${desc})`, 'typeofwork|actiontype|jobclass'),
  field(
    'description',
    words,
    `(?:work|project|permit|job|brief|full)?(?:desc|descr|description)`,
    'descriptionofwork|(?:approved)?scopeofwork|scope|purpose|workdesc|projectname|comments',
  ),
  field(
    'use',
    words,
    `(?:proposed|existing|property|building|land|prop)?use(?:type|${desc})`,
    `occupancy(?:type|class|category|${desc})`,
  ),
  field(
    'status_raw',
    words,
    '(?:permit|record|case|application|project|current)?status(?:current|desc|description|text)?',
    'currentstatus',
  ),
  field(
    'file_date',
    dates,
    '(?:application|applied|apply|app|file|filed|filing|submit|submitted|received|entered|open|opened)date',
    'date(?:applied|filed|entered|submitted|received|opened)|applied|filed|received|submitted',
    '(?:created|creation|added)date|datecreated',
  ),
  field(
    'issue_date',
    dates,
    '(?:permit)?(?:issue|issued|issuance)date',
    'dateissued?|issued|permitissuedate|permitissued',
    '(?:permit|approved|approval)date|date',
  ),
  field(
    'final_date',
    dates,
    '(?:final|finaled|finalized|complete|completed|completion|close|closed|finish|finished)date',
    'date(?:finaled|completed|closed|final)|finaled|completed|closed',
    '(?:co|cofo|certificateofoccupancy)(?:issued)?date',
  ),
  field(
    'job_value',
    amounts,
    '(?:total|est|estimated|reported|declared|revised|permit|project|job|construction|const|building|contract|improvement)*(?:value|valuation|cost)s?(?:ofwork|est)?',
    'costest|estprojectcost',
  ),
  field(
    'fees',
    amounts,
    '(?:total|permit)?fees?(?:total|paid|amount|collected)?|feestotal|amountpaid|totalpaid',
  ),
  ...place,
  ...contractor,
  ...property,
  ...areas,
];

const contractors: readonly FieldWords[] = [
  field('license', any, `(?:contractor)?lic(?:ense|ence)?(?:${no})?`),
  field(
    'business_name',
    words,
    '(?:business|company|firm|contractor|dba|full)?(?:business)?name',
    'company|business|contractor',
  ),
  field('name', words, '(?:primary)?(?:principal|person|licensee|owner|contact|qualifier)(?:name)?'),
  field('business_type', words, `(?:business|entity)type(?:${desc})`),
  field('classification', any, 'class(?:ification)?s?(?:code)?|specialty(?:code)?1?|licensetype(?:code)?'),
  field('trade', words, `(?:trade|specialty|licensetype|class(?:ification)?)(?:code)?1?${desc}`),
  field('license_issue_date', dates, '(?:license|lic)?(?:issue|issued|effective|original|start)date'),
  field(
    'license_exp_date',
    dates,
    '(?:license|lic)?(?:exp|expires|expiry|expiration|expire|expr|end)(?:date|dt)?',
  ),
  field('phone', any, '(?:business|primary)?(?:phone|telephone|tel)(?:number|no)?'),
  field('email', any, 'e?mail(?:address)?'),
  field('website', any, 'web(?:site)?|url'),
  field('address', any, '(?:mailing|business|street)?address(?:1|line1)?'),
  ...place.filter(({ field: name }) => ['city', 'state', 'zip'].includes(name)),
];

const decisions: readonly FieldWords[] = [
  field('title', words, 'title|name|projectname|casename|subject'),
  field('description', words, '(?:case|project)?(?:desc|description)|summary|request'),
  field(
    'decision_date',
    dates,
    '(?:decision|passed|approved|approval|action|hearing|final)date|date(?:decided|approved)',
  ),
  field('outcome', words, '(?:case|project)?status(?:name)?|decision|outcome|action'),
  field('category', words, '(?:case|application|project)?type(?:name)?|category'),
  field('applicant_name', words, 'applicant(?:name)?'),
  field('project_value', amounts, 'value|projectvalue|valuation'),
  field('source_url', any, 'url|link'),
  ...place.filter(({ field: name }) =>
    ['address', 'city', 'county', 'state', 'zip', 'lat', 'lng'].includes(name),
  ),
];

const properties: readonly FieldWords[] = [
  ...place,
  field('as_of', dates, '(?:assessed|assessment|updated|asof|certified)(?:on|date)?'),
  field('use', words, `(?:property|land|building)?use(?:code)?(?:${desc})`),
  ...property,
  field('building_area', amounts, building, `(?:total)?${measure}`),
];

/** The fields of each kind that a draft looks for, the more specific ones first. */
export const fieldWords: Readonly<Record<SourceKind, readonly FieldWords[]>> = {
  permits,
  contractors,
  decisions,
  properties,
};
