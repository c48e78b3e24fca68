/**
 * First step: any text becomes upper-case A–Z, digits, spaces and the few characters that have a meaning in
 * an address (`,` `#` `-` `/`). Accents and apostrophes are dropped, everything else separates words. Never
 * fails.
 */
import { maxQueryChars } from './limits.js';

const plain = /^[A-Za-z0-9 ]*$/;

/** The text in normal form; at most `maxQueryChars` characters of it are read. */
export function normalise(text: string): string {
  const short = text.length > maxQueryChars ? text.slice(0, maxQueryChars) : text;
  if (plain.test(short)) return short.toUpperCase();
  return short
    .replace(/[¼-¾⅐-⅞]/g, ' $&')
    .normalize('NFKD')
    .replaceAll('⁄', '/')
    .replace(/[\p{M}'’‘`ʻʼ]/gu, '')
    .toUpperCase()
    .replace(/(?<![A-Z0-9])(?:[A-Z]\.)+[A-Z](?![A-Z0-9])\.?/g, (letters) => letters.replaceAll('.', ''))
    .replace(/[^A-Z0-9,#/-]+/g, ' ');
}
