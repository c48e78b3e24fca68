/** What an account opens on: its credits and latest requests, or, before its first request, the way to that. */
import type { AccountUsage, OwnKey } from '@lintel/contract/account';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Part } from '../../design/record-parts';
import { Page } from '../../shell/page';
import { Asked, useAsk } from '../asked';
import { CreditsPart } from '../credits-part';
import { browserId, keyNameOf, LatestRequests } from '../latest-requests';
import { WaitingInvitations } from '../organization/waiting-invitations';
import { useSession } from '../session';
import { UsageForecast } from '../usage-charts';
import { FirstSteps } from './first-steps';

/** Requests that are shown of each kind; the page of usage has more. */
const shownRequests = 5;

export function OverviewPage() {
  const { account, organization } = useSession();
  const usage = useAsk('GET /usage', {});
  const keys = useAsk('GET /keys', {});
  return (
    <Page
      title="Overview"
      lede={<p className="lede">The account of {organization?.name ?? account.name}.</p>}
    >
      <WaitingInvitations />
      <Asked of={usage}>
        {(used) => <Asked of={keys}>{({ keys: all }) => <Shown usage={used} keys={all} />}</Asked>}
      </Asked>
    </Page>
  );
}

function Shown({ usage, keys }: { readonly usage: AccountUsage; readonly keys: readonly OwnKey[] }) {
  // What the first request found stays in sight when the account is no longer new.
  const [isAsking, setAsking] = useState(false);
  const isNew = isAsking || !hasAsked(usage, keys);
  return (
    <>
      {isNew ? <FirstSteps keys={keys} onSend={() => setAsking(true)} /> : null}
      <CreditsPart usage={usage} />
      {isNew || usage.rows.length === 0 ? null : (
        <Part title="Forecast" aside={<Link to="/usage">Usage by day, key and endpoint</Link>}>
          <UsageForecast usage={usage} />
        </Part>
      )}
      {isNew && usage.latest.length === 0 ? null : <Latest usage={usage} />}
    </>
  );
}

function Latest({ usage }: { readonly usage: AccountUsage }) {
  const latest = {
    latest: usage.latest.slice(0, shownRequests),
    refused: usage.refused.slice(0, shownRequests),
  };
  return (
    <Part title="Latest requests" aside={<Link to="/usage">All of them</Link>}>
      <LatestRequests usage={latest} keyName={keyNameOf(usage)} />
    </Part>
  );
}

/** Whether a program has asked in the name of the account, which pages in the browser do not count as. */
function hasAsked({ rows }: AccountUsage, keys: readonly OwnKey[]): boolean {
  return keys.some((key) => key.last_used_at !== null) || rows.some(({ key_id }) => key_id !== browserId);
}
