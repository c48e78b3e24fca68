/**
 * Drafts a source definition from what is known of a dataset: its columns, a page of rows, what its portal says about
 * it. The report says how sure each field is, and what was left open and why.
 *
 * A draft is always a valid definition that reads the rows it was made from; whether it is right, only
 * somebody who knows the office can say. No I/O.
 */
import type { SourceKind } from '../../base/source-kind.js';
import type { Format, Jurisdiction, SourceDefinition } from '../definition/catalog-schema.js';
import type { FetchDefinition } from '../definition/fetch-schema.js';
import { bldsDraft } from './blds-mapping.js';
import { type ColumnProfile, type NamedColumn, profileColumns } from './columns/profile.js';
import type { OpenField, ProposedField } from './proposal.js';
import { type KeyProposal, proposeKey } from './propose-key.js';
import { proposeMapping } from './propose-mapping.js';
import type { PointPlace } from './propose-point.js';
import { proposeStatusWords, type StatusColumns } from './status-words.js';

/** What a catalog says about a dataset; each part only where it does. */
interface DatasetMetadata {
  readonly license?: string | null;
  readonly attribution?: string | null;
  readonly homepage?: string;
  /** How often its publisher renews it. */
  readonly updates?: string;
  /** EPSG number of its coordinates. */
  readonly epsg?: number;
}

export interface Sample {
  readonly format: Format;
  /** May be empty where only the columns are known. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Columns that the portal lists, in addition to those of rows. */
  readonly columns?: Iterable<NamedColumn>;
  /** Where the rows came from, when it was a portal. */
  readonly fetch?: FetchDefinition;
  readonly metadata?: DatasetMetadata;
}

interface DraftOptions {
  readonly id: string;
  readonly name: string;
  readonly kind: SourceKind;
  readonly jurisdiction: Jurisdiction;
  /** Authorities of the rows, where they are several. */
  readonly jurisdictions?: SourceDefinition['jurisdictions'];
  readonly timeZone: string;
  /** Whether a point is where the rows are from; by default unknown. */
  readonly isInside?: (lat: number, lng: number) => boolean;
}

export interface Draft {
  readonly definition: Readonly<Record<string, unknown>>;
  /** Whether the columns are those of BLDS, the standard of permit files. */
  readonly isBlds: boolean;
  /** What was mapped, and how sure. */
  readonly fields: readonly ProposedField[];
  /** What was left open, why, and what could fill it. */
  readonly open: readonly OpenField[];
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
  const blds = options.kind === 'permits' ? bldsDraft(columns) : null;
  const { fields, open, unmapped } = proposeMapping(options.kind, columns, sample.rows, {
    ...(blds !== null && { decided: blds.fields, read: blds.read }),
    place: pointPlace(sample, options),
  });
  const map = Object.fromEntries(fields.map(({ field, expression }) => [field, expression]));
  const key = keyOf(map, blds?.key ?? null, options.jurisdictions?.by, columns, sample.rows);
  const status = fields.find(({ field }) => field === 'status_raw');
  const ofStatus = status === undefined ? null : { columns: status.columns, known: {} };
  const decided = decide(options.kind, map, sample, blds?.status ?? ofStatus);
  return {
    definition: definitionOf(sample, options, { map, key, ...decided }),
    isBlds: blds !== null,
    fields,
    open,
    unmapped,
    questions: [
      ...headerQuestions(sample.format),
      ...key.questions,
      ...decided.questions,
      ...termsQuestions(sample.metadata),
    ],
  };
}

function definitionOf(
  { format, fetch, metadata }: Sample,
  options: DraftOptions,
  {
    map,
    key: { rowKey },
    fields,
  }: {
    readonly map: Readonly<Record<string, unknown>>;
    readonly key: KeyProposal;
    readonly fields: Readonly<Record<string, unknown>>;
  },
): Readonly<Record<string, unknown>> {
  const needed = typicalFields
    .flatMap((field) => (typeof map[field] === 'string' ? [map[field]] : []))
    .filter((column) => !rowKey.includes(column))
    .slice(0, neededColumns);
  return {
    id: options.id,
    kind: options.kind,
    name: options.name,
    license: metadata?.license ?? null,
    attribution: metadata?.attribution ?? null,
    ...(metadata?.homepage !== undefined && { homepage: metadata.homepage }),
    ...(metadata?.updates !== undefined && { updates: metadata.updates }),
    ...(fetch !== undefined && { dataset: datasetOf(fetch) }),
    jurisdiction: options.jurisdiction,
    ...(options.jurisdictions !== undefined && { jurisdictions: options.jurisdictions }),
    namespace: options.id,
    time_zone: options.timeZone,
    format,
    ...(fetch !== undefined && { fetch }),
    row_key: rowKey,
    ...(needed.length > 0 && { required: needed }),
    map,
    ...fields,
  };
}

function pointPlace({ metadata }: Sample, { jurisdiction, isInside }: DraftOptions): PointPlace {
  return { state: jurisdiction.state, isInside: isInside ?? null, epsg: metadata?.epsg ?? null };
}

/** The key of a standard where it holds, else what identifies the rows. */
function keyOf(
  map: Readonly<Record<string, unknown>>,
  ofStandard: readonly string[] | null,
  authority: unknown,
  columns: readonly ColumnProfile[],
  rows: Sample['rows'],
): KeyProposal {
  const number = map.number ?? map.license ?? map.parcel;
  // Two offices may give the same number.
  const first = ofStandard !== null && ofStandard.length > 1 ? ofStandard : [authority, number];
  return proposeKey(
    first.filter((name) => typeof name === 'string'),
    columns,
    rows,
  );
}

function headerQuestions({ columns }: Format): string[] {
  if (columns === undefined || !columns.includes('column 1')) return [];
  return [
    '"format.columns": the table has no header, so its columns are read by their values; name them, in order, with --columns to be surer.',
  ];
}

function termsQuestions(metadata: DatasetMetadata | undefined): string[] {
  const missing = (['license', 'attribution'] as const).filter((key) => !metadata?.[key]);
  if (missing.length === 0) return [];
  return [`${missing.map((key) => `"${key}"`).join(' and ')}: what does the publisher state?`];
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
    const listed = [...(sample.columns ?? [])].flatMap(({ name, examples }) =>
      status.columns.includes(name) ? (examples ?? []) : [],
    );
    const { words, unknown } = proposeStatusWords(status, sample.rows, listed);
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
