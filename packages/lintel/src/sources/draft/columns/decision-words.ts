/** What columns of zoning and land-use decisions are called. */
import { type FieldWords, field } from './field-words.js';
import { place } from './place-words.js';

export const decisions: readonly FieldWords[] = [
  field(
    'title',
    'words',
    'title ?project ?case ?plan, project name ?development, name case|plan|plat|development|application|record|proposal|subdivision',
    'name, name marketing|mapping, subdivision, project, subject, plan, name subtype',
    false,
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
    'work class, type request|group, group permit, type permit ?description ?name, type construction',
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
    'value ?project ?total ?construction, budget ?project ?amount ?total, cost ?project ?total ?construction',
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
