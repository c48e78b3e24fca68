/**
 * Random events of tests: from which seed, and how many. LINTEL_TEST_SEED repeats a run's events, in every test and in
 * fast-check; LINTEL_TEST_PROOF, which `scripts/test.js` sets, is the share of a long proof that is made.
 */
import { type TestOptions, test } from 'node:test';

const { LINTEL_TEST_SEED: given, LINTEL_TEST_PROOF: share } = process.env;

/** Seed of all random events of this process. */
export const seed = given === undefined ? Date.now() % 1_000_003 : Number(given);
/** What the name of a random test may end with, so that its failure can be made again. */
export const seedName = `(LINTEL_TEST_SEED=${seed})`;

/** Whether this is a long proof, or a share of one. */
export const isProving = share !== undefined;

/** A test that takes long and seldom finds what another does not: a part of the proofs, and of no other run. */
export function proof(name: string, options: TestOptions, run: () => void | Promise<void>): void {
  if (isProving) void test(name, options, run);
}

/** How often a test repeats a random event: a few times every day, or its share of the whole proof. */
export function rounds(daily: number, whole: number): number {
  return share === undefined ? daily : Math.max(daily, Math.round(whole * Number(share)));
}

/** Of a list those that this run tries: `daily` of them, or its share of a proof, evenly spread from where the seed says. */
export function drawn<Item>(list: readonly Item[], daily: number): readonly Item[] {
  const step = Math.max(1, Math.floor(list.length / rounds(daily, list.length)));
  return list.filter((_, at) => (at + seed) % step === 0);
}

/** Numbers from 0 to 1, the same for the same seed: a linear congruential sequence. */
export function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
