/**
 * Current metrics of counties by tag and property type, rolled up while the permits stream by (2.8, C29).
 *
 * A cell is one county, tag and property type, `all` included; memory holds one row of numbers a cell that occurs.
 * Distinct contractors are counted from (county, contractor) pairs that are sorted on disk.
 */
import { type CountyMetrics, permitStatuses, propertyTypes, tagIds } from '@lintel/contract';
import { ExternalSort } from './external-sort.js';
import { RunningAverage } from './running-average.js';

/** Tags and property types as cells number them; `all` is the last of each. */
const allTags = tagIds.length;
const allTypes = propertyTypes.length;
const typeSlots = allTypes + 1;

const active = permitStatuses.indexOf('active') + 1;
const inReview = permitStatuses.indexOf('in_review') + 1;

/** What a permit adds to its county. Numbers as in a prepared permit. */
export interface MeasuredPermit {
  readonly isCurrent: boolean;
  readonly status: number;
  readonly propertyType: number;
  readonly tagsLow: number;
  readonly tagsHigh: number;
  readonly jobValue: number;
  readonly construction: number;
  readonly approval: number;
  readonly inspection: number;
  /** Number of the contractor, -1 without one. */
  readonly contractor: number;
}

class Cell {
  permits = 0;
  contractors = 0;
  active = 0;
  inReview = 0;
  readonly construction = new RunningAverage();
  readonly approval = new RunningAverage();
  readonly inspection = new RunningAverage();
  readonly jobValue = new RunningAverage();
}

export class CountyMetricsBuilder {
  readonly #counties = new Map<string, Map<number, Cell>>();
  readonly #countyNames: string[] = [];
  readonly #countyNumbers = new Map<string, number>();
  readonly #pairs: ExternalSort;
  readonly #key = Buffer.alloc(9);
  readonly #payload = Buffer.alloc(8);

  constructor(scratch: string, memoryBytes: number) {
    this.#pairs = new ExternalSort({ path: scratch, memoryBytes });
  }

  /** Adds a permit of the county whose geo_id has these eight bytes, in hexadecimal. */
  add(county: string, permit: MeasuredPermit): void {
    const isOpen = permit.status === active || permit.status === inReview;
    if (!permit.isCurrent && !isOpen) return;
    const cells = this.#cellsOf(county);
    for (const index of cellIndexes(permit.tagsLow, permit.tagsHigh, permit.propertyType)) {
      addToCell(cellAt(cells, index), permit);
    }
    if (permit.isCurrent && permit.contractor >= 0) this.#addPair(county, permit);
  }

  /** All rows with current permits, by geo_id, tag and property type, each as text. */
  *rows(): Generator<CountyMetrics, void, void> {
    this.#countContractors();
    const counties = [...this.#counties].map(
      ([county, cells]) => [Buffer.from(county, 'hex').toString('base64url'), cells] as const,
    );
    for (const [geoId, cells] of counties.sort(([a], [b]) => (a < b ? -1 : 1))) {
      const rows = [...cells].filter(([, cell]) => cell.permits > 0);
      yield* rows.map(([index, cell]) => metricsRow(geoId, index, cell)).sort(byTagAndType);
    }
  }

  close(): void {
    this.#pairs.close();
  }

  #cellsOf(county: string): Map<number, Cell> {
    let cells = this.#counties.get(county);
    if (cells === undefined) {
      cells = new Map();
      this.#counties.set(county, cells);
      this.#countyNumbers.set(county, this.#countyNames.length);
      this.#countyNames.push(county);
    }
    return cells;
  }

  #addPair(county: string, permit: MeasuredPermit): void {
    this.#key.writeUInt32BE(this.#countyNumbers.get(county) ?? 0);
    this.#key.writeUInt32BE(permit.contractor, 4);
    this.#key.writeUInt8(permit.propertyType, 8);
    this.#payload.writeUInt32LE(permit.tagsLow);
    this.#payload.writeUInt32LE(permit.tagsHigh, 4);
    this.#pairs.push(this.#key, this.#payload);
  }

  /** Counts each contractor once in every cell of its county that one of its current permits belongs to. */
  #countContractors(): void {
    let previous = -1;
    let county = 0;
    const seen = new Set<number>();
    const count = () => {
      const cells = this.#cellsOf(this.#countyNames[county] ?? '');
      for (const index of seen) cellAt(cells, index).contractors += 1;
      seen.clear();
    };
    for (const { bytes, key, payload } of this.#pairs.sorted()) {
      const pair = bytes.readUInt32BE(key) * 2 ** 32 + bytes.readUInt32BE(key + 4);
      if (pair !== previous) count();
      previous = pair;
      county = bytes.readUInt32BE(key);
      const low = bytes.readUInt32LE(payload);
      for (const index of cellIndexes(low, bytes.readUInt32LE(payload + 4), bytes.readUInt8(key + 8))) {
        seen.add(index);
      }
    }
    count();
  }
}

function cellAt(cells: Map<number, Cell>, index: number): Cell {
  let cell = cells.get(index);
  if (cell === undefined) {
    cell = new Cell();
    cells.set(index, cell);
  }
  return cell;
}

function addToCell(cell: Cell, permit: MeasuredPermit): void {
  if (permit.status === active) cell.active += 1;
  if (permit.status === inReview) cell.inReview += 1;
  if (!permit.isCurrent) return;
  cell.permits += 1;
  if (permit.construction >= 0) cell.construction.add(permit.construction);
  if (permit.approval >= 0) cell.approval.add(permit.approval);
  if (permit.inspection >= 0) cell.inspection.add(permit.inspection);
  if (!Number.isNaN(permit.jobValue)) cell.jobValue.add(permit.jobValue);
}

/** The cells of a county that a permit belongs to: each of its tags and `all`, its property type and `all`. */
function cellIndexes(tagsLow: number, tagsHigh: number, propertyType: number): number[] {
  const indexes: number[] = [];
  for (let tag = 0; tag <= allTags; tag++) {
    const word = tag < 32 ? tagsLow : tagsHigh;
    if (tag < allTags && ((word >>> (tag & 31)) & 1) === 0) continue;
    indexes.push(tag * typeSlots + allTypes);
    if (propertyType > 0) indexes.push(tag * typeSlots + propertyType - 1);
  }
  return indexes;
}

function metricsRow(geoId: string, index: number, cell: Cell): CountyMetrics {
  return {
    geo_id: geoId,
    tag: tagIds[Math.floor(index / typeSlots)] ?? 'all',
    property_type: propertyTypes[index % typeSlots] ?? 'all',
    permit_count: cell.permits,
    contractor_count: cell.contractors,
    avg_construction_duration: cell.construction.average(1),
    avg_approval_duration: cell.approval.average(1),
    total_job_value: cell.jobValue.total(),
    avg_inspection_pass_rate: cell.inspection.average(1),
    permit_active_count: cell.active,
    permit_in_review_count: cell.inReview,
  };
}

function byTagAndType(a: CountyMetrics, b: CountyMetrics): number {
  if (a.tag !== b.tag) return a.tag < b.tag ? -1 : 1;
  return a.property_type < b.property_type ? -1 : 1;
}
