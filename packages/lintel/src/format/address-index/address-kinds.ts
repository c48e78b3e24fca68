/** The kinds of section files that address and place search write and read, and what an address index says of itself. */

/** What kind of section file an address index is. */
export const addressIndexKind = 'addresses';
/** What kind of section file a place index is. */
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
