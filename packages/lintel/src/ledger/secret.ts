/**
 * The form of an API key: `lk_`, or `ls_` for the secret of a link, thirty random base62 characters (178 bits) and a checksum of six.
 *
 * The prefix lets secret scanners find a leaked key. The checksum (CRC-32 of everything before it, in base62)
 * recognises a mistyped or truncated key without a database query. Only the SHA-256 of a key is ever stored:
 * with that much randomness no slow hash is needed.
 */
import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const prefixes = { key: 'lk_', link: 'ls_' } as const;
const randomLength = 30;
const checksumLength = 6;
const hintLength = prefixes.key.length + 4;
const form = new RegExp(`^l[ks]_[0-9A-Za-z]{${randomLength + checksumLength}}$`);
/** Keys and secrets within a text, mistyped ones too. */
export const secretsIn = /l[ks]_[0-9A-Za-z]{20,}/g;
/** Random bytes from here on are discarded: they would make some characters more likely than others. */
const unbiasedBytes = 256 - (256 % alphabet.length);

/** Random base62 text of the length. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < unbiasedBytes && text.length < length) text += alphabet.charAt(byte % alphabet.length);
    }
  }
  return text;
}

/** A new key, or secret of a link. */
export function newSecret(kind: keyof typeof prefixes = 'key'): string {
  const body = prefixes[kind] + randomText(randomLength);
  return body + checksum(body);
}

/** Whether a text has the form and the checksum of a key or the secret of a link. It need not exist. */
export function isSecret(text: string): boolean {
  return form.test(text) && checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength);
}

/** The hash that is stored instead of the key: SHA-256, 32 bytes. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** The first characters of a key, so that its owner recognises it. */
export function hintOf(secret: string): string {
  return secret.slice(0, hintLength);
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let i = 0; i < checksumLength; i++) {
    text = alphabet.charAt(rest % alphabet.length) + text;
    rest = Math.floor(rest / alphabet.length);
  }
  return text;
}
