/** Lets an app in that has sent this browser, or not: who it is, what it may read, who pays, and how much at most. */
import { ask, mayManage } from '../api/account';
import { Notice } from '../shell/notice';
import { Page } from '../shell/page';
import { Asked, useAsk } from './asked';
import { BudgetField, budgetOf, Form } from './form';
import { useSession } from './session';

/** What each scope means to people. */
const meanings: Readonly<Record<string, string>> = {
  read: 'Permits, decisions, addresses, places and figures',
  contractors: 'Contractors, with their names',
};

/** The budget that is proposed. */
const usualBudget = 1_000;

export function ConnectPage() {
  const session = useSession();
  const id = new URLSearchParams(location.search).get('request') ?? '';
  const asked = useAsk('GET /asking-apps/{id}', { id });
  const payer = session.organization?.name ?? session.account.name;
  if (!mayManage(session)) {
    return (
      <Notice title="Only owners and administrators connect apps">
        <p>You act for {payer}. Choose yourself on the page Organization, and start again in the app.</p>
      </Notice>
    );
  }
  const decide = (agrees: boolean, scopes: string[], budget: number | null) =>
    ask('POST /asking-apps/{id}', { id, body: { agrees, scopes, budget } });
  return (
    <Asked of={asked}>
      {({ name, host, document, scopes }) => (
        <Page
          title={`Connect ${name}?`}
          lede={
            <p className="lede">
              It wants to ask this service in the name of {payer}. If you agree, its answer goes to{' '}
              <strong>{host}</strong>.{' '}
              {document === null
                ? 'The app chose its name itself: go on only if you have just started this in an app that you trust.'
                : `The app describes itself at ${document}.`}
            </p>
          }
        >
          <div className="narrow">
            <Form
              button="Connect"
              action={(fields) =>
                decide(
                  true,
                  scopes.filter((scope) => fields[`scope ${scope}`] !== undefined),
                  budgetOf(fields.budget ?? ''),
                )
              }
              onDone={({ location: next }) => location.assign(next)}
              aside={
                <button
                  type="button"
                  className="button"
                  onClick={() =>
                    void decide(false, [], null).then(({ location: next }) => location.assign(next))
                  }
                >
                  Do not connect
                </button>
              }
            >
              <fieldset className="field plain">
                <legend className="label">It may read</legend>
                {scopes.map((scope) => (
                  <label className="choice" key={scope}>
                    <input type="checkbox" name={`scope ${scope}`} defaultChecked />
                    {meanings[scope] ?? scope}
                  </label>
                ))}
              </fieldset>
              <BudgetField credits={usualBudget} />
              <p className="note">
                Each record that it reads costs {payer} a credit, as with a key. You can end the connection on
                the page Apps at any time.
              </p>
            </Form>
          </div>
        </Page>
      )}
    </Asked>
  );
}
