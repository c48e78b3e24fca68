/**
 * Drafts a source definition from a sample of rows: what it proposes, what it could not map, and what a
 * person must decide.
 *
 * A draft is always a valid definition that reads the rows it was made from; whether it is right, only
 * somebody who knows the office can say.
 */
import type { SourceKind } from '../../base/source-kind.js';
import type { Format, Jurisdiction } from '../definition/catalog-schema.js';
import type { FetchDefinition } from '../definition/fetch-schema.js';
import { bldsDraft } from './blds-mapping.js';
import { type ColumnProfile, profileColumns } from './profile.js';
import { proposeKey, proposeMapping, proposeStatusWords, type StatusColumns } from './propose-mapping.js';

export interface Sample {
  readonly format: Format;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Columns that the portal lists, in addition to those of rows. */
  readonly columns?: Iterable<string>;
  /** Where the rows came from, when it was a portal. */
  readonly fetch?: FetchDefinition;
}

interface DraftOptions {
  readonly id: string;
  readonly name: string;
  readonly kind: SourceKind;
  readonly jurisdiction: Jurisdiction;
  readonly timeZone: string;
}

export interface Draft {
  readonly definition: Readonly<Record<string, unknown>>;
  /** Whether the columns are those of BLDS, the standard of permit files. */
  readonly isBlds: boolean;
  /** Columns with values that are not read. */
  readonly unmapped: readonly ColumnProfile[];
  /** What a person should look at, a sentence each. */
  readonly questions: readonly string[];
}

/**
 * Required columns besides the key: enough to refuse a file of another source, few enough to survive changes.
 */
const neededColumns = 3;
const typicalFields = [
  'type',
  'status_raw',
  'issue_date',
  'file_date',
  'address',
  'street_name',
  'business_name',
  'title',
  'description',
];

export function draftDefinition(sample: Sample, options: DraftOptions): Draft {
  const columns = profileColumns(sample.rows, sample.columns);
  const blds = options.kind === 'permits' ? bldsDraft(columns, sample.rows) : null;
  const { map, unmapped } = blds ?? proposeMapping(options.kind, columns);
  const { rowKey, repeated } = blds ?? proposeKey(map, columns, sample.rows);
  const needed = typicalFields
    .flatMap((field) => (typeof map[field] === 'string' ? [map[field]] : []))
    .slice(0, neededColumns);
  const ofStatus = typeof map.status_raw === 'string' ? { columns: [map.status_raw], known: {} } : null;
  const { fields, questions } = decide(options.kind, map, sample, blds?.status ?? ofStatus);
  const { fetch } = sample;
  const definition = {
    id: options.id,
    kind: options.kind,
    name: options.name,
    license: null,
    attribution: null,
    ...(fetch !== undefined && { dataset: datasetOf(fetch) }),
    jurisdiction: options.jurisdiction,
    namespace: options.id,
    time_zone: options.timeZone,
    format: sample.format,
    ...(fetch !== undefined && { fetch }),
    row_key: rowKey,
    ...(needed.length > 0 && { required: needed.filter((column) => !rowKey.includes(column)) }),
    map,
    ...fields,
  };
  return {
    definition,
    isBlds: blds !== null,
    unmapped,
    questions: [...keyQuestions(rowKey, repeated), ...questions, ...alwaysAsked],
  };
}

const alwaysAsked = ['"license" and "attribution": what does the publisher state?'];

function keyQuestions(rowKey: readonly string[], repeated: number): string[] {
  if (rowKey.length === 0) return ['"row_key": no column identifies the rows.'];
  if (repeated === 0) return [];
  return [
    `"row_key": ${repeated} rows of the sample have the ${rowKey.join(' and ')} of another row and would replace it.`,
  ];
}

/** What the definition says about status and value, and the open questions. */
function decide(
  kind: SourceKind,
  map: Readonly<Record<string, unknown>>,
  sample: Sample,
  status: StatusColumns | null,
) {
  const questions: string[] = [];
  const fields: Record<string, unknown> = {};
  if (kind !== 'permits') return { fields, questions };
  if (status !== null) {
    const { words, unknown } = proposeStatusWords(status, sample.rows);
    if (Object.keys(words).length > 0) fields.status_words = words;
    for (const word of unknown) {
      questions.push(`"status_words": what does "${word}" mean: in_review, active, final or inactive?`);
    }
  } else {
    questions.push(
      '"status_when_issued": there is no status, so it is unknown but where there is a final date; say what an issued ' +
        'permit is only when the publisher does.',
    );
  }
  if (map.job_value !== undefined) fields.job_value_placeholders = [0, 1];
  for (const [field, what] of wanted) {
    if (map[field] === undefined && !(field === 'address' && map.street_name !== undefined)) {
      questions.push(`"map": no column was found for ${what} ("${field}").`);
    }
  }
  return { fields, questions };
}

/** What nearly every office publishes. */
const wanted = [
  ['number', 'the permit number'],
  ['type', 'the type'],
  ['issue_date', 'the date of issue'],
  ['address', 'the address'],
] as const;

function datasetOf({ protocol, base_url, dataset }: FetchDefinition) {
  const platform = protocol === 'odata' ? 'legistar' : protocol;
  return { platform, domain: new URL(base_url).host, id: dataset };
}
