/** Credits of the account: used, left and foreseen, by day, key and endpoint, the plan, and the latest requests. */
import type { AccountUsage } from '@lintel/contract/account';
import { Link } from '@tanstack/react-router';
import { Part } from '../design/record-parts';
import { Page } from '../shell/page';
import { count, sentence } from '../words/format';
import { Asked, useAsk } from './asked';
import { CreditsPart } from './credits-part';
import { keyNameOf, LatestRequests } from './latest-requests';
import { useSession } from './session';
import { UsageByDay, UsageForecast } from './usage-charts';

export function UsagePage() {
  const { organization } = useSession();
  const asked = useAsk('GET /usage', {});
  return (
    <Page
      title="Usage"
      lede={
        <p className="lede">
          A record costs one credit.{' '}
          {organization === null
            ? 'This is what you have used.'
            : `This is what ${organization.name} has used.`}
        </p>
      }
    >
      <Asked of={asked}>{(usage) => <Shown usage={usage} />}</Asked>
    </Page>
  );
}

function Shown({ usage }: { readonly usage: AccountUsage }) {
  return (
    <>
      <CreditsPart usage={usage} />
      {[usage.daily_usage, usage.usage_by_key, usage.latest].every(({ length }) => length === 0) ? (
        <div className="empty-state">
          <h2>Nothing used yet</h2>
          <p>
            Make a request with a <Link to="/keys">key</Link>, or in the{' '}
            <Link to="/playground">playground</Link>.
          </p>
        </div>
      ) : (
        <UsageParts usage={usage} />
      )}
    </>
  );
}

function UsageParts({ usage }: { readonly usage: AccountUsage }) {
  const keyName = keyNameOf(usage);
  return (
    <>
      <Part title="By day">
        <UsageByDay usage={usage} keyName={keyName} />
      </Part>
      <Part title="Forecast">
        <UsageForecast usage={usage} />
      </Part>
      <div className="two">
        <Part title="By key">
          <Bars
            names={['Key', 'Credits', 'Requests']}
            rows={usage.usage_by_key.map(({ key_id, credits, requests }) => ({
              name: keyName(key_id),
              credits,
              more: count(requests),
            }))}
          />
        </Part>
        <Part title="By endpoint">
          <Bars
            names={['Endpoint', 'Credits', 'Requests']}
            rows={usage.usage_by_endpoint.map(({ endpoint, credits, requests }) => ({
              name: sentence(endpoint),
              credits,
              more: count(requests),
            }))}
          />
        </Part>
      </div>
      <Part title="Latest requests">
        <LatestRequests usage={usage} keyName={keyName} />
      </Part>
    </>
  );
}

interface BarRow {
  readonly name: string;
  readonly credits: number;
  readonly more: string;
}

/** Numbers as a table whose rows are bars too. */
function Bars({ names, rows }: { readonly names: readonly string[]; readonly rows: readonly BarRow[] }) {
  const most = Math.max(1, ...rows.map(({ credits }) => credits));
  return (
    <table className="plain-table bars">
      <thead>
        <tr>
          <th scope="col">{names[0]}</th>
          <th scope="col">{names[1]}</th>
          <th scope="col" className="number">
            {names[2]}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, credits, more }, at) => (
          <tr key={`${name} ${at}`}>
            <th scope="row">{name}</th>
            <td>
              <span className="bar-cell">
                <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={(100 * credits) / most} height="10" />
                </svg>
                <span className="tabular">{count(credits)}</span>
              </span>
            </td>
            <td className="number">{more}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
