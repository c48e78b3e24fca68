/**
 * Resources: the vocabularies and the meaning of every field, which cost nothing and need no request; and records by
 * id, each for a credit.
 */
import { Lintel, type LintelOptions, type RequestOptions } from '@lintel/client';
import {
  assetClasses,
  Contractor,
  CurrentMetrics,
  contractorClassifications,
  Decision,
  decisionCategories,
  MonthlyMetrics,
  Permit,
  Property,
  propertyTypes,
  tags,
} from '@lintel/contract';
import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { compact, maxRecordText } from './answer/compact.js';
import { errorText } from './answer/error.js';
import { notice } from './answer/output.js';
import { meanings } from './protocol/meanings.js';

const json = 'application/json';

/** The meaning of each field of a record. A server is made for every HTTP request, so this is not done in it. */
const fields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  permits: meanings(Permit),
  contractors: meanings(Contractor),
  properties: meanings(Property),
  decisions: meanings(Decision),
  current_metrics: meanings(CurrentMetrics),
  monthly_metrics: meanings(MonthlyMetrics),
};

const vocabularies: Readonly<Record<string, object>> = {
  permit_status: {
    in_review: 'filed or approved but not issued',
    active: 'issued, work may go on',
    final: 'completed',
    inactive: 'expired, void, withdrawn, denied, revoked or stalled',
  },
  permit_record_kind: {
    initial: 'the first permit of its work',
    renewal: 'the same permit once more',
    amendment: 'a change of a permit',
    subpermit: 'a part of the work under a permit of its own',
    master: 'the permit that others are part of',
    application: 'filed, and not issued as a permit',
  },
  property_type: propertyTypes,
  contractor_classification: contractorClassifications,
  decision_category: decisionCategories,
  decision_asset_class: assetClasses,
};

export function registerResources(server: McpServer, service: LintelOptions): void {
  const fixed = (name: string, uri: string, title: string, description: string, value: object) =>
    server.registerResource(name, uri, { title, description, mimeType: json }, () => ({
      contents: [{ uri, mimeType: json, text: JSON.stringify(value) }],
    }));
  fixed('tags', 'lintel://tags', 'Tags', 'Every tag of permits with its meaning and parents. Free.', tags);
  for (const [name, values] of Object.entries(vocabularies)) {
    fixed(name, `lintel://vocabularies/${name}`, name, `Allowed values of ${name}. Free.`, values);
  }
  for (const [name, described] of Object.entries(fields)) {
    const about = `Meaning and unit of each field of ${name}. Free.`;
    fixed(`fields-${name}`, `lintel://fields/${name}`, `Fields of ${name}`, about, described);
  }
  record(server, service, 'permit', (lintel, id, request) => lintel.permits.get(id, {}, request));
  record(server, service, 'contractor', (lintel, id, request) => lintel.contractors.get(id, {}, request));
  record(server, service, 'decision', (lintel, id, request) => lintel.decisions.get(id, {}, request));
}

type Ask = (lintel: Lintel, id: string, request: RequestOptions) => Promise<object>;

/** A template for records of a kind by id. */
function record(server: McpServer, service: LintelOptions, noun: string, ask: Ask): void {
  const template = new ResourceTemplate(`lintel://${noun}s/{id}`, { list: undefined });
  const about = { title: noun, description: `A ${noun} by id. Costs 1 credit.`, mimeType: json };
  server.registerResource(noun, template, about, async (uri, { id }, { mcpReq: { signal } }) => {
    const found = await orProtocolError(() => ask(new Lintel(service), String(id), { signal }));
    const fields = compact(found, { maxText: maxRecordText, oneLineAddress: false });
    return { contents: [{ uri: uri.href, mimeType: json, text: JSON.stringify({ notice, ...fields }) }] };
  });
}

async function orProtocolError<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, errorText(error));
  }
}
