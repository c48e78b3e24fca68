/** Promises that are awaited later than they may reject. */

/**
 * The same promise, marked as handled. Its error reaches the code that awaits it later, and until then it
 * does not end the process as an unhandled rejection.
 */
export function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
