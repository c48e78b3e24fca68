/**
 * Parses counts, areas and years. Thousands separators, a redundant `.0` or a unit are understood; what is
 * unreadable, out of range or a usual placeholder is null and noted.
 */
import { type DefectList, note } from './defects.js';
import { maxInspections, maxSquareFeet, maxStories, maxUnits } from './limits.js';

const count = /^\+?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d*))?$/;
const area =
  /^(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d+))?\s*(sq\.?\s*f(?:ee)?t\.?|s\.?f\.?|square feet|acres?|ac)?$/i;
const squareFeetPerAcre = 43_560;

interface Range {
  readonly max: number;
  /** Whether 0 means "not given". */
  readonly zeroIsNone: boolean;
}

const ranges = {
  stories: { max: maxStories, zeroIsNone: false },
  units: { max: maxUnits, zeroIsNone: false },
  inspections: { max: maxInspections, zeroIsNone: false },
  area: { max: maxSquareFeet, zeroIsNone: true },
  floor_area: { max: maxSquareFeet, zeroIsNone: false },
} as const satisfies Record<string, Range>;

/** A whole number from 0; null with a defect if the text is not one or is out of range. */
export function readCount(
  text: string | undefined,
  field: string,
  range: 'stories' | 'units' | 'inspections',
  defects: DefectList,
): number | null {
  if (text === undefined) return null;
  const match = count.exec(text.trim());
  if (!match || /[1-9]/.test(match[2] ?? '')) return refuse(defects, 'number_unreadable', field);
  return inRange(Number((match[1] ?? '').replaceAll(',', '')), ranges[range], field, defects);
}

/** An area in whole square feet (C7); acres are converted. */
export function readArea(
  text: string | undefined,
  field: string,
  defects: DefectList,
  range: 'area' | 'floor_area' = 'area',
): number | null {
  if (text === undefined) return null;
  const match = area.exec(text.trim());
  if (!match || (match[1] === undefined && match[2] === undefined)) {
    return refuse(defects, 'number_unreadable', field);
  }
  const value = Number(`${(match[1] ?? '0').replaceAll(',', '')}.${match[2] ?? '0'}`);
  const squareFeet = /^ac/i.test(match[3] ?? '') ? value * squareFeetPerAcre : value;
  return inRange(Math.round(squareFeet), ranges[range], field, defects);
}

/** A year of building between 1600 and a few years ahead; 0 means "not given". */
export function readYear(
  text: string | undefined,
  field: string,
  today: string,
  defects: DefectList,
): number | null {
  if (text === undefined) return null;
  const match = count.exec(text.trim());
  if (!match || text.includes(',')) return refuse(defects, 'number_unreadable', field);
  const year = Number(match[1]);
  if (year === 0) return refuse(defects, 'number_placeholder', field);
  if (year < 1600 || year > Number(today.slice(0, 4)) + 5)
    return refuse(defects, 'number_implausible', field);
  return year;
}

/** Share of inspections with a result that passed, in whole percent, 100 only of all; null if none has a result. */
export function passRate(
  passed: number | null,
  failed: number | null,
  partial: number | null,
): number | null {
  if (passed === null && failed === null && partial === null) return null;
  const all = (passed ?? 0) + (failed ?? 0) + (partial ?? 0);
  if (all === 0) return null;
  return all === passed ? 100 : Math.min(99, Math.round(((passed ?? 0) / all) * 100));
}

function inRange(value: number, range: Range, field: string, defects: DefectList): number | null {
  if (value === 0 && range.zeroIsNone) return refuse(defects, 'number_placeholder', field);
  if (value > range.max) return refuse(defects, 'number_implausible', field);
  return value;
}

function refuse(
  defects: DefectList,
  name: 'number_unreadable' | 'number_implausible' | 'number_placeholder',
  field: string,
): null {
  note(defects, name, field);
  return null;
}
