/** The error with which a promise must fail. */
import assert from 'node:assert/strict';

/** The error of the class that the promise fails with. */
export async function failure<E extends Error>(
  promise: Promise<unknown>,
  Class: abstract new (...args: never[]) => E,
): Promise<E> {
  const error: unknown = await promise.then(
    () => assert.fail('did not fail'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof Class, `${error}`);
  return error;
}
