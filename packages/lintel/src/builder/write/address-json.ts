/**
 * Addresses as JSON, read and made without parsing: the keys stand in an order that is known, and as every quotation mark
 * within a text is escaped, they occur as keys only. Fails on anything else than what a build wrote itself.
 */
import type { IndexedAddress } from '../../format/address-index/address-index-writer.js';

/** The parts of a record's address, in their order. */
const partNames = [
  'street_no',
  'street',
  'city',
  'county',
  'zip_code',
  'zip_code_ext',
  'state',
  'jurisdiction',
  'latlng',
] as const;
type PartName = (typeof partNames)[number];

/** Each part of an address as the JSON of it, whose bytes are the characters of a text (Latin-1). */
export type AddressParts = Readonly<Record<PartName, string>>;

/** JSON of what is unknown. */
export const unknownPart = 'null';

/** The parts of an address in its JSON: from its brace to the end of its last part, behind which the permit's own may follow. */
export function addressParts(bytes: Buffer): AddressParts {
  const text = bytes.toString('latin1');
  const reader = new KeyedValues(text, '{"street_no":');
  return {
    street_no: reader.upTo(',"street":'),
    street: reader.upTo(',"city":'),
    city: reader.upTo(',"county":'),
    county: reader.upTo(',"zip_code":'),
    zip_code: reader.upTo(',"zip_code_ext":'),
    zip_code_ext: reader.upTo(',"state":'),
    state: reader.upTo(',"jurisdiction":'),
    jurisdiction: reader.upTo(',"latlng":'),
    latlng: reader.rest(),
  };
}

/** The address on the wire (2.5). */
export function addressJson(geoId: string, parts: AddressParts): Buffer {
  const { street_no, street, city, county, zip_code, zip_code_ext, state, jurisdiction, latlng } = parts;
  const [lat, long] = latlng === unknownPart ? [unknownPart, unknownPart] : latlng.slice(1, -1).split(',', 2);
  return Buffer.from(
    `{"geo_id":"${geoId}","name":"${addressName(parts)}","street_no":${street_no},"street":${street},"city":${city},"county":${county},"zip_code":${zip_code},"zip_code_ext":${zip_code_ext},"state":${state},"jurisdiction":${jurisdiction},"lat":${lat},"long":${long}}`,
    'latin1',
  );
}

/** `1234 S MILLICK ST, CHICAGO, IL 60601`, without what is unknown, as it stands within JSON. */
function addressName({ street_no, street, city, state, zip_code }: AddressParts): string {
  const line = joined(' ', within(street_no), within(street));
  return joined(', ', joined(', ', line, within(city)), joined(' ', within(state), within(zip_code)));
}

const within = (json: string) => (json === unknownPart ? '' : json.slice(1, -1));

function joined(separator: string, one: string, other: string): string {
  if (one === '') return other;
  return other === '' ? one : `${one}${separator}${other}`;
}

/** What the address is found by that `addressJson` made. */
export function foundBy(json: Buffer): IndexedAddress {
  const reader = new KeyedValues(json.toString(), ',"street_no":');
  const street_no = textOf(reader.upTo(',"street":'));
  const street = textOf(reader.upTo(',"city":'));
  const city = textOf(reader.upTo(',"county":'));
  const county = textOf(reader.upTo(',"zip_code":'));
  const zip_code = textOf(reader.upTo(',"zip_code_ext":'));
  reader.upTo(',"state":');
  const state = textOf(reader.upTo(',"jurisdiction":'));
  return { street_no, street, city, county, zip_code, state };
}

function textOf(json: string): string | null {
  if (json === unknownPart) return null;
  return json.includes('\\') ? (JSON.parse(json) as string) : json.slice(1, -1);
}

/** Reads the values between keys. */
class KeyedValues {
  readonly #text: string;
  #at: number;

  constructor(text: string, key: string) {
    this.#text = text;
    this.#at = 0;
    this.upTo(key);
  }

  /** All behind the key before. */
  rest(): string {
    return this.#text.slice(this.#at);
  }

  /** The value from behind the key before up to this one. */
  upTo(key: string): string {
    const to = this.#text.indexOf(key, this.#at);
    if (to < 0) throw new Error(`an address without ${key}`);
    const value = this.#text.slice(this.#at, to);
    this.#at = to + key.length;
    return value;
  }
}
