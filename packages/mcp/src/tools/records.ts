/** `get_records`: records by their ids, whole. */
import type { Lintel, RequestOptions } from '@lintel/client';
import { endpoints, maxIds, OneOf, Permit, Type } from '@lintel/contract';
import { compact, maxRecordText } from '../answer/compact.js';
import { AnyObject, notice, Records, withCredits } from '../answer/output.js';
import { meanings } from '../protocol/meanings.js';
import { tool } from '../protocol/tool.js';
import { permitSearch } from './searches.js';

const kinds = ['permits', 'contractors', 'properties', 'decisions'] as const;
type Kind = (typeof kinds)[number];

const asRecord = { maxText: maxRecordText, oneLineAddress: false };

/** Records of one call: whole ones are long. */
const maxRecords = Math.min(20, maxIds);

const getRecords = tool({
  name: 'get_records',
  title: 'Get records by id',
  description: `Permits, contractors, properties or decisions by id, with all their fields or those of \`fields\`. Fields that are not known are left out. A property's id is the geo_id of its address. Money is in US cents, durations in days, areas in square feet, rates in percent; lintel://fields/permits and its like explain each field. Costs 1 credit for each record found.`,
  parameters: {
    kind: {
      in: 'query',
      schema: OneOf(kinds, 'Kind of record.'),
      required: true,
      description: 'Kind of the records.',
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
      description: 'Names of the fields to keep. Absent: all.',
      commas: true,
    },
  },
  output: withCredits({
    notice: Type.String(),
    items: Records,
    not_found: Type.Optional(Type.Array(Type.String(), { description: 'Ids that name nothing.' })),
  }),
  async run({ kind, ids, fields }, { lintel, request }) {
    const records = await recordsOf(kind, ids, fields, lintel, request);
    const found = new Set(records.map(({ id }) => id));
    const not_found = ids.filter((id) => !found.has(id));
    const items = records.map((record) => compact(record, asRecord));
    return { notice, items, ...(not_found.length === 0 ? {} : { not_found }) };
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

const explainPermit = tool({
  name: 'explain_permit',
  title: 'Where the values of a permit come from',
  description:
    "For each field of a permit: its meaning, the columns of the source's row that it is made from, the rule, or the other record that states it; with the source, its licence and the key of the row, by which the original can be looked up; `not_known` are fields that the permit does not have. Free.",
  parameters: {
    id: { in: 'query', schema: Type.String(), required: true, description: 'Id of a permit.' },
    fields: endpoints.permit_provenance.parameters.field,
  },
  elsewhere: permitSearch,
  output: withCredits({
    id: Type.String(),
    release_id: Type.String(),
    source: AnyObject,
    row_key: Type.String(),
    other_row_keys: Type.Array(Type.String()),
    other_sources: Records,
    fields: Records,
    not_known: Type.Optional(Type.Array(Type.String())),
  }),
  async run({ id, fields }, { lintel, request }) {
    // Their names were checked against the schema.
    const provenance = await lintel.permits.provenance(
      id,
      { field: fields as (keyof Permit)[] | null },
      request,
    );
    const explained = provenance.fields.map(({ field, ...rest }) => ({
      field,
      meaning: permitMeanings[field] ?? '',
      ...rest,
    }));
    const known = new Set(provenance.fields.map(({ field }) => field));
    const not_known = (fields ?? []).filter((field) => field !== 'id' && !known.has(field));
    const answer = compact({ ...provenance, fields: explained }, asRecord);
    return { ...answer, ...(not_known.length === 0 ? {} : { not_known }) };
  },
});

export const recordTools = [getRecords, explainPermit];
