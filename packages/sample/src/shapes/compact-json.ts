/**
 * A city's compact JSON with short keys: capitals, a status that some rows lack, and the inspections of a
 * permit nested in it.
 */
import { isoDate } from '../calendar.js';
import { inspect } from '../lifecycle.js';
import { categoryWords, phaseWords } from '../office-words.js';
import type { Permit } from '../permits.js';
import type { Written } from '../writing.js';
import { oneLine, rounded, type SampleRow, type Shape } from './shape.js';

/** Share of rows without a status. */
const statusMissing = 0.15;

const resultWords = { passed: 'PASS', failed: 'FAIL', partial: 'PARTIAL', cancelled: 'CANCELLED' } as const;
/** What the office charges for: the kind of work in its own words. */
const workTypes: Readonly<Record<string, string>> = {
  fence: 'Fence or Trash Enclosure',
  garage_shed: 'Detached Frame Garage',
  windows_doors: 'Exterior Windows/Doors Replacement',
  solar_roof: 'Small-Scale Solar PV System',
  wiring: 'Electrical Work',
  panel_upgrade: 'Electrical Work',
  reroof_house: 'Reroofing',
  deck_porch: 'Porch or Deck',
};

function row(permit: Permit, written: Written, number: string): SampleRow {
  const { random, life, work } = permit;
  const { contractor } = written;
  const status = random.chance(statusMissing)
    ? null
    : (written.strangeStatus ?? (phaseWords[life.phase].short || null));
  const inspections = inspect(life, work, contractor?.facts?.failing ?? 0.15, permit.today, random);
  return {
    n: number,
    s: status,
    t: categoryWords[work.category].dashed,
    wt: workTypes[work.id] ?? null,
    f: dateText(written.filed),
    d: dateText(written.issued),
    e: dateText(written.finaled),
    a: oneLine(written, ' UNIT ')?.toUpperCase() ?? null,
    z: written.zip ?? null,
    c: written.value ?? null,
    fee: permit.fees,
    gc: contractor?.name.toUpperCase() ?? null,
    gl: contractor?.license ?? null,
    gp: contractor?.phone ?? null,
    x: written.description ?? null,
    insp: inspections.map(({ name, day, result }) => ({ t: name, d: isoDate(day), r: resultWords[result] })),
    lat: written.lat === undefined ? null : rounded(written.lat),
    lon: written.lng === undefined ? null : rounded(written.lng),
  };
}

function dateText(day: number | undefined): string | null {
  return day === undefined ? null : isoDate(day);
}

export const compactJson: Shape = { row, keyColumns: ['n'] };
