/** How far the figures of a place can be relied on: which fields its permits state. */
import { useQuery } from '@tanstack/react-query';
import { coverageQuery } from '../api/place-queries';
import type { PlaceKind } from '../api/places';
import { useService } from '../api/service';
import { DataTable } from '../design/data-table';
import { Part } from '../design/record-parts';
import { listed } from '../words/format';
import type { PlaceProps } from './place-page';

/** Names of the fields whose fill the service measures. */
export const fieldNames: Readonly<Record<string, string>> = {
  fees: 'Fees',
  job_value: 'Job value',
  description: 'Description',
  contractor_id: 'Contractor',
  owner_name: 'Owner',
  property_type: 'Property type',
  property_year_built: 'Year built',
  property_building_area: 'Floor area',
  issue_date: 'Issue date',
  file_date: 'File date',
};

export function ReliabilityPart({
  place,
  kind,
  lastDay,
}: Pick<PlaceProps, 'place' | 'lastDay'> & { readonly kind: PlaceKind }) {
  const { lintel } = useService();
  const { data } = useQuery(coverageQuery(lintel, kind, place.geoId, lastDay));
  if (!data) return null;
  const weak = new Set(data.map(({ field }) => field as string));
  const reliable = Object.keys(fieldNames).filter((field) => !weak.has(field));
  const partly = data
    .filter(({ fill_pct }) => fill_pct > 0)
    .sort((one, other) => other.fill_pct - one.fill_pct);
  const never = data.filter(({ fill_pct }) => fill_pct === 0).map(({ field }) => field);
  return (
    <Part title="Can it be relied on?">
      {data[0]?.permits_total === 0 ? (
        <p>There are no permits of these 12 months to judge by.</p>
      ) : (
        <>
          <dl className="reliability">
            {reliable.length > 0 ? (
              <div>
                <dt>Four of five permits or more state</dt>
                <dd>{namesOf(reliable)}</dd>
              </div>
            ) : null}
            {never.length > 0 ? (
              <div>
                <dt>No permit states</dt>
                <dd>{namesOf(never)}</dd>
              </div>
            ) : null}
          </dl>
          {partly.length > 0 ? (
            <DataTable
              label="Fields stated less often"
              isNarrow
              rows={partly}
              columns={[
                { head: 'Stated less often', is: 'name', cell: ({ field }) => fieldNames[field] ?? field },
                { head: 'By how many permits', is: 'number', cell: ({ fill_pct }) => `${fill_pct}%` },
                {
                  head: 'So',
                  cell: ({ tier }) =>
                    tier === 'missing' ? 'too few for figures' : 'figures are of those that state it',
                },
              ]}
            />
          ) : null}
        </>
      )}
    </Part>
  );
}

const namesOf = (fields: readonly string[]) =>
  listed(fields.map((field) => (fieldNames[field] ?? field).toLowerCase()));
