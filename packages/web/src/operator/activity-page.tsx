/** The audit log: what was done to accounts, keys, releases and sources, when and by whom. */
import { useQuery } from '@tanstack/react-query';
import { Part } from '../design/record-parts';
import { activityQuery } from './api';
import { Answer, OperatorPage, Table } from './operator-page';
import { moment } from './words';

export function ActivityPage() {
  const activity = useQuery(activityQuery);
  return (
    <OperatorPage
      title="Activity"
      lede={<p className="lede">What was done here and on the command line, the last first.</p>}
    >
      <Answer of={activity}>
        {({ acts }) => (
          <Part title="Acts">
            {acts.length === 0 ? (
              <p className="soft">Nothing was done yet.</p>
            ) : (
              <Table label="Acts">
                <thead>
                  <tr>
                    <th scope="col">When</th>
                    <th scope="col">Who</th>
                    <th scope="col">Act</th>
                    <th scope="col">What</th>
                    <th scope="col" className="optional">
                      Detail
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {acts.map(({ at, actor, act, subject, detail }, number) => (
                    <tr key={number}>
                      <td className="nowrap">{moment(at)}</td>
                      <td>{actor}</td>
                      <td>{act}</td>
                      <td>{subject}</td>
                      <td className="soft optional">{detail}</td>
                    </tr>
                  ))}
                </tbody>
              </Table>
            )}
          </Part>
        )}
      </Answer>
    </OperatorPage>
  );
}
