/** What leads to a record at an address. */
import type { Permit } from '@lintel/client';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { title } from '../words/format';

/** Links to the pages of its state, county and city, as far as they are known. */
export function placeCrumbs({
  address: { state, county, city },
  geo_ids: { county_id, city_id },
}: {
  readonly address: Pick<Permit['address'], 'state' | 'county' | 'city'>;
  readonly geo_ids: Pick<Permit['geo_ids'], 'county_id' | 'city_id'>;
}): ReactNode[] {
  const places = [
    [state, state],
    [county_id, county && title(county)],
    [city_id, city && title(city)],
  ] as const;
  return places.flatMap(([id, name]) =>
    id && name
      ? [
          <Link to="/" search={{ in: id }} key={id}>
            {name}
          </Link>,
        ]
      : [],
  );
}
