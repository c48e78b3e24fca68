/**
 * Records as agents get them: without what is not known, with texts that fit and nothing invisible in them. An address
 * is one line unless the caller chose fields.
 */

/** Characters of a text in a list; longer ones end with `…`. */
export const maxListText = 400;
/** The same of a record that was asked for by id. */
export const maxRecordText = 4_000;

/**
 * Characters that a reader does not see and a model does: controls, soft hyphens, zero-width and direction marks,
 * variation selectors of the supplement, and tag characters. Instructions can be hidden in them.
 */
const invisible =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e01ef}]/gu;

export interface CompactOptions {
  readonly maxText: number;
  /** Whether the address becomes one line. */
  readonly oneLineAddress: boolean;
}

/** A record for an agent. */
export function compact(record: object, options: CompactOptions): Record<string, unknown> {
  const entries = Object.entries(record).flatMap(([name, value]) => {
    if (name === 'address' && options.oneLineAddress) {
      const line = addressLine(value);
      return line === '' ? [] : [[name, line] as const];
    }
    const kept = compactValue(value, options.maxText);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return Object.fromEntries(entries);
}

function compactValue(value: unknown, maxText: number): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return shortened(value, maxText);
  if (Array.isArray(value)) return value.map((each) => compactValue(each, maxText) ?? null);
  if (typeof value !== 'object') return value;
  const kept = compact(value, { maxText, oneLineAddress: false });
  return Object.keys(kept).length === 0 ? undefined : kept;
}

function shortened(text: string, maxText: number): string {
  const visible = text.replace(invisible, '');
  if (visible.length <= maxText) return visible;
  // Not in the middle of a surrogate pair.
  return `${visible.slice(0, maxText).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** `4187 ALDER HOLLOW ST APT 2, SAN FRANCISCO, CA 94110`; parts that are not known are left out. */
function addressLine(address: unknown): string {
  const parts = (typeof address === 'object' && address !== null ? address : {}) as Record<string, unknown>;
  const words = (...names: readonly string[]) =>
    names
      .map((name) => parts[name])
      .filter((part) => typeof part === 'string' && part !== '')
      .join(' ');
  const line = [words('street_no', 'street', 'unit'), words('city'), words('state', 'zip_code')];
  return shortened(line.filter((part) => part !== '').join(', '), maxListText);
}
