/** Reads entries of arrays that must be there: a wrong index is an error, not a zero. For use outside hot loops. */

/** The entry at `index`. Throws a RangeError that names `what` the array holds if there is none. */
export function at<T>(values: ArrayLike<T>, index: number, what = 'an array'): T {
  const value = values[index];
  if (value === undefined) throw new RangeError(`${what} has ${values.length} entries, and none at ${index}`);
  return value;
}
