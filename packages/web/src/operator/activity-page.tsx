/** The audit log: what was done to accounts, keys, releases and sources, when and by whom. */
import { useQuery } from '@tanstack/react-query';
import { Asked } from '../account/asked';
import { DataTable } from '../design/data-table';
import { Part } from '../design/record-parts';
import { activityQuery } from './api';
import { OperatorPage } from './operator-page';
import { moment } from './words';

export function ActivityPage() {
  const activity = useQuery(activityQuery);
  return (
    <OperatorPage
      title="Activity"
      lede={<p className="lede">What was done here and on the command line, the last first.</p>}
    >
      <Asked of={activity}>
        {({ acts }) => (
          <Part title="Acts">
            {acts.length === 0 ? (
              <p className="soft">Nothing was done yet.</p>
            ) : (
              <DataTable
                label="Acts"
                isCards
                rows={acts}
                columns={[
                  {
                    head: 'When',
                    is: 'name',
                    cell: ({ at }) => <span className="nowrap">{moment(at)}</span>,
                  },
                  { head: 'Who', is: 'line', cell: ({ actor }) => actor },
                  { head: 'Act', cell: ({ act }) => act },
                  { head: 'What', cell: ({ subject }) => subject },
                  { head: 'Detail', optional: true, cell: ({ detail }) => detail },
                ]}
              />
            )}
          </Part>
        )}
      </Asked>
    </OperatorPage>
  );
}
