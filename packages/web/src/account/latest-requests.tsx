/**
 * The last requests of an account, all or those that failed. A row opens to what was asked and, of a request that was
 * refused, what was wrong and what to do.
 */
import type { AccountUsage, RecentRequest } from '@lintel/contract/account';
import { useState } from 'react';
import { DataTable, TwoLines } from '../design/data-table';
import { Marked } from '../design/marked';
import { Facts } from '../design/record-parts';
import { Segments } from '../design/segments';
import { ago, moment } from '../operator/words';
import { count } from '../words/format';
import { CopyButton } from './dialog';

type KeyName = (id: string) => string;

/** Usage of pages in the browser has no key. */
export const browserId = 'browser';

/** What the keys of an account are called. */
export const keyNameOf =
  ({ key_names: names }: Pick<AccountUsage, 'key_names'>): KeyName =>
  (id) =>
    names[id] ?? (id === browserId ? 'Pages in the browser' : id);

export function LatestRequests({
  usage: { latest, refused },
  keyName,
}: {
  readonly usage: Pick<AccountUsage, 'latest' | 'refused'>;
  readonly keyName: KeyName;
}) {
  const [which, setWhich] = useState<'all' | 'refused'>('all');
  const shown = which === 'refused' ? refused : latest;
  if (latest.length === 0) return <p className="soft">None since the service was started.</p>;
  return (
    <>
      {refused.length === 0 ? null : (
        <Segments
          legend="Which requests"
          values={['all', 'refused']}
          value={which}
          of={(each) => (each === 'all' ? 'All' : `Refused (${refused.length})`)}
          onChange={setWhich}
        />
      )}
      <RequestTable requests={shown} keyName={keyName} />
    </>
  );
}

function RequestTable({
  requests,
  keyName,
}: {
  readonly requests: readonly RecentRequest[];
  readonly keyName: KeyName;
}) {
  return (
    <DataTable
      label="Latest requests"
      isCards
      rows={requests}
      keyOf={({ request_id, at }) => `${request_id} ${at}`}
      more={{
        about: ({ method, path, status }) => `${method} ${path}, ${status}`,
        cell: (request) => <Explained request={request} keyName={keyName} />,
      }}
      columns={[
        { head: 'When', is: 'name', cell: ({ at }) => <span className="nowrap">{ago(at)}</span> },
        {
          head: 'Request',
          is: 'line',
          cell: ({ method, path }) => (
            <code>
              {method} {path}
            </code>
          ),
        },
        { head: 'Status', cell: (request) => <StatusOf request={request} /> },
        { head: 'Key', optional: true, cell: ({ key_id }) => keyName(key_id) },
        { head: 'Credits', is: 'number', cell: ({ credits }) => count(credits) },
        { head: 'Took', is: 'number', cell: ({ latency_ms }) => `${latency_ms} ms` },
      ]}
    />
  );
}

/** The status and, of a refusal, the first thing that was wrong. */
function StatusOf({ request: { status, refusal } }: { readonly request: RecentRequest }) {
  if (refusal === null) return <span className="http-status">{status}</span>;
  const [first] = refusal.faults;
  const wrong = first ? [first.where, first.what].filter(Boolean).join(': ') : refusal.when;
  return (
    <TwoLines
      first={<span className="http-status refused">{`${status} ${refusal.code}`}</span>}
      second={<span className="first-fault">{wrong}</span>}
    />
  );
}

/** What was asked, what was wrong, and what to do. */
function Explained({
  request: { at, method, url, request_id: id, refusal, key_id },
  keyName,
}: {
  readonly request: RecentRequest;
  readonly keyName: KeyName;
}) {
  return (
    <div className="explained">
      <section>
        <h3>What was asked</h3>
        <pre className="asked">
          {method} {url}
        </pre>
        <Facts
          facts={[
            ['At', moment(at)],
            ['With', keyName(key_id)],
            ['Request id', <code key="id">{id}</code>],
          ]}
        />
        <CopyButton text={`${location.origin}${url}`} label="Copy the address" />
      </section>
      {refusal === null ? null : (
        <section>
          <h3>What was wrong</h3>
          <p>
            <Marked text={refusal.when} />
          </p>
          {refusal.faults.length === 0 ? null : (
            <ul className="faults">
              {refusal.faults.map(({ where, what }, number) => (
                <li key={number}>
                  {where === null ? null : (
                    <>
                      <code>{where}</code>{' '}
                    </>
                  )}
                  {what}
                </li>
              ))}
            </ul>
          )}
          <h3>What to do</h3>
          <p>
            <Marked text={refusal.fix} />
          </p>
          {refusal.documentation === null ? null : (
            <p>
              <a href={refusal.documentation}>More about {refusal.code} in the documentation</a>
            </p>
          )}
        </section>
      )}
    </div>
  );
}
