/** A feed before it has a format: what Atom and JSON Feed both say of it and of its entries. */
import { hash } from 'node:crypto';
import type { Endpoint, ReleaseInfo } from '@lintel/contract';
import type { RecordBytes } from '../../format/record.js';
import type { RenderInput } from '../answer/route.js';

export interface Entry {
  /** A URN that stays the same in every release and on every server. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** The record in the interface. */
  readonly url: string;
  /** First day that is known of it (YYYY-MM-DD); null where none is. */
  readonly published: string | null;
  /** Last day that is known of it, else that of the release. */
  readonly updated: string;
  readonly tags: readonly string[];
  /** Latitude and longitude in degrees; null where unknown. */
  readonly point: readonly number[] | null;
  /** The source of the record, which the release describes. */
  readonly source: string | null;
}

export interface Feed {
  readonly id: string;
  readonly title: string;
  readonly selfUrl: string;
  readonly nextUrl: string | null;
  /** The last day of its entries, else that of the release. */
  readonly updated: string;
  readonly rights: string | null;
  readonly entries: readonly Entry[];
}

/** Reads a record as an entry; `released` is the day of the release. */
export type EntryReader = (record: RecordBytes, base: string, released: string) => Entry;

/** Makes a feed of a page; `entryOf` reads one record. */
export function feedOf<E extends Endpoint>(title: string, input: RenderInput<E>, entryOf: EntryReader): Feed {
  const { page, next, address, release } = input;
  const { base, url } = address;
  const released = release.info.released_at;
  const entries = page.items.map((record) => entryOf(record, base, released));
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  parameters.delete('cursor');
  const last = entries
    .map(({ updated }) => updated)
    .sort()
    .at(-1);
  const id = urnOf(`feed ${path.replace(/\.\w+$/, '')}?${String(parameters)}`);
  if (next !== null) parameters.set('cursor', next);
  return {
    id,
    title,
    selfUrl: `${base}${url}`,
    nextUrl: next === null ? null : `${base}${path}?${String(parameters)}`,
    updated: last ?? released,
    rights: rightsOf(entries, release.info),
    entries,
  };
}

/** Midnight UTC of a day, as RFC 3339 has it. */
export const instant = (day: string): string => `${day}T00:00:00Z`;

/** A URN by the name of a thing: the first 128 bits of a hash as a UUID of version 8 (RFC 9562, section 5.8). */
export function urnOf(name: string): string {
  const hex = hash('sha256', `lintel ${name}`).slice(0, 32);
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) & 3];
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
  ];
  return `urn:uuid:${[...parts, hex.slice(20)].join('-')}`;
}

/** Whom the licences of the sources of the entries ask to name. */
function rightsOf(entries: readonly Entry[], { sources }: ReleaseInfo): string | null {
  const used = new Set(entries.map(({ source }) => source));
  const lines = sources
    .filter(({ id }) => used.has(id))
    .map(({ name, license, attribution }) =>
      [attribution ?? name, license].filter((part) => part !== null).join(', '),
    );
  return lines.length === 0 ? null : [...new Set(lines)].join('; ');
}
