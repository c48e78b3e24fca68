/** A first request as code, sent with one click, with the permit that it found, or what to do where it was refused. */
import type { Permit } from '@lintel/client';
import { errorAddress, errorOfStatus, errors } from '@lintel/contract/error-table';
import { permitTitle } from '@lintel/contract/permit-title';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Marked } from '../../design/marked';
import { Facts } from '../../design/record-parts';
import { type ShownAnswer, sendRequest } from '../../request/send';
import { cityLine, count, counted, date, streetLine } from '../../words/format';
import { AsCode } from '../as-code';
import { type FoundPlace, newestYear } from '../newest-year';

interface FirstRequestProps {
  readonly place: FoundPlace;
  /** The text of the key that was made here; null asks in the name of the session. */
  readonly secret: string | null;
  onSend(): void;
  /** The key is refused: forget it, so that another can be made. */
  onNewKey(): void;
}

export function FirstRequest({ place, secret, onSend, onNewKey }: FirstRequestProps) {
  const cache = useQueryClient();
  const url = `/v2/permits/search?${new URLSearchParams({ ...newestYear(place), size: '1' })}`;
  const sending = useMutation({
    mutationFn: () => sendRequest(url, secret),
    onMutate: onSend,
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: ['GET /usage'] });
      void cache.invalidateQueries({ queryKey: ['GET /keys'] });
    },
  });
  return (
    <>
      <AsCode url={url} secret={secret} />
      <div className="actions">
        <button
          type="button"
          className="button primary"
          disabled={sending.isPending}
          onClick={() => sending.mutate()}
        >
          {sending.isPending ? 'A moment…' : 'Run it here'}
        </button>
        <span className="soft">
          {secret === null ? 'In the name of your session. ' : 'With the key above. '}It costs one credit.
        </span>
      </div>
      <div aria-live="polite">
        {sending.data === undefined ? null : (
          <Answer of={sending.data} place={place} hasKey={secret !== null} onNewKey={onNewKey} />
        )}
      </div>
    </>
  );
}

interface AnswerProps {
  readonly of: ShownAnswer;
  readonly place: FoundPlace;
  readonly hasKey: boolean;
  onNewKey(): void;
}

function Answer({ of, place, hasKey, onNewKey }: AnswerProps) {
  if (of.status === null) return <p className="problem">{of.summary} Try again in a moment.</p>;
  if (of.status !== 200)
    return <Refused status={of.status} body={of.body} hasKey={hasKey} onNewKey={onNewKey} />;
  const [permit] = (JSON.parse(of.body) as { readonly items: readonly Permit[] }).items;
  if (permit === undefined) {
    return (
      <p className="problem">
        {place.name} has no permit in this period any more: the data was renewed. Choose the place again.
      </p>
    );
  }
  return (
    <div className="found-permit">
      <p>
        <a href={`/permits/${permit.id}`}>{permitTitle(permit)}</a>
        <br />
        <span className="soft">
          {[streetLine(permit.address), cityLine(permit.address)].filter(Boolean).join(', ')}
        </span>
      </p>
      <Facts
        facts={[
          ['Date', date(permit.start_date)],
          ['Cost', of.credits === null ? 'nothing' : counted(of.credits, 'credit')],
          ['Credits left', of.left === null ? 'no limit' : count(of.left)],
          ['Answer', of.summary.split(',').slice(0, 2).join(',')],
        ]}
      />
      <p>
        It works. Next: <a href={`/?in=${place.geo_id}`}>see the place on the map</a>, ask for anything in the{' '}
        <Link to="/playground">playground</Link>, or read <a href="/docs/">the documentation</a>.
      </p>
    </div>
  );
}

interface RefusedProps extends Pick<AnswerProps, 'hasKey' | 'onNewKey'> {
  readonly status: number;
  readonly body: string;
}

/** Why a request was refused, and what to do: each error of the interface says it. */
function Refused({ status, body, hasKey, onNewKey }: RefusedProps) {
  const code = errorOfStatus(status);
  const error = errors[code];
  return (
    <div className="found-permit refused-request">
      <p className="problem">
        {status}: {saidIn(body) ?? error.detail}
      </p>
      <p>
        <Marked text={error.fix} />
      </p>
      <div className="actions">
        {status === 401 && hasKey ? (
          <button type="button" className="button" onClick={onNewKey}>
            Make another key
          </button>
        ) : null}
        {status === 402 ? <Link to="/usage">When credits return</Link> : null}
        <a href={errorAddress(code)}>More about this error</a>
      </div>
    </div>
  );
}

/** The sentence of an error; null where its body is another one. */
function saidIn(body: string): string | null {
  try {
    const { detail } = JSON.parse(body) as { readonly detail?: unknown };
    if (typeof detail === 'string') return detail;
    const { error } = (detail ?? {}) as { readonly error?: unknown };
    return typeof error === 'string' ? error : null;
  } catch {
    return null;
  }
}
