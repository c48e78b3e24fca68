/** How far the figures of a place can be relied on: which fields its permits state. */
import { useQuery } from '@tanstack/react-query';
import { coverageQuery } from '../api/place-queries';
import type { PlaceKind } from '../api/places';
import { useService } from '../api/service';
import { DataTable } from '../design/data-table';
import { Part } from '../design/record-parts';
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
  const weak = new Map(data.map((row) => [row.field as string, row]));
  const reliable = Object.keys(fieldNames).filter((field) => !weak.has(field));
  return (
    <Part title="Can it be relied on?">
      {data[0]?.permits_total === 0 ? (
        <p>There are no permits of these 12 months to judge by.</p>
      ) : (
        <>
          {reliable.length > 0 ? (
            <p>
              Four of five permits or more state:{' '}
              {reliable.map((field) => fieldNames[field]?.toLowerCase()).join(', ')}.
            </p>
          ) : null}
          {data.length > 0 ? (
            <DataTable
              label="Fields stated less often"
              rows={data}
              columns={[
                { head: 'Stated less often', is: 'name', cell: ({ field }) => fieldNames[field] ?? field },
                { head: 'By how many permits', is: 'number', cell: ({ fill_pct }) => `${fill_pct}%` },
                {
                  head: 'So',
                  cell: ({ tier }) =>
                    tier === 'missing' ? 'do not use it here' : 'figures are of those that state it',
                },
              ]}
            />
          ) : null}
        </>
      )}
    </Part>
  );
}
