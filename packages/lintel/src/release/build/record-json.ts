/**
 * Writes a record as JSON, byte for byte as `JSON.stringify` does and several times faster: names of fields are quoted
 * once, most texts need no escaping, and lists that records share are written once.
 */

/** What a record's fields and those of the objects in it may hold. */
type Value = string | number | boolean | null | undefined | readonly unknown[] | object;

/** Characters that JSON escapes, or may: a surrogate that stands alone. */
const escaped = /["\\\u0000-\u001f\ud800-\udfff]/;
/** Of names of fields, what stands in front of the value. */
const quotedNames = new Map<string, string>();
/** The JSON of lists that are shared between records, as the tags are. */
const lists = new WeakMap<readonly unknown[], string>();

/** The text as a JSON string. */
export function quote(text: string): string {
  return escaped.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/** The record as JSON; `passing` is told in front of which character each field's value stands. Its lists must not change. */
export function recordJson(record: object, passing?: (name: string, at: number) => void): string {
  let json = '{';
  const values = record as Readonly<Record<string, Value>>;
  for (const name in values) {
    const value = values[name];
    if (value === undefined) continue;
    json += (json === '{' ? '' : ',') + quotedName(name);
    passing?.(name, json.length);
    json += valueJson(value);
  }
  return `${json}}`;
}

function quotedName(name: string): string {
  let quoted = quotedNames.get(name);
  if (quoted === undefined) {
    quoted = `${JSON.stringify(name)}:`;
    quotedNames.set(name, quoted);
  }
  return quoted;
}

function valueJson(value: Exclude<Value, undefined>): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number') return Number.isFinite(value) ? `${value}` : 'null';
  if (typeof value === 'boolean') return `${value}`;
  return Array.isArray(value) ? listJson(value) : recordJson(value);
}

function listJson(list: readonly unknown[]): string {
  const [first, second] = list;
  if (list.length === 2 && typeof first === 'number' && typeof second === 'number') {
    return `[${valueJson(first)},${valueJson(second)}]`;
  }
  let json = lists.get(list);
  if (json === undefined) {
    json = JSON.stringify(list);
    lists.set(list, json);
  }
  return json;
}
