/** Builds the addresses of a release from the addresses that its records name. */
import type { Address, BuildingAddress } from '@lintel/contract';

/**
 * The address in a record's JSON: from its brace to the end of its last part; members of the permit alone may
 * follow.
 */
export function addressParts(bytes: Buffer): BuildingAddress {
  return JSON.parse(`${bytes.toString()}}`) as BuildingAddress;
}

/** The address on the wire (2.5). */
export function addressOf(geoId: string, parts: BuildingAddress): Address {
  const { street_no, street, city, county, zip_code, zip_code_ext, state, jurisdiction, latlng } = parts;
  const [lat = null, long = null] = latlng ?? [];
  const name = addressName(parts);
  const place = { city, county, zip_code, zip_code_ext, state, jurisdiction };
  return { geo_id: geoId, name, street_no, street, ...place, lat, long };
}

/** `1234 S MILLICK ST, CHICAGO, IL 60601`, without what is unknown. */
function addressName({ street_no, street, city, state, zip_code }: BuildingAddress): string {
  return joined(', ', joined(' ', street_no, street), city, joined(' ', state, zip_code));
}

function joined(separator: string, ...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(separator);
}
