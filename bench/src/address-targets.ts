/**
 * The addresses that a search is measured on: a release's, filled up with made-up ones; and an even sample of
 * the release's to search for, with the other addresses that are right answers.
 */
import type { Address } from '@lintel/contract';
import { syntheticAddresses } from '@lintel/testing/release/synthetic-addresses.js';
import { readManifest } from 'lintel/dist/format/manifest.js';
import { RowReader } from 'lintel/dist/format/segment/segment-reader.js';
import { complete, shortestPrefix } from './address-queries.js';

/** A prefix names an address when the first page can hold all the addresses that begin with it. */
export const fewEnough = 10;

export interface Target {
  readonly row: number;
  readonly address: Address;
  /** Rows of the same text, and those of the same street in the same city. */
  readonly same: Set<number>;
  readonly street: Set<number>;
  /** Addresses of the same number and street anywhere. */
  sameLine: number;
  /** How many addresses begin with the first n characters of its text, by n. */
  readonly beginAlike: Uint32Array;
}

/** The addresses of the release in the directory (null for none), then made-up ones, `count` in all at least. */
export function* addressesOf(release: string | null, count: number, seed: number): Generator<Address> {
  const own = release === null ? 0 : readManifest(release).info.counts.addresses;
  if (release !== null) {
    const rows = new RowReader(release, 'addresses');
    try {
      for (let row = 0; row < own; row++) yield JSON.parse(rows.row(row).toString()) as Address;
    } finally {
      rows.close();
    }
  }
  yield* syntheticAddresses(Math.max(0, count - own), seed);
}

/** `wanted` of the first `among` addresses, with what else answers; `watch` is shown every address. */
export function collectTargets(addresses: Iterable<Address>, among: number, wanted: number): Target[] {
  const step = Math.max(1, Math.floor(among / wanted));
  const targets: Target[] = [];
  let row = 0;
  for (const address of addresses) {
    if (row >= among || targets.length >= wanted) break;
    if (row % step === step >> 1 && isComplete(address)) targets.push(targetOf(row, address));
    row += 1;
  }
  return targets;
}

function isComplete({ street_no, street, city, zip_code }: Address): boolean {
  return street_no !== null && street !== null && city !== null && zip_code !== null;
}

function targetOf(row: number, address: Address): Target {
  const beginAlike = new Uint32Array(complete(address).length + 1);
  return { row, address, same: new Set(), street: new Set(), sameLine: 0, beginAlike };
}

/** Counts for each target the addresses that answer as well; to be shown every address. */
export function compareWith(targets: readonly Target[]): (row: number, address: Address) => void {
  const byStreet = groupBy(targets, ({ address }) => streetKey(address));
  const byLine = groupBy(targets, ({ address }) => lineKey(address));
  const byBeginning = groupBy(targets, ({ address }) => complete(address).slice(0, shortestPrefix));
  return (row, address) => {
    for (const target of byStreet.get(streetKey(address)) ?? []) target.street.add(row);
    for (const target of byLine.get(lineKey(address)) ?? []) target.sameLine += 1;
    const text = complete(address);
    for (const target of byBeginning.get(text.slice(0, shortestPrefix)) ?? []) {
      const own = complete(target.address);
      let length = shortestPrefix;
      while (length < own.length && own[length] === text[length]) length += 1;
      for (let n = shortestPrefix; n <= length; n++) target.beginAlike[n] = (target.beginAlike[n] ?? 0) + 1;
      if (own === text) target.same.add(row);
    }
  };
}

const streetKey = (a: Address) => `${a.street}, ${a.city}, ${a.state}`;
const lineKey = (a: Address) => `${a.street_no} ${a.street}`;

function groupBy(targets: readonly Target[], keyOf: (target: Target) => string): Map<string, Target[]> {
  const groups = new Map<string, Target[]>();
  for (const target of targets) {
    const key = keyOf(target);
    const group = groups.get(key);
    if (group) group.push(target);
    else groups.set(key, [target]);
  }
  return groups;
}
