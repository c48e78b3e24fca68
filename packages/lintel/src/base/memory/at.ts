/**
 * Elements of arrays at an index that is known to be in them: a wrong index is an error instead of an `undefined` that
 * some `?? 0` turns into row 0.
 */

/** For code that is not hot: called with many kinds of arrays, the engine does not specialise it. `what` is named in the error. */
export function at<T>(array: ArrayLike<T>, index: number, what = 'an array'): T {
  const value = array[index];
  if (value === undefined) throw outside(index, array.length, what);
  return value;
}

/** For hot loops: with one kind of array it is inlined, and costs no more than the bounds check itself. */
export function u32At(numbers: Uint32Array, index: number): number {
  const value = numbers[index];
  if (value === undefined) throw outside(index, numbers.length);
  return value;
}

/** The error of a wrong index. */
export function outside(index: number, length: number, what = 'an array'): RangeError {
  return new RangeError(`no element ${index} in ${what} of ${length}`);
}
