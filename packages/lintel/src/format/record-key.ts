/**
 * The 64-bit key of a record in an ids file: taken from its id without hashing again, since ids are uniform
 * hashes already (C9).
 */
import { decisionIdPattern, geoIdPattern } from '@lintel/contract/plain';
import type { RecordKind } from './record.js';

/** The high and the low half of a key, each an unsigned 32-bit number. */
export interface RecordKey {
  readonly high: number;
  readonly low: number;
}

/** The key in eight bytes at an offset, the high half first. */
export function readRecordKey(bytes: Buffer, at = 0): RecordKey {
  return { high: bytes.readUInt32BE(at), low: bytes.readUInt32BE(at + 4) };
}

/** The inverse of `readRecordKey`; zeros for null. */
export function writeRecordKey(key: RecordKey | null, bytes: Buffer, at = 0): void {
  bytes.writeUInt32BE(key?.high ?? 0, at);
  bytes.writeUInt32BE(key?.low ?? 0, at + 4);
}

/** The geo_id of which this is the key. */
export function geoIdText(key: RecordKey): string {
  const bytes = Buffer.allocUnsafe(8);
  writeRecordKey(key, bytes);
  return bytes.toString('base64url');
}

/** Whether two ids of a kind never share a key. A decision's key is only the first half of its UUID. */
export const isExactKey: Record<RecordKind, boolean> = {
  permits: true,
  contractors: true,
  decisions: false,
  properties: true,
};

/**
 * The key of an id, or null when the id is malformed. Written without regular expressions: every read begins
 * here.
 */
export function recordKey(kind: RecordKind, id: string): RecordKey | null {
  let high: number;
  let low: number;
  if (kind === 'permits') {
    if (id.length !== 16) return null;
    high = hex(id, 0, 8);
    low = hex(id, 8, 16);
  } else if (kind === 'contractors') {
    if (id.length !== 10) return null;
    // Five base62 digits are below 2^30: shifted by two bits they use the range of a word evenly enough.
    high = base62(id, 0) * 4;
    low = base62(id, 5) * 4;
  } else if (kind === 'properties') {
    // A geo_id of another kind is not the key of a property.
    if (!geoIdPattern.test(id)) return null;
    return readRecordKey(Buffer.from(id, 'base64url'));
  } else {
    if (!decisionIdPattern.test(id)) return null;
    high = hex(id, 0, 8);
    low = hex(id, 9, 13) * 2 ** 16 + hex(id, 14, 18);
  }
  return high >= 0 && low >= 0 ? { high, low } : null;
}

/**
 * The key of an address's binary geo_id. Its top two bits give the kind and are 0 (C9); without them keys use
 * the whole range of their high word.
 */
export function addressKey(id: Buffer): RecordKey {
  const { high, low } = readRecordKey(id);
  return { high: ((high << 2) | (low >>> 30)) >>> 0, low: (low << 2) >>> 0 };
}

/** The value of lower-case hexadecimal digits; negative when a character is not one. */
function hex(text: string, from: number, to: number): number {
  let value = 0;
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code >= 48 && code <= 57) value = value * 16 + code - 48;
    else if (code >= 97 && code <= 102) value = value * 16 + code - 87;
    else return -1;
  }
  return value;
}

/** The value of five base62 digits; negative when a character is not one. */
function base62(text: string, from: number): number {
  let value = 0;
  for (let i = from; i < from + 5; i++) {
    const code = text.charCodeAt(i);
    if (code >= 48 && code <= 57) value = value * 62 + code - 48;
    else if (code >= 65 && code <= 90) value = value * 62 + code - 55;
    else if (code >= 97 && code <= 122) value = value * 62 + code - 61;
    else return -1;
  }
  return value;
}
