/**
 * Parses a ZIP code with or without its +4 and checks it against its state. Lost leading zeros are restored
 * if that gives a code of the state; anything else gives null and a defect.
 */
import type { Geography } from '../../geography/geography.js';
import { type DefectList, type DefectName, note } from '../record/defects.js';

/** Five digits, and the four digits of ZIP+4. */
export interface Zip {
  readonly code: string | null;
  readonly ext: string | null;
}

const none: Zip = { code: null, ext: null };
const form = /^(\d{5})(?:[-\s]*(\d{4}))?(?:-|\.0+)?\s*$/;
const short = /^\d{3,4}(?:\.0)?$/;
const placeholders = new Set(['00000', '99999', '11111', '12345', '00001']);

/**
 * The ZIP code of `text` in a state, or in any state if that is null. 12345 is only accepted in New York,
 * where it exists.
 */
export function readZip(
  text: string | undefined,
  state: string | null,
  geography: Geography,
  defects: DefectList,
): Zip {
  if (text === undefined) return none;
  const trimmed = text.trim();
  const match = form.exec(trimmed);
  if (!match) return readShort(trimmed, state, geography, defects);
  const code = match[1] ?? '';
  const ext = match[2] === undefined || match[2] === '0000' ? null : match[2];
  const known = geography.zip(code);
  if (known !== null && (known.state === state || (state === null && !placeholders.has(code))))
    return { code, ext };
  if (placeholders.has(code)) return refuse(defects, 'zip_placeholder');
  if (known !== null) return refuse(defects, 'zip_conflict');
  note(defects, 'zip_unknown', 'zip_code');
  return { code, ext };
}

function readShort(text: string, state: string | null, geography: Geography, defects: DefectList): Zip {
  if (/^0+$|^-?$/.test(text)) return refuse(defects, 'zip_placeholder');
  if (short.test(text)) {
    const code = text.replace('.0', '').padStart(5, '0');
    if (geography.zip(code)?.state === state) {
      note(defects, 'zip_repaired', 'zip_code');
      return { code, ext: null };
    }
  }
  return refuse(defects, 'zip_unreadable');
}

function refuse(defects: DefectList, name: DefectName): Zip {
  note(defects, name, 'zip_code');
  return none;
}
