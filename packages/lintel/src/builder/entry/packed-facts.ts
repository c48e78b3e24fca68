/**
 * The facts of a mention as a JSON array of values instead of an object: most facts are unknown, and a
 * million mentions need not repeat the field names.
 */
import type { ContractorAddress } from '@lintel/contract';
import { emptyAddress, emptyContractor } from '../../refine/record/empty-records.js';
import type { ContractorFacts } from '../../refine/record/refined.js';

type Values = readonly unknown[];

const factNames = Object.keys(emptyContractor) as (keyof ContractorFacts)[];
const addressNames = Object.keys(emptyAddress) as (keyof ContractorAddress)[];

/**
 * The facts as JSON text: their values in the order of `emptyContractor`, null for an address of which
 * nothing is known.
 */
export function packFacts(facts: ContractorFacts): string {
  return JSON.stringify(
    factNames.map((name) => (name === 'address' ? packAddress(facts.address) : facts[name])),
  );
}

/** The inverse of `packFacts`. */
export function unpackFacts(text: string): ContractorFacts {
  const facts = unpacked(emptyContractor, factNames, JSON.parse(text) as Values);
  const address = facts.address as unknown as Values | null;
  return {
    ...facts,
    address: address === null ? emptyAddress : unpacked(emptyAddress, addressNames, address),
  };
}

function packAddress(address: ContractorAddress): Values | null {
  if (address === emptyAddress) return null;
  const values = addressNames.map((name) => address[name]);
  return values.every((value) => value === null) ? null : values;
}

/**
 * An object with the keys of `empty` and these values. The copy has the shape of a literal, whatever its
 * values.
 */
function unpacked<T extends object>(empty: T, names: readonly (keyof T)[], values: Values): T {
  const into = { ...empty };
  for (const [i, name] of names.entries()) into[name] = values[i] as T[keyof T];
  return into;
}
