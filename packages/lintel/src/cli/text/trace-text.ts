/** What the traces of permits, contractors and decisions have in common as text for people. */
import { type DefectName, defectTable } from '../../refine/record/defects.js';
import type { Defect } from '../../refine/record/refined.js';
import { columns, nestedWidth, section } from '../terminal/outcome.js';

/** Characters of a value that the text shows; `--json` has all of it. */
const shownChars = 160;

/** The published record whole. */
export function recordText(record: object): string {
  return section('Published record', JSON.stringify(record, null, 2));
}

/** What differs from what was published; nothing where nothing does. */
export function differenceText(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const what = 'Refined again from the current row, these fields differ from the published record';
  return [`${what}: ${names.join(', ')}.`];
}

/** The defects of a row, a line each. */
export function defectsText(defects: readonly Defect[]): string {
  return section('Defects', defects.length === 0 ? 'none' : defects.map(defectText).join('\n'));
}

/** A defect with its sentence. */
export function defectText({ name, field }: Defect): string {
  return `${name} in ${field}: ${defectTable[name as DefectName] ?? ''}`;
}

/** The known values of a JSON value, a line each, with dotted names. */
export function fieldText(value: unknown): string {
  return columns([...leaves(value, '')], nestedWidth());
}

function* leaves(value: unknown, name: string): Generator<[string, string], void, void> {
  if (value === null || value === undefined) return;
  if (typeof value !== 'object') yield [name, shown(String(value))];
  else if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) {
    if (value.length > 0) yield [name, shown(value.join(', '))];
  } else {
    for (const [key, item] of Object.entries(value))
      yield* leaves(item, name === '' ? key : `${name}.${key}`);
  }
}

function shown(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > shownChars ? `${line.slice(0, shownChars)} …` : line;
}
