/**
 * A small made-up world for the tests of this room: refined records from a seed, and sources whose raw rows
 * contain them, so that a test decides exactly what a row refines to.
 */
import type { PermitRecordKind } from '@lintel/contract';
import {
  contractorClassifications,
  decisionId,
  geoId,
  permitId,
  permitRecordKinds,
  permitStatuses,
  propertyFactNames,
  propertyTypes,
  tagIds,
  withParents,
} from '@lintel/contract/plain';
import type { SourceKind } from 'lintel/dist/base/source-kind.js';
import type { Refine } from 'lintel/dist/builder/entry/prepare.js';
import { emptyContractor, emptyPropertyFacts } from 'lintel/dist/refine/record/empty-records.js';
import type { ContractorMention, PermitRecord, Refined } from 'lintel/dist/refine/record/refined.js';
import type { Canonical, Catalog, Source } from 'lintel/dist/refine/record/source.js';
import { sanFrancisco } from '../refine/sources.js';
import { withOneUse } from './synthetic-facts.js';

/** Numbers in [0, 1) from a seed (mulberry32). */
export function syntheticNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A source whose rows are `{refined: …}`: mapping passes the refined record on to `syntheticRefine`. */
export function syntheticSource(id: string, kind: SourceKind, rowIs: Source['rowIs'] = 'permit'): Source {
  return {
    id,
    kind,
    name: `Made-up source ${id}`,
    license: 'CC0-1.0',
    attribution: null,
    rowIs,
    context: { ...sanFrancisco, id, namespace: 'made-up' },
    rowKey: (row) => (typeof row.key === 'string' ? row.key : null),
    map: (row) =>
      ({ kind, key: String(row.key), fields: { name: JSON.stringify(row.refined) } }) as Canonical,
  };
}

export const syntheticRefine: Refine = (rows) =>
  rows.map(({ fields }) => JSON.parse((fields as { name: string }).name) as Refined);

export function syntheticCatalog(sources: readonly Source[]): Catalog {
  return { sources, get: (id) => sources.find((source) => source.id === id) ?? null };
}

const ofKind = (kind: PermitRecordKind | null) => (kind === null ? {} : { record_kind: kind });

const counties = ['06075', '17031', '47037'].map((geoid) => geoId('county', geoid));
const cities = ['San Francisco', 'Chicago'].map((name) => geoId('city', name));

/** A declared value, in cents, that a release of a hundred made-up permits or more marks as an outlier. */
export const absurdValue = 61_550_000_000;

/** A permit with every optional field, known or unknown, by number and chance. */
export function syntheticPermit(number: number, chance: () => number): Refined {
  const pick = <T>(values: readonly T[]): T | null =>
    values[Math.floor(chance() * (values.length + 1))] ?? null;
  const day = Math.floor(chance() * 700);
  const start = chance() < 0.1 ? null : new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10);
  const streetNo = 1 + Math.floor(chance() * 40);
  const hasAddress = chance() < 0.9;
  const known = <T>(value: T): T | null => (chance() < 0.7 ? value : null);
  const rate = known(Math.floor(chance() * 101));
  const tags = withParents(tagIds.filter(() => chance() < 0.06));
  const declared = known(Math.floor(chance() * 1e8));
  // A few typing errors, far beyond the others.
  const value = number % 41 === 40 ? absurdValue : declared;
  const record: PermitRecord = {
    id: permitId('made-up', String(number)),
    number: [`P${number}`, `p-${number}`, `P ${number}/é`][number % 3] ?? null,
    description: known(`Übung "${number}" ,"tags":[ ,"address":{`),
    description_derived: null,
    jurisdiction: 'SAN FRANCISCO',
    source_id: 'permits-a',
    job_value: value,
    type: 'building',
    subtype: null,
    ...ofKind(number % 5 === 0 ? null : pick(permitRecordKinds)),
    ...(number % 7 === 0 ? { parent_number: `P${number - 1}` } : {}),
    fees: known(1200),
    status: pick(permitStatuses),
    file_date: start,
    ...(start === null ? {} : { issue_date: start }),
    start_date: start,
    end_date: start,
    total_duration: known(3),
    construction_duration: known(Math.floor(chance() * 300)),
    approval_duration: known(Math.floor(chance() * 90)),
    ...(rate === null ? {} : { inspection_pass_rate: rate }),
    tags,
    parcel_number: number % 3 === 0 ? null : `${streetNo > 35 ? number : streetNo}-"A"`,
    address: {
      street_no: hasAddress ? String(streetNo) : null,
      street: hasAddress ? 'MILLICK ST' : null,
      city: 'SAN FRANCISCO',
      county: 'SAN FRANCISCO COUNTY',
      zip_code: known('94103'),
      zip_code_ext: null,
      state: 'CA',
      jurisdiction: 'SAN FRANCISCO',
      latlng: known([37.77 + streetNo / 1000, -122.41]),
      unit: number % 4 === 0 ? `# ${number}"}` : null,
    },
    geo_ids: {
      address_id: hasAddress ? geoId('address', `${streetNo} MILLICK`) : null,
      city_id: pick(cities),
      county_id: pick(counties),
      jurisdiction_id: geoId('jurisdiction', '0667000'),
    },
    ...emptyPropertyFacts,
    property_type: pick(propertyTypes),
    property_building_area: known(900),
    property_year_built: known(1950),
  };
  const contractor = chance() < 0.6 ? syntheticMention(Math.floor(chance() * 25), chance) : null;
  const defects = chance() < 0.2 ? [{ name: 'date_unreadable', field: 'final_date' }] : [];
  const others = number % 6 === 0 ? [number % 25, (number + 6) % 25] : [];
  const otherContractors = others.map((other) => ({
    mention: syntheticMention(other, () => 0.5),
    role: contractorClassifications[other % 14] ?? null,
  }));
  return { kind: 'permit', record: withOneUse(record), contractor, otherContractors, defects };
}

/**
 * The rows of a made-up permit with several addresses, given by `at`: places and property facts as another
 * permit has them.
 */
export function syntheticAddressRows(permit: Refined, addresses: readonly Refined[]): Refined[] {
  if (permit.kind !== 'permit') throw new Error('not a permit');
  const others = addresses.filter((other) => other.kind === 'permit');
  return [
    permit,
    ...others.map(({ record }): Refined => {
      // The type agrees with the tags, which all rows of a permit share.
      const names = propertyFactNames.filter((name) => !name.startsWith('property_type'));
      const facts = Object.fromEntries(names.map((name) => [name, record[name]]));
      const { address, geo_ids } = record;
      return { ...permit, record: { ...permit.record, ...facts, address, geo_ids } };
    }),
  ];
}

/** A mention of made-up contractor `number`: by licence, by phone, or by both, which links the two. */
export function syntheticMention(number: number, chance: () => number): ContractorMention {
  const license = chance() < 0.7 ? `L${number}` : null;
  const phone = license === null || chance() < 0.4 ? `+1415555${String(1000 + number)}` : null;
  const keys = [
    ...(license === null ? [] : [`license:CA:${license}`]),
    ...(phone === null ? [] : [`phone:${phone}`]),
  ];
  const name = `MADE-UP BUILDERS ${number}`;
  return { keys, facts: { ...emptyContractor, license, primary_phone: phone, business_name: name } };
}

export function syntheticDecision(number: number, chance: () => number): Refined {
  const date = new Date(Date.UTC(2026, 0, 1 + Math.floor(chance() * 100))).toISOString().slice(0, 10);
  return {
    kind: 'decision',
    record: {
      id: decisionId('made-up', String(number)),
      address_id: geoId('address', `decision ${number}`),
      city_id: cities[0] ?? null,
      county_id: counties[0] ?? null,
      jurisdiction_id: geoId('jurisdiction', '0667000'),
      street: `${number} HEARING AVE`,
      city: 'SAN FRANCISCO',
      state: 'CA',
      latitude: null,
      longitude: null,
      title: `Rezoning ${number}`,
      decision_date: chance() < 0.2 ? null : date,
      description: null,
      source_url: null,
      asset_class: null,
      category: 'spot_rezoning',
      subcategory: null,
      property_type: null,
      why_it_matters: null,
      applicant_name: null,
      owner_name: null,
      representative_name: null,
      developer_name: null,
      zoning_previous: null,
      zoning_new: null,
      allowed_uses: null,
      project_value: null,
      lot_size: null,
    },
    defects: [],
  };
}

/** A raw row that refines to the given record. */
export function syntheticRow(key: string, refined: Refined): { key: string; body: string } {
  return { key, body: JSON.stringify({ key, refined }) };
}
