/** The credits of the account in use: used, left, when they return, and what to do when they are used up. */
import type { AccountUsage } from '@lintel/contract/account';
import { Facts, Part } from '../design/record-parts';
import { Notice } from '../shell/notice';
import { count, date, sentence } from '../words/format';
import { todayIs } from './usage-days';

export function CreditsPart({ usage }: { readonly usage: AccountUsage }) {
  const { credits_used: used, credit_limit: limit, plan } = usage;
  const today = usage.daily_usage.find((day) => day.date === todayIs())?.credits ?? 0;
  const upgrade =
    plan.upgrade_url === null ? null : (
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
            {upgrade === null ? ' The operator of this service can change the plan.' : null}
          </p>
        </Notice>
      ) : null}
      <Part title="Credits and plan" aside={usage.is_over_limit ? null : upgrade}>
        <Facts
          large
          facts={[
            ['Used today', count(today)],
            [`Used in ${plan.window_days} days`, count(used)],
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
    </>
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
