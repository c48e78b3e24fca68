/**
 * Invented records that satisfy the contract's schemas, for tests of the service. Each release has different
 * permit texts.
 */
import {
  type Address,
  type CityDetails,
  type Contractor,
  type CountyDetails,
  contractorId,
  type Decision,
  decisionId,
  flatFactsOf,
  geoId,
  interfaceVersion,
  type JurisdictionDetails,
  type Permit,
  type Property,
  permitId,
  propertyFactsOf,
  type ReleaseInfo,
} from '@lintel/contract';
import type { BuildReport } from 'lintel/dist/format/report.js';
import { emptyAddress, emptyPropertyFacts } from 'lintel/dist/refine/record/empty-records.js';
import type { AllRecords } from '../release/naive-search.js';

export const permitIds = numbered(60, (i) => permitId('us-xx-example', `${i}`));
export const contractorIds = numbered(55, (i) => contractorId(`license:XX:${i}`));
export const decisionIds = numbered(55, (i) => decisionId('us-xx-example', `${i}`));
/** Addresses with permits, which are the properties. */
export const addressIds = numbered(30, (i) => geoId('address', `property ${i}`));
export const cityId = geoId('city', '0000001');
export const countyId = geoId('county', '00001');
/** A county that exists and has no permits. */
export const quietCountyId = geoId('county', '00003');
/** The address of all permits. */
export const addressId = geoId('address', '0');
export const jurisdictionId = geoId('jurisdiction', 'us-xx-example');
/** The release since which changes are known. */
export const earlierRelease = 'release-0';
/** Addresses that the search for `maple` returns. */
export const addressCount = 23;
/** Cities that the search for `spring` returns. */
export const cityCount = 25;

/** An array of `count` items, made by number. */
export function numbered<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i));
}

function permit(id: string, number: number, release: string): Permit {
  return {
    id,
    number: `BP-${number}`,
    description: `Replace the roof “${release}” \u2028 №${number}`,
    description_derived: null,
    jurisdiction: 'EXAMPLE',
    source_id: 'example',
    job_value: number * 100_000,
    type: 'Roofing',
    subtype: null,
    fees: null,
    status: number % 2 === 0 ? 'active' : null,
    file_date: '2026-01-02',
    ...(number % 3 === 0 ? { issue_date: '2026-01-09' } : {}),
    start_date: '2026-01-02',
    end_date: '2026-01-09',
    total_duration: 7,
    construction_duration: null,
    approval_duration: null,
    ...(number % 2 === 0 ? { contractor_id: contractorIds[number % 20] ?? '' } : {}),
    tags: ['reroof', 'roofing'],
    parcel_number: number % 4 === 0 ? null : `12-${number}`,
    address: {
      street_no: String(100 + number),
      street: 'N MAPLE ST',
      city: 'EXAMPLE',
      county: null,
      zip_code: '00501',
      zip_code_ext: null,
      state: 'NY',
      jurisdiction: 'EXAMPLE',
      latlng: [40.8, -73],
      unit: number % 4 === 0 ? `APT ${number}` : null,
    },
    geo_ids: {
      address_id: addressIds[number % 30] ?? null,
      city_id: cityId,
      county_id: countyId,
      jurisdiction_id: jurisdictionId,
    },
    ...emptyPropertyFacts,
    property_type: 'residential',
    property_type_detail: 'single_family_home',
  };
}

function property(id: string, permits: readonly Permit[]): Property {
  const [newest] = permits;
  if (newest === undefined) throw new Error('a property without a permit');
  const { unit: _, ...building } = newest.address;
  return {
    id,
    address: building,
    geo_ids: newest.geo_ids,
    ...propertyFactsOf(newest),
    permit_count: permits.length,
    first_permit_date: newest.start_date,
    last_permit_date: newest.start_date,
    status_tally: { unknown: permits.length },
    tag_tally: { reroof: permits.length, roofing: permits.length },
    ...flatFactsOf(building, newest),
    contractor_count: new Set(permits.flatMap((each) => each.contractor_id ?? [])).size,
    total_job_value: permits.reduce((sum, each) => sum + (each.job_value ?? 0), 0),
    tags: ['reroof', 'roofing'],
    statuses: [],
    last_date_by_tag: {},
  };
}

function contractor(id: string, number: number): Contractor {
  return {
    id,
    license: `L${number}`,
    name: null,
    business_name: `EXAMPLE ROOFING ${number}`,
    business_type: null,
    classification: null,
    classification_derived: ['roofing'],
    license_issue_date: null,
    license_exp_date: null,
    license_act_date: null,
    license_inact_date: null,
    first_seen_date: '2026-01-02',
    primary_phone: null,
    primary_email: null,
    phone: null,
    email: null,
    website: null,
    dba: null,
    sic: null,
    naics: null,
    linkedin_url: null,
    revenue: null,
    employee_count: null,
    primary_industry: null,
    review_count: null,
    rating: null,
    status_tally: { active: 1 },
    tag_tally: { roofing: 1 },
    permit_count: 1,
    other_permit_count: 0,
    avg_job_value: 100_000,
    total_job_value: 100_000,
    avg_construction_duration: null,
    avg_inspection_pass_rate: null,
    address: { ...emptyAddress, state: 'NY' },
  };
}

/** The decision with that id. */
export function decision(id: string, number: number): Decision {
  return {
    id,
    address_id: null,
    city_id: cityId,
    county_id: countyId,
    jurisdiction_id: jurisdictionId,
    street: `${100 + number} N MAPLE ST`,
    city: 'EXAMPLE',
    state: 'NY',
    latitude: null,
    longitude: null,
    title: `Rezoning ${number}`,
    decision_date: '2026-01-05',
    description: null,
    source_url: null,
    asset_class: 'land',
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
  };
}

/** An address that the search for `maple` returns. */
export function address(number: number): Address {
  return {
    geo_id: geoId('address', `${number}`),
    name: `${100 + number} N MAPLE ST, EXAMPLE, NY, 00501`,
    street_no: String(100 + number),
    street: 'N MAPLE ST',
    city: 'EXAMPLE',
    county: null,
    zip_code: '00501',
    zip_code_ext: null,
    state: 'NY',
    jurisdiction: 'EXAMPLE',
    lat: 40.8,
    long: -73,
  };
}

/** The information about the release with that id. */
export function info(id: string): ReleaseInfo {
  return {
    released_at: '2026-01-10',
    release_id: id,
    schema_version: interfaceVersion,
    built_at: '2026-01-10T12:00:00Z',
    counts: {
      permits: permitIds.length,
      contractors: contractorIds.length,
      decisions: decisionIds.length,
      addresses: addressCount,
      cities: cityCount,
      counties: 2,
      jurisdictions: 1,
    },
    date_range: { from: '2026-01-02', to: '2026-01-02' },
    sources: [
      { id: 'example', name: 'Example', license: null, attribution: null, as_of: '2026-01-09', rows: 60 },
    ],
    previous_release: null,
  };
}

/** What a build of these records could have counted. */
export const report: BuildReport = {
  read: 60,
  records: 50,
  merged: 7,
  quarantined: 3,
  fill: {},
  defects: [],
  reasons: { 'the row has no number': 1, 'the row has no date': 2 },
  sources: [
    {
      source: 'example',
      kind: 'permits',
      read: 60,
      records: 50,
      merged: 7,
      quarantined: 3,
      refined: 57,
      defective: 4,
      vanished: 1,
      fill: { number: 50, job_value: 20 },
      unstated: ['job_value'],
      defects: [{ name: 'status_unknown', field: 'status', count: 4 }],
      reasons: { 'the row has no number': 1, 'the row has no date': 2 },
    },
  ],
};

function county(geo_id: string, name: string): CountyDetails {
  return {
    geo_id,
    name,
    state: 'NY',
    cities: { 'EXAMPLE, NY': cityId },
    jurisdictions: {},
    zipcodes: ['00501'],
  };
}

const city: CityDetails = {
  geo_id: cityId,
  name: 'EXAMPLE, EXAMPLE COUNTY, NY',
  state: 'NY',
  counties: { 'EXAMPLE COUNTY, NY': countyId },
  jurisdictions: { 'EXAMPLE, NY': jurisdictionId },
  zipcodes: ['00501'],
};

const jurisdiction: JurisdictionDetails = {
  geo_id: jurisdictionId,
  name: 'EXAMPLE, NY',
  state: 'NY',
  cities: { 'EXAMPLE, NY': cityId },
  counties: null,
};

/** Records in result order: all permits start on one day, so that their ids decide. */
export function allRecords(release: string): AllRecords {
  const permits = permitIds.map((id, i) => permit(id, i, release)).sort((a, b) => (a.id < b.id ? -1 : 1));
  const addresses = new Set(permits.flatMap(({ geo_ids }) => geo_ids.address_id ?? []));
  return {
    releasedAt: info(release).released_at,
    permits,
    contractors: contractorIds.map(contractor),
    properties: [...addresses].map((id) =>
      property(
        id,
        permits.filter(({ geo_ids }) => geo_ids.address_id === id),
      ),
    ),
  };
}

/** Details of places, by kind and geo_id. */
export const places: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  city: { [cityId]: city },
  county: {
    [countyId]: county(countyId, 'EXAMPLE COUNTY, NY'),
    [quietCountyId]: county(quietCountyId, 'QUIET COUNTY, NY'),
  },
  jurisdiction: { [jurisdictionId]: jurisdiction },
  state: {
    NY: { geo_id: 'NY', name: 'New York', state: 'NY', counties: {}, jurisdictions: {} },
  },
  zip: {
    '00501': {
      geo_id: '00501',
      name: 'EXAMPLE, NY 00501',
      state: 'NY',
      zip_code: '00501',
      cities: { EXAMPLE: cityId },
      counties: {},
      jurisdictions: {},
    },
  },
};

/** Places of a kind with the word `example`; there are several ZIP codes to page through. */
export function placeItems(kind: string): object[] {
  if (kind === 'zip') {
    const codes = numbered(25, (i) => String(501 + i).padStart(5, '0'));
    return codes.map((code) => ({ geo_id: code, name: 'EXAMPLE', state: 'NY', zip_code: code }));
  }
  return Object.values(places[kind] ?? {}).map((place) => {
    const { geo_id, name, state } = place as CountyDetails;
    return { geo_id, name, state };
  });
}
