/** The places by which a change is found: every geo_id that its record states. */
import type { Contractor, Decision, OtherAddress, Permit, Property } from '@lintel/contract';
import type { RecordKind } from '../../format/record.js';

type Place = string | null;
type Address = Pick<OtherAddress, 'state' | 'zip_code'>;
type GeoIds = Pick<OtherAddress, 'address_id' | 'city_id' | 'county_id' | 'jurisdiction_id'>;

function placesOfAddress(address: Address, ids: GeoIds): Place[] {
  return [address.state, address.zip_code, ids.address_id, ids.city_id, ids.county_id, ids.jurisdiction_id];
}

const placesOf: { readonly [K in RecordKind]: (record: unknown) => readonly Place[] } = {
  permits(record) {
    const { address, geo_ids, other_addresses = [] } = record as Permit;
    return [
      ...placesOfAddress(address, geo_ids),
      ...other_addresses.flatMap((other) => placesOfAddress(other, other)),
    ];
  },
  contractors(record) {
    const { state, zip_code, address_id } = (record as Contractor).address;
    return [state, zip_code, address_id];
  },
  decisions(record) {
    const { state, address_id, city_id, county_id, jurisdiction_id } = record as Decision;
    return [state, address_id, city_id, county_id, jurisdiction_id];
  },
  properties(record) {
    const { address, geo_ids } = record as Property;
    return placesOfAddress(address, geo_ids);
  },
};

/** geo_ids, states and ZIP codes of the records of a kind, each once. A contractor has those of its own address. */
export function placesOfRecords(kind: RecordKind, records: readonly unknown[]): string[] {
  const places = records.filter((record) => record !== null).flatMap((record) => placesOf[kind](record));
  return [...new Set(places.filter((place) => place !== null))];
}
