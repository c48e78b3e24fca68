/** Permits and decisions as entries of feeds: the title and text that a person reads. */
import type { Decision, Permit } from '@lintel/contract';
import type { RecordBytes } from '../../format/record.js';
import { type Entry, urnOf } from './feed.js';

/** A permit as an entry. */
export function permitEntry(record: RecordBytes, base: string, released: string): Entry {
  const permit = JSON.parse(record.toString()) as Permit;
  const { address } = permit;
  const street = listed(' ', address.street_no, address.street);
  const where = listed(', ', street || null, address.city, address.state);
  const facts = listed(
    ', ',
    permit.number === null ? null : `permit ${permit.number}`,
    permit.status,
    permit.job_value === null ? null : dollars(permit.job_value),
    permit.file_date === null ? null : `filed ${permit.file_date}`,
    permit.issue_date === undefined ? null : `issued ${permit.issue_date}`,
    permit.final_date === undefined ? null : `final ${permit.final_date}`,
  );
  return {
    id: urnOf(`permit ${permit.id}`),
    title: listed(': ', where || null, permit.description_derived ?? permit.type) || 'Permit',
    text: listed('\n', permit.description, facts || null),
    url: `${base}/v2/permits/${permit.id}`,
    published: permit.start_date,
    updated: permit.end_date ?? released,
    tags: permit.tags,
    point: address.latlng,
    source: permit.source_id,
  };
}

/** A decision as an entry. Its id is a UUID already. */
export function decisionEntry(record: RecordBytes, base: string, released: string): Entry {
  const decision = JSON.parse(record.toString()) as Decision;
  const { latitude, longitude } = decision;
  const where = listed(', ', decision.street, decision.city, decision.state);
  return {
    id: `urn:uuid:${decision.id}`,
    title: listed(': ', where || null, decision.title) || 'Decision',
    text: listed('\n', decision.description, decision.why_it_matters),
    url: `${base}/v2/decisions/${decision.id}`,
    published: decision.decision_date,
    updated: decision.decision_date ?? released,
    tags: [decision.category, decision.asset_class].filter((tag) => tag !== null),
    point: latitude === null || longitude === null ? null : [latitude, longitude],
    source: null,
  };
}

/** The parts that are known, with a separator between them. */
function listed(separator: string, ...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join(separator);
}

function dollars(cents: number): string {
  return `$${Math.round(cents / 100).toLocaleString('en-US')}`;
}
