/** Metrics and coverage: of places from the release's roll-ups, of all else summed by SQL. */
import type { CoverageRow, GeoIdKind } from '@lintel/contract';
import { dateNumber } from '../base/calendar-date.js';
import type { PlaceKind, RecordBytes } from '../format/record.js';
import { cellNumber } from '../format/roll-ups/cells.js';
import { currentDates } from '../format/roll-ups/current-dates.js';
import type { MetricsReader } from '../format/roll-ups/metrics-reader.js';
import type { MonthRange } from '../query/sum-facts.js';
import { contractorRows, currentRow, type MetricsQuery, monthlyRows } from '../query/wire-rows.js';
import { inPlaces, Statement } from './conditions.js';
import type { ReleaseTables } from './release-tables.js';
import { type SummedPermits, sumCurrent, sumMonths } from './sum-permits.js';

interface Parts {
  readonly tables: ReleaseTables;
  readonly rollUps: MetricsReader;
  /** The date of the release, YYYY-MM-DD. */
  readonly releasedAt: string;
  readonly hasPlace: (kind: PlaceKind, geoId: string) => boolean;
}

export class SqlMetrics {
  readonly #tables: ReleaseTables;
  readonly #rollUps: MetricsReader;
  readonly #releasedAt: string;
  readonly #hasPlace: Parts['hasPlace'];

  constructor({ tables, rollUps, releasedAt, hasPlace }: Parts) {
    this.#tables = tables;
    this.#rollUps = rollUps;
    this.#releasedAt = releasedAt;
    this.#hasPlace = hasPlace;
  }

  async current(
    kind: GeoIdKind,
    geoId: string,
    query: MetricsQuery,
    asOf: string | null,
  ): Promise<RecordBytes[] | null> {
    if (!(await this.#isKnown(kind, geoId))) return null;
    const isRolledUp = kind !== 'address' && asOf === null;
    const dates = currentDates(asOf ?? this.#releasedAt);
    const current = isRolledUp
      ? this.#rollUps.current(geoId, cellNumber(query.tag, query.propertyType))
      : await sumCurrent(this.#tables.rows, await this.#permitsAt(geoId), query, dates);
    return current === null ? [] : [currentRow(geoId, query, current)];
  }

  async monthly(
    kind: GeoIdKind,
    geoId: string,
    query: MetricsQuery,
    range: MonthRange,
  ): Promise<RecordBytes[] | null> {
    if (!(await this.#isKnown(kind, geoId))) return null;
    if (kind === 'address') {
      return monthlyRows(
        geoId,
        query,
        await sumMonths(this.#tables.rows, await this.#permitsAt(geoId), query, range),
      );
    }
    const months = this.#rollUps.months(geoId, cellNumber(query.tag, query.propertyType));
    const within = months.filter(({ month }) => month >= range.from && month <= range.to);
    return monthlyRows(geoId, query, within);
  }

  async ofContractor(id: string, query: MetricsQuery, range: MonthRange): Promise<RecordBytes[] | null> {
    if ((await this.#tables.records('contractors', [id])).length === 0) return null;
    const permits = {
      table: this.#tables.table('permits'),
      of: { contractor: id },
      ...(await this.#tables.scope(null)),
    };
    return contractorRows(query, await sumMonths(this.#tables.rows, permits, query, range));
  }

  coverage(kind: PlaceKind, geoId: string, from: string, to: string): CoverageRow[] | null {
    if (!this.#hasPlace(kind, geoId) && !this.#rollUps.has(geoId)) return null;
    return this.#rollUps.coverage(geoId, dateNumber(from), dateNumber(to));
  }

  /** The permits of a place, for sums. */
  async #permitsAt(geoId: string): Promise<SummedPermits> {
    return {
      table: this.#tables.table('permits'),
      of: { place: geoId },
      ...(await this.#tables.scope([geoId])),
    };
  }

  async #isKnown(kind: GeoIdKind, geoId: string): Promise<boolean> {
    if (kind !== 'address') return this.#hasPlace(kind, geoId) || this.#rollUps.has(geoId);
    const { otherPlaces } = await this.#tables.scope([geoId]);
    const statement = new Statement();
    statement.and(inPlaces(statement, 'p', [geoId], otherPlaces));
    const rows = await this.#tables.rows(
      `SELECT 1 FROM ${this.#tables.table('permits')} p WHERE ${statement.where} LIMIT 1`,
      statement.values,
    );
    return rows.length > 0;
  }
}
