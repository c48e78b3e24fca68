/**
 * The inventory of portals: which place runs which permit software, and at which address. Facts of public lists and
 * pages, none of them tried; some lists guessed, and their rows say so.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type SoftwareId, softwareIds } from './software.js';

export const certainties = ['listed', 'seen', 'guess'] as const;

export interface Portal {
  readonly software: SoftwareId;
  readonly address: string;
  /** Null where only the address is known. */
  readonly place: {
    readonly name: string;
    readonly state: string;
    readonly level: 'place' | 'county' | 'state';
  } | null;
  /** `listed`: a list has place and address; `seen`: a page has the address; `guess`: a list that was partly guessed. */
  readonly certainty: (typeof certainties)[number];
}

const file = join(dirname(fileURLToPath(import.meta.url)), 'data', 'portals.tsv');
const levels = ['place', 'county', 'state'] as const;

/** By state, software and place; those without a place at the end. */
export function readInventory(): Portal[] {
  // What the table is, and its columns, stand above its rows.
  const rows = readFileSync(file, 'utf8').trimEnd().split('\n').slice(2);
  return rows.map((row) => portalOf(row.split('\t')));
}

function portalOf([state = '', id, name = '', level, address = '', sure]: readonly string[]): Portal {
  const software = softwareIds.find((one) => one === id);
  const certainty = certainties.find((one) => one === sure);
  const ofLevel = levels.find((one) => one === level);
  if (software === undefined || certainty === undefined || !URL.canParse(address))
    throw new Error(`The inventory of portals has a row that is none: ${state}, ${name}, ${address}.`);
  return {
    software,
    address,
    certainty,
    place: ofLevel === undefined ? null : { name, state, level: ofLevel },
  };
}

/** The portal at an address, whatever follows it. */
export function portalAt(address: string, portals: readonly Portal[]): Portal | null {
  const asked = address.toLowerCase();
  return (
    portals.find((portal) => {
      const own = portal.address.toLowerCase();
      return asked === own || asked.startsWith(`${own}/`);
    }) ?? null
  );
}
