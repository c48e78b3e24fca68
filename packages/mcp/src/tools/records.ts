/** `get_records`: records by their ids, whole, or where their values come from. */
import { type Lintel, NotFoundError, type RequestOptions } from '@lintel/client';
import { maxIds, OneOf, Permit, Type } from '@lintel/contract';
import { compact, maxRecordText } from '../answer/compact.js';
import { notice } from '../answer/output.js';
import { meanings } from '../protocol/meanings.js';
import { tool } from '../protocol/tool.js';

const kinds = ['permits', 'contractors', 'properties', 'decisions'] as const;
type Kind = (typeof kinds)[number];

const asRecord = { maxText: maxRecordText, oneLineAddress: false };

/** Records of one call: whole ones are long. */
const maxRecords = Math.min(20, maxIds);

const getRecords = tool({
  name: 'get_records',
  title: 'Get records by id',
  description: `Permits, contractors, properties or decisions by id, whole or with the \`fields\` named. A property's id is the geo_id of its address. With explain=true, of permits and free: for each field its meaning, the columns of the source that it is made from and the rule, or the other record that states it; the source, its license and the row's key; \`not_known\` are fields that the permit lacks. Costs 1 credit for each record found.`,
  parameters: {
    kind: {
      in: 'query',
      schema: OneOf(kinds, 'Kind of record.'),
      required: true,
      description: 'Of what the ids are.',
    },
    ids: {
      in: 'query',
      schema: Type.Array(Type.String(), { minItems: 1, maxItems: maxRecords }),
      required: true,
      description: `Ids from searches, at most ${maxRecords}.`,
    },
    fields: {
      in: 'query',
      schema: Type.Array(Type.String()),
      required: false,
      description: 'Absent: all.',
      commas: true,
    },
    explain: {
      in: 'query',
      schema: Type.Boolean(),
      required: false,
      default: false,
      description: 'Where values come from, instead of them.',
    },
  },
  rules: [
    {
      at: 'explain',
      reads: ['explain', 'kind'],
      fault: ({ explain, kind }) =>
        explain === true && kind !== 'permits' ? 'Only permits are explained: kind=permits.' : null,
    },
  ],
  async run({ kind, ids, fields, explain }, { lintel, request }) {
    const wanted = [...new Set(ids)];
    const records = explain
      ? await explanationsOf(wanted, fields, lintel, request)
      : await recordsOf(kind, wanted, fields, lintel, request);
    const found = new Set(records.map(({ id }) => id));
    const not_found = wanted.filter((id) => !found.has(id));
    const items = records.map((record) => compact(record, asRecord));
    return { notice, items, has_more: false, ...(not_found.length === 0 ? {} : { not_found }) };
  },
});

/** The records that exist. The service checks the names of fields, which differ by kind. */
function recordsOf(
  kind: Kind,
  ids: readonly string[],
  fields: readonly string[] | null,
  lintel: Lintel,
  request: RequestOptions,
): Promise<readonly { readonly id: string }[]> {
  const chosen = { fields: fields as readonly never[] | null };
  switch (kind) {
    case 'permits':
      return lintel.permits.get(ids, chosen, request);
    case 'contractors':
      return lintel.contractors.get(ids, chosen, request);
    case 'properties':
      return lintel.properties.get(ids, chosen, request);
    case 'decisions':
      return lintel.decisions.get(ids, chosen, request);
  }
}

const permitMeanings = meanings(Permit);

/** Where the values of the permits that exist come from. */
async function explanationsOf(
  ids: readonly string[],
  fields: readonly string[] | null,
  lintel: Lintel,
  request: RequestOptions,
): Promise<{ readonly id: string }[]> {
  const found: { readonly id: string }[] = [];
  for (const id of ids) {
    try {
      found.push(await explanationOf(id, fields, lintel, request));
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
    }
  }
  return found;
}

async function explanationOf(
  id: string,
  fields: readonly string[] | null,
  lintel: Lintel,
  request: RequestOptions,
) {
  // The service checks the names of fields.
  const query = { field: fields as (keyof Permit)[] | null };
  const provenance = await lintel.permits.provenance(id, query, request);
  const explained = provenance.fields.map(({ field, ...rest }) => ({
    field,
    meaning: permitMeanings[field] ?? '',
    ...rest,
  }));
  const known = new Set(provenance.fields.map(({ field }) => field));
  const not_known = (fields ?? []).filter((field) => field !== 'id' && !known.has(field));
  return { ...provenance, fields: explained, ...(not_known.length === 0 ? {} : { not_known }) };
}

export const recordTools = [getRecords];
