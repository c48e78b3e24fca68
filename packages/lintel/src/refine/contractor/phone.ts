/**
 * Reads North American phone numbers and e-mail addresses strictly enough for an identity key. A field with
 * several gives the first valid one; placeholders and anything else give null and a defect.
 */
import { type DefectList, note } from '../record/defects.js';

/** Area code and exchange begin with 2 to 9 and are not service codes such as 911 (NANP). */
const nanp = /^[2-9](?!11)\d{2}[2-9](?!11)\d{6}$/;
const placeholder = /^(\d)\1{9}$|^\d{3}(\d)\2{6}$|^\d{3}5550000$|^1?234567890$|^\d{3}1234567$/;
const extension = /\s*(?:x|ext\.?|extension)\s*\d*$/i;
const email = /^[a-z0-9][a-z0-9._%+'-]{0,63}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}$/;
const noEmail =
  /^(?:no(?:ne|email|mail|reply)?|na|test|unknown|donotreply|no-?reply|x+|abc)@|@(?:none|na|noemail|example|test|email)\./;

/** E.164 (`+13125551234`) of the first valid number in the text, or null. */
export function parsePhone(text: string): string | null {
  return parsePhones(text).next().value ?? null;
}

/** The numbers of a field after its first; none where the names of several contractors are in the row. */
export function furtherPhones(text: string | undefined, name: string | undefined): string[] {
  return text === undefined || name?.includes('|') === true ? [] : [...new Set(parsePhones(text))].slice(1);
}

/** The valid numbers in a text. */
function* parsePhones(text: string): Generator<string, undefined, void> {
  for (const part of text.split(/[,;/|]|\s{2,}|(?<=\d)\s+(?=\()/)) {
    let digits = part.trim().replace(extension, '').replace(/\D/g, '');
    if (digits.length === 11 && digits.startsWith('1')) digits = digits.slice(1);
    if (nanp.test(digits) && !placeholder.test(digits)) yield `+1${digits}`;
  }
  return undefined;
}

/** The phone number of a field; a text with digits that is not one is noted. */
export function readPhone(text: string | undefined, field: string, defects: DefectList): string | null {
  if (text === undefined) return null;
  const phone = parsePhone(text);
  if (phone === null && /\d/.test(text)) note(defects, 'phone_unreadable', field);
  return phone;
}

/** The first e-mail address of a field in lower case; a text with `@` that is not one is noted. */
export function readEmail(text: string | undefined, field: string, defects: DefectList): string | null {
  if (text === undefined) return null;
  for (const part of text.toLowerCase().split(/[,;|\s<>()]+/)) {
    const address = part.replace(/^mailto:/, '').replace(/[.']+$/, '');
    if (email.test(address) && !noEmail.test(address)) return address;
  }
  if (text.includes('@')) note(defects, 'email_unreadable', field);
  return null;
}
