/** `get_records`: records by their ids, whole. */
import type { Lintel, RequestOptions } from '@lintel/client';
import { maxIds, OneOf, Type } from '@lintel/contract';
import { compact, maxRecordText } from '../answer/compact.js';
import { notice, withCredits } from '../answer/output.js';
import { tool } from '../protocol/tool.js';

const kinds = ['permits', 'contractors', 'properties', 'decisions'] as const;
type Kind = (typeof kinds)[number];

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
    items: Type.Array(Type.Object({ id: Type.String() })),
    not_found: Type.Optional(Type.Array(Type.String(), { description: 'Ids that name nothing.' })),
  }),
  async run({ kind, ids, fields }, { lintel, request }) {
    const records = await recordsOf(kind, ids, fields, lintel, request);
    const found = new Set(records.map(({ id }) => id));
    const not_found = ids.filter((id) => !found.has(id));
    const items = records.map((record) => compact(record, { maxText: maxRecordText, oneLineAddress: false }));
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

export const recordTools = [getRecords];
