/** Where the records of a release are, read from its files: for the reason of an empty page. */
import type { Decision, Property } from '@lintel/contract';
import { at } from '../base/memory/at.js';
import { placeColumns, searchedPlace } from '../format/filters/terms.js';
import type { SegmentReader } from '../format/segment/segment-reader.js';
import { areaOf } from './area.js';
import { rowsInArea } from './area-rows.js';
import { maxLooked, type PlacesOfRecords } from './empty-reason.js';
import { visitRows } from './intersect.js';
import type { Filters } from './open-filters.js';

const jurisdictionColumn = placeColumns.indexOf('jurisdiction');

interface Parts {
  readonly filters: Filters;
  readonly records: Readonly<Record<'properties' | 'decisions', SegmentReader>>;
}

export function placesOfRecords({ filters, records }: Parts): PlacesOfRecords {
  const ofNumbers = (numbers: ReadonlySet<number>) =>
    filters.coverage.filter((each) => numbers.has(each.place)).map(({ jurisdiction }) => jurisdiction);
  return {
    jurisdictionsIn(query) {
      const area = areaOf(query);
      const rows = area === null ? null : rowsInArea(filters.points, area);
      if (rows === null) return [];
      const found = new Set<number>();
      const range = { from: 0, to: filters.counts.permits };
      let looked = 0;
      visitRows({ ranges: [range], cursors: [rows.cursor], tests: [rows.test] }, 0, (row) => {
        found.add(at(filters.places, jurisdictionColumn).at(row) - 1);
        return ++looked < maxLooked;
      });
      return ofNumbers(found);
    },
    jurisdictionsOf(place) {
      const searched = searchedPlace(place);
      if (searched.kind !== 'listed') return [];
      return ofNumbers(new Set(filters.jurisdictions.of(filters.placeNumber(searched.key))));
    },
    property(address) {
      const [property] = records.properties.records([address]);
      return property === undefined ? null : (JSON.parse(property.toString()) as Property).geo_ids;
    },
    decision: (row) => JSON.parse(records.decisions.rows.row(row).toString()) as Decision,
  };
}
