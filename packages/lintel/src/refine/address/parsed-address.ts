/** An address as parsing makes it of the columns or the line of a row. */

type AddressKind = 'house' | 'street' | 'po_box' | 'intersection' | 'none';

export interface ParsedAddress {
  readonly kind: AddressKind;
  readonly streetNo: string | null;
  readonly street: string | null;
  /** Apartment, suite or floor in USPS notation, for example `APT 4`. */
  readonly unit: string | null;
  /** From the end of a line, in upper case; null if it has none. */
  readonly city: string | null;
  readonly state: string | null;
  readonly zip: string | null;
  /** Words of the source that are in no part, blank between them; null if there are none. */
  readonly rest: string | null;
}

/** Parses a one-line address. */
export type ParseLine = (line: string) => ParsedAddress;

/** The address of a row without one. */
export const emptyParsedAddress: ParsedAddress = {
  kind: 'none',
  streetNo: null,
  street: null,
  unit: null,
  city: null,
  state: null,
  zip: null,
  rest: null,
};

/**
 * Makes an address. Always the same literal: field access is several times faster when all objects have one
 * shape.
 */
export function addressOf(
  kind: AddressKind,
  streetNo: string | null,
  street: string | null,
  { unit, city, state, zip }: Pick<ParsedAddress, 'unit' | 'city' | 'state' | 'zip'>,
  rest: string | null = null,
): ParsedAddress {
  return { kind, streetNo, street, unit, city, state, zip, rest };
}
