/**
 * The inventory of portals: which place runs which permit software, and at which address. Facts of public lists and
 * pages, none of them tried; some lists guessed, and their rows say so. Places and their GEOIDs are those of the
 * Census, which a test holds.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type SoftwareId, softwareIds } from './software.js';

export const certainties = ['listed', 'seen', 'guess'] as const;

export interface PortalPlace {
  readonly name: string;
  readonly state: string;
  readonly level: 'place' | 'county' | 'state';
  /** GEOID of the place; of the county of the capital for a whole state. Null where the Census knows no such place. */
  readonly geoid: string | null;
  /** GEOID of its county; null for a whole state. */
  readonly countyGeoid: string | null;
  /** Namespace of the authority in the catalog; null where it is as its name and state. */
  readonly namespace: string | null;
}

export interface Portal {
  readonly software: SoftwareId;
  readonly address: string;
  /** Null where only the address is known. */
  readonly place: PortalPlace | null;
  /** `listed`: a list has place and address; `seen`: a page has the address; `guess`: a list that was partly guessed. */
  readonly certainty: (typeof certainties)[number];
}

const file = join(dirname(fileURLToPath(import.meta.url)), 'data', 'portals.tsv');
const levels = ['place', 'county', 'state'] as const;
let portals: readonly Portal[] | null = null;

/** By state, software and place; those without a place at the end. */
export function readInventory(): readonly Portal[] {
  // What the table is, and its columns, stand above its rows.
  portals ??= readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(2)
    .map((row) => portalOf(row.split('\t')));
  return portals;
}

function portalOf(cells: readonly string[]): Portal {
  const [state = '', id, name = '', level, geoid = '', county = '', address = '', sure, namespace = ''] =
    cells;
  const software = softwareIds.find((one) => one === id);
  const certainty = certainties.find((one) => one === sure);
  const ofLevel = levels.find((one) => one === level);
  if (software === undefined || certainty === undefined || !URL.canParse(address))
    throw new Error(`The inventory of portals has a row that is none: ${state}, ${name}, ${address}.`);
  const orNull = (text: string) => (text === '' ? null : text);
  const place =
    ofLevel === undefined
      ? null
      : {
          name,
          state,
          level: ofLevel,
          geoid: orNull(geoid),
          countyGeoid: orNull(county),
          namespace: orNull(namespace),
        };
  return { software, address, certainty, place };
}

/** The portal at an address, whatever follows it. */
export function portalAt(address: string): Portal | null {
  const asked = address.toLowerCase();
  return (
    readInventory().find((portal) => {
      const own = portal.address.toLowerCase();
      return asked === own || asked.startsWith(`${own}/`);
    }) ?? null
  );
}
