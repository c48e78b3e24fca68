/**
 * Lays out fixed-width members one after the other, so that no offset is written by hand: a record's layout
 * is the list of its members with their types, and this computes where each begins.
 */

/** Bytes of each type. */
export const widths = { u8: 1, u16: 2, u32: 4, i32: 4, f64: 8, u64: 8 } as const;
export type Width = keyof typeof widths;

/** Where each member begins, and `end`: the bytes of all of them. */
export type Layout<Name extends string> = { readonly [name in Name | 'end']: number };

/** The layout of members in their order. */
export function layOut<Name extends string>(members: { readonly [name in Name]: Width }): Layout<Name> {
  let end = 0;
  // The copy has all its keys from the start, and so the shape of a literal: its offsets are read for every row.
  const layout: Record<string, number | Width> = { ...members, end: 0 };
  for (const [name, width] of Object.entries<Width>(members)) {
    layout[name] = end;
    end += widths[width];
  }
  layout.end = end;
  return layout as Layout<Name>;
}
