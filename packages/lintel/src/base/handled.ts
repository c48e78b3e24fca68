/**
 * Marks a promise as handled and gives it back: for one that is awaited later, and whose rejection must not end the
 * process as an unhandled one before that.
 */
export function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
