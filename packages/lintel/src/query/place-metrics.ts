/**
 * Metrics as finished rows: of places from their roll-ups, of contractors and addresses from the facts of
 * their permits.
 */

import type { RecordBytes } from '../format/record.js';
import { cellNumber } from '../format/roll-ups/cells.js';
import { type CurrentDates, currentDates } from '../format/roll-ups/current-dates.js';
import type { FactsReader } from '../format/roll-ups/facts-reader.js';
import type { MetricsReader } from '../format/roll-ups/metrics-reader.js';
import type { Filters } from './open-filters.js';
import type { MonthRange } from './sum-facts.js';
import { sumCurrent, sumMonths } from './sum-facts.js';
import { sumYear } from './sum-year.js';
import type { MetricsQuery } from './wire-rows.js';
import { contractorRows, currentRow, monthlyRows } from './wire-rows.js';

export class PlaceMetrics {
  readonly #rollUps: MetricsReader;
  readonly #facts: FactsReader;
  readonly #filters: Filters;
  readonly #dates: CurrentDates;

  /** `releasedAt` is the date of the release, YYYY-MM-DD. */
  constructor(readers: { rollUps: MetricsReader; facts: FactsReader; filters: Filters }, releasedAt: string) {
    this.#rollUps = readers.rollUps;
    this.#facts = readers.facts;
    this.#filters = readers.filters;
    this.#dates = currentDates(releasedAt);
  }

  /**
   * The current row of a known place, for the year up to `asOf` or the release; none without such permits.
   */
  current(geoId: string, query: MetricsQuery, asOf: string | null): RecordBytes[] {
    const current =
      asOf === null
        ? this.#rollUps.current(geoId, cellOf(query))
        : sumYear(this.#filters, geoId, query, currentDates(asOf));
    return current === null ? [] : [currentRow(geoId, query, current)];
  }

  /** The monthly rows of a known place. */
  monthly(geoId: string, query: MetricsQuery, { from, to }: MonthRange): RecordBytes[] {
    const months = this.#rollUps.months(geoId, cellOf(query));
    return monthlyRows(
      geoId,
      query,
      months.filter(({ month }) => month >= from && month <= to),
    );
  }

  /** As `current`; null for an address that no record has. */
  currentOfAddress(geoId: string, query: MetricsQuery, asOf: string | null): RecordBytes[] | null {
    const facts = this.#facts.ofAddress(geoId);
    if (facts === null) return null;
    const current = sumCurrent(facts, cellOf(query), asOf === null ? this.#dates : currentDates(asOf));
    return current === null ? [] : [currentRow(geoId, query, current)];
  }

  /** As `monthly`; null for an address that no record has. */
  monthlyOfAddress(geoId: string, query: MetricsQuery, range: MonthRange): RecordBytes[] | null {
    const facts = this.#facts.ofAddress(geoId);
    if (facts === null) return null;
    return monthlyRows(geoId, query, sumMonths(facts, cellOf(query), range));
  }

  /** The monthly rows of the contractor in this row of the release. */
  ofContractor(row: number, query: MetricsQuery, range: MonthRange): RecordBytes[] {
    return contractorRows(query, sumMonths(this.#facts.ofContractor(row), cellOf(query), range));
  }
}

function cellOf({ tag, propertyType }: MetricsQuery): number {
  const cell = cellNumber(tag, propertyType);
  if (cell < 0) throw new Error(`there are no metrics of ${tag} and ${propertyType}`);
  return cell;
}
