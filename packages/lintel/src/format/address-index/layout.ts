/**
 * What writers and readers of address and place indexes share: the kinds of their files, and how streets are
 * stored.
 */

/** The kind of section file that an address index is. */
export const addressIndexKind = 'addresses';
/** The kind of section file that a place index is. */
export const placeIndexKind = 'places';

export interface AddressIndexInfo {
  /** Addresses in the index. */
  readonly addresses: number;
  /** Distinct street names, streets (a name in a city and ZIP) and words. */
  readonly names: number;
  readonly streets: number;
  readonly words: number;
  /** Size of the file in bytes. */
  readonly bytes: number;
}

/** Replaces a missing house number; sorts after all others. */
export const noNumber = 0xffffffff;
/**
 * Numbers of one street record: place, first address, addresses, lowest and highest house number, first row.
 */
export const streetFields = 6;
