/** Which fields of a record differ between two releases. */
import type { FieldChange } from '@lintel/contract';

type Fields = Readonly<Record<string, unknown>>;

/** The id says which record it is; a rekeyed one has another. */
const identity = 'id';

/**
 * The fields that differ, in the order of the record. A dot leads into an object (`address.zip_code`); lists
 * are compared as a whole. A field that one of the two lacks is null there.
 */
export function fieldChanges(old: Fields, now: Fields): FieldChange[] {
  return changesWithin('', old, now).filter(({ field }) => field !== identity);
}

function changesWithin(prefix: string, old: Fields, now: Fields): FieldChange[] {
  const names = new Set([...Object.keys(now), ...Object.keys(old)]);
  return [...names].flatMap((name): FieldChange[] => {
    const [before = null, after = null] = [old[name], now[name]];
    if (isFields(before) && isFields(after)) return changesWithin(`${prefix}${name}.`, before, after);
    if (JSON.stringify(before) === JSON.stringify(after)) return [];
    return [{ field: `${prefix}${name}`, old: before, new: after }];
  });
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
