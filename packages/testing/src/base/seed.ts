/**
 * The seed of random tests: that of the environment, else one of the clock. Tests print it in their names, so that a
 * failure can be made again.
 */
export const testSeed = Number(process.env.LINTEL_TEST_SEED ?? Date.now() % 1_000_000);
/** What the name of a random test ends with. */
export const seedName = `(LINTEL_TEST_SEED=${testSeed})`;
