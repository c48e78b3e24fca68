/** The contractors that are active in a place. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { activeContractorsQuery } from '../api/contractor-queries';
import { locationOf } from '../api/places';
import { useService } from '../api/service';
import { DataTable } from '../design/data-table';
import { Part } from '../design/record-parts';
import { Failure } from '../shell/failure';
import { contractorName, count } from '../words/format';
import type { PlaceProps } from './place-page';

export function ContractorsPart({ place, lastDay }: Pick<PlaceProps, 'place' | 'lastDay'>) {
  const { lintel } = useService();
  const { data, error, refetch } = useQuery(activeContractorsQuery(lintel, locationOf(place), lastDay));
  if (data?.length === 0) return null;
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <Part
      title="Active contractors, the largest first"
      aside={
        place.kind === 'area' ? null : (
          <Link to="/contractors" search={{ in: place.geoId }}>
            All of them
          </Link>
        )
      }
    >
      {data ? (
        <DataTable
          label="Active contractors"
          rows={data}
          columns={[
            {
              head: 'Contractor',
              is: 'name',
              cell: (contractor) => (
                <Link to="/contractors/$id" params={{ id: contractor.id }}>
                  {contractorName(contractor)}
                </Link>
              ),
            },
            { head: 'Permits in all', is: 'number', cell: ({ permit_count }) => count(permit_count) },
            {
              head: 'Here, 12 months',
              is: 'number',
              cell: ({ status_tally: tally }) =>
                count(Object.values(tally).reduce((sum, one) => sum + one, 0)),
            },
          ]}
        />
      ) : (
        <div className="waiting page-block" />
      )}
    </Part>
  );
}
