/**
 * Stable identifiers (C9).
 *
 * Every id is derived by SHA-256 from the natural key of the thing it names, so that the same real-world
 * thing has the same id in every release and on every machine. Nothing here depends on row order.
 * geo_ids are 64 bits in base64url (11 characters); their top two bits name the kind.
 */
import { createHash, hash } from 'node:crypto';
import { isStateCode } from './vocabulary/state.js';

export const geoKinds = ['address', 'city', 'jurisdiction', 'county'] as const;
export type GeoKind = (typeof geoKinds)[number];

/** What a caller may give as geo_id: one of the four opaque kinds, a state or a ZIP code. */
export type GeoIdKind = GeoKind | 'state' | 'zip';

/** The geo_id of everything that a release holds, where a search takes it (C94). It has no record of its own. */
export const everywhere = 'US';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Namespace of decision ids: UUID v5 of `lintel:decision` in the URL namespace of RFC 9562. */
const decisionNamespace = uuidV5('6ba7b811-9dad-11d1-80b4-00c04fd430c8', 'lintel:decision');

/** SHA-256 of what is named. One call of `hash` is five times faster than a Hash object. */
function digest(kind: string, parts: readonly string[], encoding: 'hex' | 'base64url'): string {
  return hash('sha256', `${kind}\0${parts.join('\0')}`, encoding);
}

/** Its first eight bytes as hexadecimal digits. */
function digits(kind: string, parts: readonly string[]): string {
  return digest(kind, parts, 'hex').slice(0, 16);
}

/**
 * Permit id: 16 lower-case hex digits of (namespace, key), for example (`us-ca-san-francisco`,
 * `1415843502419`).
 */
export function permitId(namespace: string, key: string): string {
  return digits('permit', [namespace, key]);
}

/** Contractor id: 10 base62 characters of the contractor's strongest identity key. */
export function contractorId(identityKey: string): string {
  let rest = BigInt(`0x${digits('contractor', [identityKey])}`);
  let text = '';
  for (let i = 0; i < 10; i++) {
    text += base62[Number(rest % 62n)];
    rest /= 62n;
  }
  return text;
}

/** Decision id: UUID version 5 of (namespace, key). */
export function decisionId(namespace: string, key: string): string {
  return uuidV5(decisionNamespace, `${namespace}\0${key}`);
}

/** geo_id of the kind for a natural key, for example (`county`, `06075`). */
export function geoId(kind: GeoKind, key: string): string {
  const text = digest(kind, [key], 'base64url');
  // The kind takes the top two of the first six bits; the eleventh character has only the last four of 64.
  const first = base64url[(geoKinds.indexOf(kind) << 4) | (base64url.indexOf(text.charAt(0)) & 0x0f)];
  const last = base64url[base64url.indexOf(text.charAt(10)) & 0x3c];
  return `${first}${text.slice(1, 10)}${last}`;
}

/** The kind that a geo_id names, or null when it is of none of the kinds. */
export function geoIdKind(text: string): GeoIdKind | null {
  if (isStateCode(text)) return 'state';
  if (/^[0-9]{5}(-[0-9]{4})?$/.test(text)) return 'zip';
  if (!geoIdPattern.test(text)) return null;
  return geoKinds[(Buffer.from(text, 'base64url')[0] ?? 0) >> 6] ?? null;
}

/** An opaque geo_id: 64 bits in canonical base64url, so that its last character carries only four bits. */
export const geoIdPattern = /^[A-Za-z0-9_-]{10}[AEIMQUYcgkosw048]$/;
export const permitIdPattern = /^[0-9a-f]{16}$/;
export const contractorIdPattern = /^[0-9A-Za-z]{10}$/;
export const decisionIdPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** A set of named areas (C85), and an area: the set and its key there, as `areaKey` writes it. */
export const areaSetPattern = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/;
export const areaIdPattern = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?:[a-z0-9](?:[a-z0-9-]{0,78}[a-z0-9])?$/;

/** The key of an area in its id: small letters and digits, with a hyphen for whatever else is between them. */
export const areaKey = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 81)
    .replace(/^-|-+$/g, '')
    .slice(0, 80);

/** UUID version 5 (RFC 9562, section 5.5). */
function uuidV5(namespace: string, name: string): string {
  const bytes = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest()
    .subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
