/** What random streams are for: each kind of thing has its own number, so no two things share a stream. */
import type { Seed } from './random.js';

export type SampleSeed = Seed;

export const domains = {
  permit: 1,
  property: 2,
  owner: 3,
  street: 4,
  streetNames: 5,
  contractor: 6,
  mess: 7,
  life: 8,
  decision: 9,
  writing: 10,
  newBuilding: 11,
} as const;
