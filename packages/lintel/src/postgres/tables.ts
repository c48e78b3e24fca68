/**
 * The tables of a release in PostgreSQL: for people who ask in SQL, so with one typed column for every field of the
 * interface, and the interface's own words as comments. A field added to a resource becomes a column by itself.
 */
import { join } from 'node:path';
import { MonthlyMetrics, type Permit, ReleaseSource } from '@lintel/contract';
import { flatAddressParts, flatPropertyFacts } from '@lintel/contract/plain';
import { openImmutable } from '../base/sqlite.js';
import { type Column, columnsOfSchema, type JsonSchema } from '../export/column.js';
import { columnsOf } from '../export/columns.js';
import type { StoredKind } from '../export/kinds.js';
import { indexFile } from '../format/layout.js';
import { readManifest } from '../format/manifest.js';
import type { PlaceKind } from '../format/record.js';
import { scanRecords } from '../format/segment/scan-records.js';
import { RowReader } from '../format/segment/segment-reader.js';
import { openRelease } from '../releases/open-release.js';
import {
  apiTables,
  contractorColumns,
  permitColumns,
  propertyColumns,
  type ServiceColumns,
} from './api-tables.js';
import {
  binaryRecords,
  binaryRows,
  type RecordRow,
  type RecordValues,
  type TableColumn,
} from './binary-rows.js';
import { type Layout, type Placement, shardCounty, shardCountyOf } from './sharding.js';

/** A table of every release. */
export interface ReleaseTable {
  readonly name: string;
  readonly comment: string;
  readonly placement: Placement;
  readonly columns: readonly TableColumn[];
  /** None where rows have no identity. */
  readonly primaryKey: readonly string[];
  /** What follows the name of the table in `CREATE INDEX`, by the end of the index's name. */
  readonly indexes: Readonly<Record<string, string>>;
  /** Columns in which any part of a text is found fast, where the database has the extension for it. */
  readonly trigrams?: readonly string[];
  /** How many rows the release in the directory has for it; null if that is known only by reading them. */
  count(directory: string): number | null;
  /** Its rows from number `from` on, always in the same order, for `encode`. */
  rows(directory: string, from: number): Iterable<unknown>;
  /** Rows as chunks of a binary COPY. */
  encode(rows: Iterable<unknown>): Iterable<Buffer>;
}

/** How descriptions of permits are indexed; a query must use the same expression. */
const descriptionWords = `to_tsvector('english', coalesce(description, ''))`;

/** Order of the interface: of permits and properties the newest first. */
const position: Column = {
  name: 'position',
  path: ['position'],
  type: 'integer',
  description: 'Number of the row in the order of the interface, from 0.',
};

/** What an index over a place has besides, so that most searches read no rows of the table. */
const searched = 'INCLUDE (api_facets, contractor_id)';
/** The same of properties, whose jurisdictions say where an absence is known. */
const covering = 'INCLUDE (jurisdiction_id)';

/** A box of degrees, as people ask for it. */
const box = '(address_lat, address_long)';

/** The same in every row of `metrics`: rows by tag would be more than permits, and a query over permits finds them. */
const ofAllPermits = ['tag', 'property_type'];
const metricColumns = columnsOfSchema(MonthlyMetrics as JsonSchema).filter(
  ({ name }) => !ofAllPermits.includes(name),
);

/** What properties carry a second time under flat names (C42): here they have the names of permits only. */
const flatNames: readonly string[] = [...flatAddressParts, ...Object.keys(flatPropertyFacts)];

/** Of records that the service finds without columns of its own. */
const noService: ServiceColumns = { columns: [], valuesOf: () => [] };

const sourcesTable = table('sources', {
  placement: 'everywhere',
  comment: 'The sources of the release, with license and attribution. permits.source_id names one.',
  columns: columnsOfSchema(ReleaseSource as JsonSchema),
  primaryKey: ['id'],
  indexes: {},
  all: (directory) => readManifest(directory).info.sources,
});

const placesTable = table('places', {
  placement: 'everywhere',
  comment: 'Cities, counties, jurisdictions, states and ZIP codes.',
  columns: [
    ownColumn('geo_id', 'text', 'geo_id of the place; of a state its code, of a ZIP code its digits.'),
    ownColumn('kind', 'text', 'One of city, county, jurisdiction, state and zip.'),
    ownColumn('name', 'text', 'Name of the place, with its county where it is a city, and its state.'),
    ownColumn('state', 'text', 'Two-letter state abbreviation.'),
    ownColumn('details', 'json', 'What the interface answers about the place, such as its counties.'),
  ],
  primaryKey: ['geo_id'],
  indexes: { name: '(lower(name) text_pattern_ops)' },
  all: places,
});

const permitsTable = (layout: Layout) =>
  segment(layout, 'permits', {
    placement: 'shard_county',
    comment: 'Building permits, one row each.',
    service: permitColumns,
    indexes: {
      position: '(position)',
      date: '(start_date DESC NULLS LAST)',
      state: `(address_state, position) ${searched}`,
      county: `(county_id, position) ${searched}`,
      city: `(city_id, position) ${searched}`,
      jurisdiction: `(jurisdiction_id, position) ${searched}`,
      zip: `(address_zip_code, position) ${searched}`,
      address: '(address_id, position) INCLUDE (api_facets)',
      contractor: '(contractor_id, position) INCLUDE (api_facets)',
      number: '(api_number text_pattern_ops)',
      parcel: '(api_parcel text_pattern_ops)',
      value: '(job_value)',
      map: '(api_x, api_y) INCLUDE (position, api_facets, contractor_id, job_value)',
      box,
      tags: 'USING gin (tags)',
      areas: 'USING gin (areas)',
      words: `USING gin (${descriptionWords})`,
    },
    // As the service folds it, and as people read it (ILIKE).
    trigrams: ['api_description', 'description'],
  });

const otherContractorsTable = (layout: Layout) =>
  table('other_contractors', {
    placement: 'shard_county',
    comment: 'Further contractors of permits, besides the main one that permits.contractor_id names.',
    columns: [
      ownColumn('permit_id', 'text', 'Identifier of the permit.'),
      ownColumn('contractor_id', 'text', 'Identifier of the contractor.'),
      ownColumn('name', 'text', 'Its name as the row of the permit has it.'),
      ownColumn('role', 'text', 'What it does on the permit, one of the classifications of contractors.'),
      { ...position, description: 'That of the permit.' },
      ...(layout === 'citus' ? [shardCounty] : []),
    ],
    primaryKey: ['permit_id', 'contractor_id'],
    indexes: { contractor: '(contractor_id, position)' },
    all: otherContractors,
  });

const contractorsTable = segment('plain', 'contractors', {
  placement: 'everywhere',
  comment: 'Contractors, with tallies over the permits whose main contractor they are.',
  service: contractorColumns,
  indexes: {
    position: '(position)',
    license: '(license)',
    api_license: '(api_license)',
    website: '(api_website)',
    name: '(lower(coalesce(business_name, name)) text_pattern_ops)',
  },
});

const propertiesTable = (layout: Layout) =>
  segment(layout, 'properties', {
    placement: 'shard_county',
    comment: 'Properties: addresses with what is known of the building and of all its permits.',
    without: flatNames,
    service: propertyColumns,
    indexes: {
      position: '(position)',
      state: `(address_state, position) ${covering}`,
      county: `(county_id, position) ${covering}`,
      city: `(city_id, position) ${covering}`,
      jurisdiction: '(jurisdiction_id, position)',
      zip: `(address_zip_code, position) ${covering}`,
      owner: '(api_owner)',
      map: '(api_x, api_y)',
      box,
      tags: 'USING gin (tags)',
    },
  });

const decisionsTable = segment('plain', 'decisions', {
  placement: 'position',
  comment: 'Zoning and land-use decisions.',
  indexes: {
    position: '(position)',
    date: '(decision_date DESC, id)',
    county: '(county_id, decision_date DESC)',
  },
});

const addressesTable = segment('plain', 'addresses', {
  placement: 'position',
  comment: 'Every address that a record names.',
  indexes: { position: '(position)', street: '(street, street_no)', zip: '(zip_code)' },
});

const metricsTable = table('metrics', {
  placement: 'everywhere',
  comment: 'Permits of each place by the month in which they start, counted as the interface counts them.',
  columns: metricColumns,
  primaryKey: ['geo_id', 'date'],
  indexes: {},
  all: metrics,
  encode: encodeRecords(metricColumns, []),
});

/** The tables that views show. */
export const shownTables = (layout: Layout): readonly ReleaseTable[] => [
  sourcesTable,
  placesTable,
  permitsTable(layout),
  otherContractorsTable(layout),
  contractorsTable,
  propertiesTable(layout),
  decisionsTable,
  addressesTable,
  metricsTable,
];

/** All tables of a release, in the order in which they are loaded. */
export const releaseTables = (layout: Layout): readonly ReleaseTable[] => [
  ...shownTables(layout),
  ...apiTables(layout),
];

interface TableRows extends Omit<ReleaseTable, 'name' | 'count' | 'rows' | 'encode'> {
  all(directory: string): Iterable<unknown>;
  readonly encode?: ReleaseTable['encode'];
}

/** A table whose rows are made one by one. */
function table(name: string, { all, ...rest }: TableRows): ReleaseTable {
  return {
    name,
    encode: (rows) => binaryRows(rest.columns, rows),
    ...rest,
    count: () => null,
    *rows(directory, from) {
      let row = 0;
      for (const record of all(directory)) if (row++ >= from) yield record;
    },
  };
}

interface RecordRows extends Pick<ReleaseTable, 'comment' | 'placement' | 'indexes' | 'trigrams'> {
  readonly service?: ServiceColumns;
  /** Names of fields that are no columns. */
  readonly without?: readonly string[];
}

/** A table of one kind of record. */
function segment(
  layout: Layout,
  kind: StoredKind,
  { service = noService, without = [], ...rest }: RecordRows,
): ReleaseTable {
  const columns = columnsOf(kind).filter(({ name }) => !without.includes(name));
  const isByCounty = layout === 'citus' && rest.placement === 'shard_county';
  const derived = [position, ...(isByCounty ? [shardCounty] : []), ...service.columns];
  return {
    name: kind,
    ...rest,
    columns: [...columns, ...derived],
    primaryKey: [kind === 'addresses' ? 'geo_id' : 'id'],
    count(directory) {
      const reader = new RowReader(directory, kind);
      reader.close();
      return reader.rows;
    },
    *rows(directory, from): Generator<RecordRow> {
      let row = 0;
      for (const record of scanRecords(directory, kind)) {
        const number = row++;
        const derive = (values: RecordValues) => [
          number,
          ...(isByCounty ? [values.text('county_id') ?? ''] : []),
          ...service.valuesOf(values),
        ];
        if (number >= from) yield { record, derive };
      }
    },
    encode: encodeRecords(columns, derived),
  };
}

/** For tables whose rows are of the type `RecordRow`. */
function encodeRecords(columns: readonly Column[], derived: readonly TableColumn[]): ReleaseTable['encode'] {
  return (rows) => binaryRecords(columns, derived, rows as Iterable<RecordRow>);
}

function ownColumn(name: string, type: 'text' | 'json', description: string): Column {
  return { name, path: [name], type, description };
}

function* otherContractors(directory: string): Iterable<unknown> {
  let row = 0;
  for (const line of scanRecords(directory, 'permits')) {
    if (line.includes('"other_contractors":[{')) {
      const permit = JSON.parse(line.toString()) as Permit;
      const ofPermit = { permit_id: permit.id, position: row, [shardCounty.name]: shardCountyOf(permit) };
      for (const { id, name, role } of permit.other_contractors ?? [])
        yield { ...ofPermit, contractor_id: id, name, role };
    }
    row += 1;
  }
}

/** Places that are read at once. */
const placeBatch = 1_000;

function* places(directory: string): Iterable<unknown> {
  const index = openImmutable(join(directory, indexFile));
  const after = index.prepare(
    'SELECT geo_id, kind, details FROM place WHERE geo_id > ? ORDER BY geo_id LIMIT ?',
  );
  try {
    for (let last = '', batch = after.all(last, placeBatch); batch.length > 0; ) {
      for (const { geo_id, kind, details: text } of batch) {
        last = String(geo_id);
        const details = JSON.parse(String(text)) as { readonly name: string; readonly state: string | null };
        yield { geo_id, kind, name: details.name, state: details.state, details };
      }
      batch = after.all(last, placeBatch);
    }
  } finally {
    index.close();
  }
}

/** Months are numbers, of which no request asks for all. */
const allMonths = { from: 0, to: Number.MAX_SAFE_INTEGER };

function* metrics(directory: string): Iterable<RecordRow> {
  const index = openImmutable(join(directory, indexFile));
  const release = openRelease(directory);
  const query = { tag: 'all', propertyType: 'all' };
  const rolledUp = 'SELECT r.geo_id, p.kind FROM roll_up r JOIN place p USING (geo_id) ORDER BY r.geo_id';
  try {
    for (const { geo_id, kind } of index.prepare(rolledUp).all()) {
      const rows = release.monthlyMetrics(kind as PlaceKind, String(geo_id), query, allMonths) ?? [];
      for (const record of rows) yield { record, derive: () => [] };
    }
  } finally {
    release.close();
    index.close();
  }
}
