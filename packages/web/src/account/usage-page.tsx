/** Credits of the account: used, left and foreseen, by day, key and endpoint, the plan, and the latest requests. */
import type { AccountUsage } from '@lintel/contract/account';
import { Link } from '@tanstack/react-router';
import { Facts, Part } from '../design/record-parts';
import { Notice } from '../shell/notice';
import { Page } from '../shell/page';
import { count, date, sentence } from '../words/format';
import { Asked, useAsk } from './asked';
import { LatestRequests } from './latest-requests';
import { useSession } from './session';
import { UsageByDay, UsageForecast } from './usage-charts';

/** Usage of pages in the browser, and of deliveries, has no key. */
const otherKeys: Readonly<Record<string, string>> = { browser: 'Pages in the browser' };

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
  const { credits_used: used, credit_limit: limit, plan } = usage;
  const upgrade = (
    <a className="button" href={plan.upgrade_url} target="_blank" rel="noreferrer">
      Change the plan
    </a>
  );
  return (
    <>
      {usage.is_over_limit ? (
        <Notice title="The credits are used up" actions={upgrade}>
          <p>
            Requests for records are refused (402) until credits return
            {usage.available_at === null ? '.' : `, the next ones on ${date(usage.available_at)}.`} Nothing is
            charged for a refused request.
          </p>
        </Notice>
      ) : null}
      <Part title="Credits and plan" aside={usage.is_over_limit ? null : upgrade}>
        <Facts
          large
          facts={[
            ['Used', count(used)],
            ['Left', limit === null ? 'no limit' : count(Math.max(0, limit - used))],
            ['Next credits return', usage.available_at === null ? '–' : date(usage.available_at)],
            ['Plan', sentence(plan.name)],
          ]}
        />
        {limit === null || limit === 0 ? null : (
          <div className="meter-line">
            <Meter share={Math.min(1, used / limit)} />
            <span className="soft">
              {Math.min(100, Math.floor((100 * used) / limit))} % of {count(limit)} credits in any{' '}
              {plan.window_days} days
            </span>
          </div>
        )}
        <p className="soft">
          {limit === null
            ? null
            : `A credit used today returns in ${plan.window_days} days. We write a mail when 80 % are used. `}
          Up to {count(plan.requests_per_minute)} requests a minute for each key.
        </p>
      </Part>
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
  const keyName = (id: string) => usage.key_names[id] ?? otherKeys[id] ?? id;
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

/** How much of the credits is used: drawn here, since each browser draws its own meter in another way. */
function Meter({ share }: { readonly share: number }) {
  return (
    <div className="meter" data-level={share >= 0.8 ? 'high' : 'good'}>
      <meter className="visually-hidden" aria-label="Credits used" value={share} />
      <svg aria-hidden="true">
        <rect width={`${share * 100}%`} height="100%" />
      </svg>
    </div>
  );
}
