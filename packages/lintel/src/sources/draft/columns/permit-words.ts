/** What columns of permits are called, and those of their contractors. */
import { any, type FieldWords, field } from './field-words.js';
import { place } from './place-words.js';
import { building, property, work } from './property-words.js';

const firm = 'contractor ?company ?business ?firm ?name ?dba ?main ?general ?organization ?building ?permit';
/** A permit for one kind of work says so before its number. */
const ofTrade = any('demolition electrical plumbing mechanical');
const contractor: readonly FieldWords[] = [
  field(
    'contractor_name',
    'names',
    `${firm}, builder ?name ?company ?permit, general contractor ?name`,
    'company name, firm name, professional ?name ?company ?business ?main, business name permittee, contractor ?name demolition|utility|electrical|plumbing|mechanical',
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
    'license, professional license ?number ?id ?state, contractor number',
  ),
  field(
    'contractor_phone',
    'anything',
    'contractor phone ?number ?business ?main',
    'professional|permittee phone ?number',
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

export const permits: readonly FieldWords[] = [
  field(
    'number',
    'numbers',
    `permit number ?application ?code ?building ${ofTrade}, permit id ?code ?case, record number|id ?permit, application number ?permit, permit, case number ?permit, folder number|id ?name, application id, job number ?file ?application ?permit, case id ?permit, file number|reference, key number, process number, approve number|id, reference number, number, certificate number, tracking number ?permit, permit key, record, alt id`,
    'job, case, application, id, document number, code permit, request number|id, project id|number',
    true,
  ),
  field(
    'record_kind',
    'recordKinds',
    'status|reason|kind file ?permit ?description, kind record|permit|application, amended ?permit ?status|type|code, action permit|application ?type',
  ),
  field(
    'parent_number',
    'numbers',
    'parent|master number|id ?permit ?record ?case ?application ?project, parent|master permit|record|case|application',
    'parent',
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
    'proposed work, activity type|project',
  ),
  field(
    'description',
    'words',
    `description work ?permit ?project ?proposed ?detailed ?job, description ?project ?detailed ?application ?job ?text, description job|project, description permit ?detailed ?text, description ?case, description construction ?work, description detailed comment, description project|work short, scope work|project ?description ?permit, proposed work, detailed description`,
    'scope ?description, purpose ?permit ?type ?work, description short ?permit, comment ?permit, work, project name, project title, case name, reason job|permit, description folder, work project',
  ),
  field(
    'use',
    'words',
    `use proposed ?building ?description, use property|building|land|structure ?description ?type, use type|class|category ?description, use ?main, use permit, occupancy type|class|category ?description, occupancy ?description, use group|land description, use description, occupancy group|class ?group ?class ?building ?code ?description`,
    'use existing|present ?building ?land ?property, use zoning, use specific, use group ?number, type structure|building ?description, use work type, use code, luc ?main ?description, description structure, kind building, type units, occupancy specific|existing|proposed',
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
    `apply|application date ?permit ?submit, submit|file|receive date ?applicant ?application ?permit ?project ?pre, intake|enter date ?permit ?application, initiated date, open date ?case ?record, apply, submit ?application, receive ?application, case open`,
    'create|added|initiated|accept date ?permit ?record ?application ?original, receive ?application ?permit, start date application, open, file ?first, create',
    true,
    // More often when a row was processed.
    'process date',
  ),
  field(
    'issue_date',
    'dates',
    `issue date ?permit ?application ?new ?building ?time ?license, issue ?permit ?building`,
    'approve issue date, date permit',
    true,
    'date, approve ?date ?permit ?application, effective date ?permit',
  ),
  field(
    'final_date',
    'dates',
    'final|complete date ?permit ?project ?job ?application, final ?permit, complete ?permit, co date ?issue ?final, certificate date|issue ?occupancy',
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
  field(
    'fees',
    'amounts',
    `fee ?total ?permit ?paid ?amount ?charged ?assessed ?estimate, amount|total paid`,
    '',
  ),
  ...place,
  ...contractor,
  ...property,
  building,
  work,
];
