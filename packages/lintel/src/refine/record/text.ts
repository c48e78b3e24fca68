/**
 * Cleans text so that it can never break JSON, UTF-8 or a terminal, and changes nothing else.
 *
 * Lone surrogates become U+FFFD, control and invisible format characters are removed, the rest is put in
 * Unicode form C. Plain ASCII takes a fast path. What is removed or cut is noted as a defect.
 */
import { type DefectList, note, noteOnce } from './defects.js';
import { fieldLimits, maxDescriptionLength, maxLineLength } from './limits.js';

const plain = /^[\x20-\x7e]*$/;
const surrogate = /[\ud800-\udfff]/;
const loneSurrogate = /\p{Cs}/gu;
/**
 * Control characters except tab and line feed, byte-order marks, zero-width spaces and bidirectional
 * controls.
 */
const unwanted = /[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const broken =
  /[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\p{Cs}]/u;
const lineBreaks = /\r\n?|[\u2028\u2029\u0085\v\f]/g;
const entity = /&(nbsp|amp|quot|apos|lt|gt|#\d{1,4}|#x27);?/gi;
const entityText: Readonly<Record<string, string>> = {
  nbsp: ' ',
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  '#39': "'",
  '#x27': "'",
  '#160': ' ',
};

/** Well-formed text without control characters, in form C; tabs and line feeds stay. */
export function wellFormed(text: string): string {
  if (plain.test(text)) return text;
  let clean = text.replace(lineBreaks, '\n');
  if (surrogate.test(clean)) clean = clean.replace(loneSurrogate, '\ufffd');
  return clean.replace(unwanted, '').normalize('NFC');
}

/**
 * The fields of a row with every text within its limit and well-formed; a text that was cut or repaired is
 * noted, an empty one is absent. All other steps read cleaned fields, so no pattern ever runs on a longer
 * text. Gives the same object if nothing changed.
 */
export function cleanFields<T extends Readonly<Record<string, string | undefined>>>(
  fields: T,
  defects: DefectList,
): T {
  let clean: Record<string, string | undefined> | null = null;
  for (const name in fields) {
    const given: string | undefined = fields[name];
    if (given === undefined) continue;
    const value = given.length > maxLineLength ? cutField(name, given, defects) : given;
    const isPlain = plain.test(value);
    if (isPlain && value === given) continue;
    const text = isPlain ? value : wellFormed(value);
    if (!isPlain && broken.test(value)) note(defects, 'text_repaired', name);
    if (text === given) continue;
    clean ??= { ...fields };
    if (text.trim() === '') delete clean[name];
    else clean[name] = text;
  }
  return clean === null ? fields : (clean as T);
}

function cutField(name: string, text: string, defects: DefectList): string {
  const limit = fieldLimits.get(name) ?? maxLineLength;
  if (text.length <= limit) return text;
  noteOnce(defects, 'text_cut', name);
  return cutText(text, limit);
}

/** At most `limit` characters (UTF-16 units), never cutting a surrogate pair in two. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit).trimEnd();
}

/** A clean description as the source gives it: line feeds and tabs stay. Null if nothing is left. */
export function readText(text: string | undefined, field: string, defects: DefectList): string | null {
  if (text === undefined) return null;
  const clean = text.trim();
  if (clean.length > maxDescriptionLength) noteOnce(defects, 'text_cut', field);
  return cutText(clean, maxDescriptionLength) || null;
}

/** Clean one-line text: each run of white space becomes one blank. Null if nothing is left. */
export function readLine(text: string | undefined, field: string, defects: DefectList): string | null {
  if (text === undefined) return null;
  const clean = oneLine(text);
  if (clean.length > maxLineLength) noteOnce(defects, 'text_cut', field);
  return cutText(clean, maxLineLength) || null;
}

/**
 * The text without trailing characters that match a one-character pattern. Works from the end: an expression
 * such as `[,.]+$` would be tried at every character.
 */
export function withoutEnd(text: string, mark: RegExp): string {
  let end = text.length;
  while (end > 0 && mark.test(text.charAt(end - 1))) end -= 1;
  return end === text.length ? text : text.slice(0, end);
}

/** Each run of white space as one blank, trimmed. */
export function oneLine(text: string): string {
  return /\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, ' ').trim() : text.trim();
}

/** Decodes the few HTML entities that portals leave in names and addresses. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(entity, (_, name: string) => entityText[name.toLowerCase()] ?? characterOf(name));
}

/** The printable ASCII character of a numeric entity; a blank for any other. */
function characterOf(name: string): string {
  const code = /^#\d+$/.test(name) ? Number(name.slice(1)) : 0;
  return code > 32 && code < 127 ? String.fromCharCode(code) : ' ';
}

/** Letters without diacritics, for USPS notation and name keys. */
export function asciiLetters(text: string): string {
  if (plain.test(text)) return text;
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[\u2018\u2019\u02bc]/g, "'");
}

/** A web address; null for anything else. */
export function readUrl(text: string | undefined): string | null {
  const url = text?.trim() ?? '';
  return /^https?:\/\/[^\s"<>]+$/i.test(url) ? url : null;
}
