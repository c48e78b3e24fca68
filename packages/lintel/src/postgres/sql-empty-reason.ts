/** Why a search found nothing (C37), as `query/empty-reason.ts` finds it out, with records in PostgreSQL. */
import type { Decision, EmptyReason } from '@lintel/contract';
import { geoIdKind } from '@lintel/contract/plain';
import type { Database } from '../base/sqlite.js';
import {
  coversPeriod,
  type DayRange,
  dayOf,
  endOfRecords,
  type JurisdictionCoverage,
} from '../format/filters/coverage.js';
import type { RecordKind } from '../format/record.js';
import { type AreaQuery, areaOf } from '../query/area.js';
import type { DecisionSearch } from '../query/decision-search.js';
import type { Sought } from '../query/questions.js';
import { addWhere, inPlaces, Statement } from './conditions.js';

/** Permits of an area whose jurisdictions are looked up. */
const maxLooked = 10_000;

/** All dates. */
const anyTime: DayRange = { from: 0, to: Number.POSITIVE_INFINITY };

interface Parts {
  rows(text: string, values: readonly unknown[]): Promise<Readonly<Record<string, unknown>>[]>;
  table(kind: RecordKind): string;
  /** The record at a position. */
  at(kind: 'decisions', position: number): Promise<Buffer[]>;
  readonly index: Database;
  readonly decisions: DecisionSearch;
  readonly coverage: readonly JurisdictionCoverage[];
  /** YYYY-MM-DD. */
  readonly releasedAt: string;
}

export class SqlEmptyReasons {
  readonly #parts: Parts;
  readonly #releasedAt: number;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#releasedAt = dayOf(parts.releasedAt);
  }

  async of({ records, places, area, from, to }: Sought): Promise<EmptyReason> {
    const period = {
      from: from === null ? 0 : dayOf(from),
      to: to === null ? Number.POSITIVE_INFINITY : dayOf(to),
    };
    const around = records === 'permits' ? await this.#around(places, area) : null;
    const covers = async (when: DayRange) =>
      records === 'permits' ? this.#hasPermits(around, when) : this.#hasDecisionsAt(places, when);
    if (await covers(period)) return 'no_match';
    return (await covers(anyTime)) ? 'window' : 'no_coverage';
  }

  #hasPermits(around: ReadonlySet<string> | null, period: DayRange): boolean {
    return this.#parts.coverage.some(
      (each) =>
        (around === null || around.has(each.jurisdiction)) && coversPeriod(each, period, this.#releasedAt),
    );
  }

  /** The jurisdictions of any of the places that are also in the area; null for everywhere. */
  async #around(places: readonly string[], area: AreaQuery | undefined): Promise<ReadonlySet<string> | null> {
    const found = await Promise.all(places.map((each) => this.#jurisdictionsOf(each)));
    const ofPlaces = places.length === 0 ? null : new Set(found.flat());
    if (area === undefined || areaOf(area) === null) return ofPlaces;
    const statement = new Statement();
    addWhere(statement, 'p', { ...area, geo_id: null }, null);
    const rows = await this.#parts.rows(
      `SELECT DISTINCT jurisdiction_id FROM (
         SELECT p.jurisdiction_id FROM ${this.#parts.table('permits')} p
         WHERE ${statement.where} ORDER BY p.position LIMIT ${maxLooked}
       ) looked`,
      statement.values,
    );
    const inArea = rows.map(({ jurisdiction_id }) => String(jurisdiction_id));
    return new Set(inArea.filter((each) => ofPlaces === null || ofPlaces.has(each)));
  }

  async #hasDecisionsAt(places: readonly string[], period: DayRange): Promise<boolean> {
    for (const place of places.length === 0 ? [null] : places) {
      if (await this.#hasDecisions(place, period)) return true;
    }
    return false;
  }

  async #hasDecisions(place: string | null, period: DayRange): Promise<boolean> {
    if (this.#hasDecisionsIn(place, period)) return true;
    if (place === null || geoIdKind(place) === 'state') return false;
    const around = await this.#jurisdictionsOf(place);
    return around.some((each) => this.#hasDecisionsIn(each, period));
  }

  #hasDecisionsIn(place: string | null, { from, to }: DayRange): boolean {
    const dates = this.#parts.decisions.datesIn(place);
    if (dates === null) return false;
    const last = endOfRecords(dayOf(dates.last), this.#releasedAt);
    return from <= last && to >= dayOf(dates.first);
  }

  /** geo_ids of the jurisdictions that cover a place or a part of it. */
  async #jurisdictionsOf(place: string): Promise<string[]> {
    const kind = geoIdKind(place);
    if (kind === 'address') return this.#jurisdictionsOfAddress(place);
    const plain = kind === 'zip' ? place.slice(0, 5) : place;
    const declared = this.#declared(plain);
    if (kind === 'jurisdiction') return [plain, ...declared];
    const statement = new Statement();
    statement.and(inPlaces(statement, 't', [plain], null));
    const rows = await this.#parts.rows(
      `SELECT DISTINCT jurisdiction_id FROM ${this.#parts.table('properties')} t
       WHERE jurisdiction_id IS NOT NULL AND ${statement.where}`,
      statement.values,
    );
    return [...rows.map(({ jurisdiction_id }) => String(jurisdiction_id)), ...declared];
  }

  /** Those in the details of the place: of the catalog's sources, by their areas. */
  #declared(place: string): string[] {
    const { details } =
      this.#parts.index.prepare('SELECT details FROM place WHERE geo_id = ?').get(place) ?? {};
    if (typeof details !== 'string') return [];
    const { jurisdictions = {} } = JSON.parse(details) as { jurisdictions?: Record<string, string> };
    return Object.values(jurisdictions);
  }

  /** That of the records at an address; none for an address that the release does not know. */
  async #jurisdictionsOfAddress(address: string): Promise<string[]> {
    const { rows, table } = this.#parts;
    const [property] = await rows(
      `SELECT jurisdiction_id, city_id FROM ${table('properties')} WHERE id = $1`,
      [address],
    );
    const own = property ?? (await this.#newestDecisionOf(address));
    const ids = [own?.jurisdiction_id, own?.city_id].filter((id) => typeof id === 'string');
    const found = await Promise.all(ids.map((id) => this.#jurisdictionsOf(id)));
    return found.flat();
  }

  async #newestDecisionOf(address: string): Promise<Partial<Decision> | null> {
    const { decisions, at } = this.#parts;
    const row = decisions.newestIn(address);
    const [decision] = row === null ? [] : await at('decisions', row);
    return decision === undefined ? null : (JSON.parse(decision.toString()) as Decision);
  }
}
