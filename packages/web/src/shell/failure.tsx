/** What a page says when it cannot show what was asked for: one notice for each thing that can go wrong. */
import {
  AuthenticationError,
  ConnectionError,
  CreditLimitError,
  LintelError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  ValidationError,
} from '@lintel/client';
import { type ReactNode, useEffect, useState } from 'react';
import { useService } from '../api/service';
import { count, date } from '../words/format';
import { KeyForm } from './key-form';
import { Notice } from './notice';
import { useSaidOnce } from './said-once';

export { Notice, WithHeading } from './notice';

interface FailureProps {
  readonly error: unknown;
  /** Tries again; without it only other ways are offered. */
  readonly retry?: (() => void) | undefined;
  /** What was asked for, for a 404: `permit`, `place`. */
  readonly what?: string;
}

export function Failure({ error, retry, what = 'record' }: FailureProps) {
  const again = retry ? (
    <button type="button" className="button" onClick={retry}>
      Try again
    </button>
  ) : null;
  if (error instanceof AuthenticationError) return <KeyNeeded />;
  if (error instanceof CreditLimitError) return <OverLimit error={error} again={again} />;
  if (error instanceof RateLimitError) return <TooFast error={error} retry={retry} />;
  // An id of a place that there is not is a value that the service refuses.
  if (error instanceof NotFoundError || (what === 'place' && error instanceof ValidationError)) {
    return (
      <Notice
        title={`No such ${what}`}
        actions={
          <a className="button" href="/">
            Explore permits
          </a>
        }
      >
        <p>
          This release has no {what} with this id. It may have been in an earlier one, or the address is cut
          short.
        </p>
      </Notice>
    );
  }
  if (error instanceof PermissionError) {
    return (
      <Notice title="This key may not see this">
        <p>
          Its account is suspended, or its scopes leave this out. The operator of this service can change
          that.
        </p>
      </Notice>
    );
  }
  if (error instanceof ConnectionError) return <NoConnection retry={retry} />;
  if (error instanceof ValidationError) {
    return (
      <Notice title="The service does not understand this request">
        <p>{error.message.replace(/^\d+: /, '')}</p>
      </Notice>
    );
  }
  if (error instanceof ServerError && error.status === 503) {
    return (
      <Notice title="No data for the moment" actions={again}>
        <p>{error.message.replace(/^\d+: /, '')}</p>
      </Notice>
    );
  }
  return (
    <Notice title="Something went wrong" actions={again}>
      <p>
        {error instanceof LintelError
          ? 'The service failed to answer this request.'
          : 'This page failed to show what it received.'}
      </p>
    </Notice>
  );
}

function NoConnection({ retry }: Pick<FailureProps, 'retry'>) {
  const { isMine, retryAll } = useSaidOnce('no connection', retry);
  if (!isMine) return null;
  return (
    <Notice
      title="No connection"
      actions={
        retry ? (
          <button type="button" className="button" onClick={retryAll}>
            Try again
          </button>
        ) : null
      }
    >
      <p>
        {navigator.onLine
          ? 'The service does not answer. It may be restarting.'
          : 'This device is offline. What you have already opened stays readable.'}
      </p>
    </Notice>
  );
}

function OverLimit({ error, again }: { readonly error: CreditLimitError; readonly again: ReactNode }) {
  const { key, settings, lintel } = useService();
  const [returnsOn, setReturnsOn] = useState<string | null>(null);
  useEffect(() => {
    const ended = new AbortController();
    lintel.usage({ signal: ended.signal }).then(
      (usage) => setReturnsOn(usage.available_at),
      () => {},
    );
    return () => ended.abort();
  }, [lintel]);
  const isVisitor = key === null && settings.visitors;
  return (
    <Notice
      title={isVisitor ? 'The visitors’ allowance is used up' : 'The credit limit is reached'}
      actions={
        <>
          {again}
          {error.upgradeUrl && !isVisitor ? (
            <a className="button" href={error.upgradeUrl}>
              Change the plan
            </a>
          ) : null}
        </>
      }
    >
      <p>
        {isVisitor
          ? `Everybody who looks here without a key shares ${count(error.limit)} credits in any 30 days.`
          : `This key’s account may use ${count(error.limit)} credits in any 30 days.`}{' '}
        This page needs {count(error.needed)}, and {count(error.remaining)} are left. Nothing was charged.
        {returnsOn ? ` The first credits return on ${date(returnsOn)}.` : ''}
      </p>
      {isVisitor ? <KeyForm /> : null}
    </Notice>
  );
}

function TooFast({
  error,
  retry,
}: {
  readonly error: RateLimitError;
  readonly retry: (() => void) | undefined;
}) {
  const { isMine, retryAll } = useSaidOnce('too many requests', retry);
  const [left, setLeft] = useState(1);
  // Another refusal has another time to wait.
  useEffect(() => setLeft(Math.ceil((error.retryAfterMs ?? 5_000) / 1_000)), [error]);
  useEffect(() => {
    if (!isMine) return;
    if (left <= 0) {
      retryAll();
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left, isMine, retryAll]);
  if (!isMine) return null;
  return (
    <Notice title="A moment, please">
      <p>
        More requests than the service allows in a minute. This page tries again in {Math.max(left, 0)}{' '}
        {left === 1 ? 'second' : 'seconds'}.
      </p>
    </Notice>
  );
}

export function KeyNeeded() {
  const { key } = useService();
  return (
    <Notice title={key === null ? 'This service asks for a key' : 'This key is not accepted'}>
      <p>
        {key === null
          ? 'Enter an API key to look at permits here. The operator of this service gives you one.'
          : 'It may be revoked, expired or mistyped. Enter another one.'}
      </p>
      <KeyForm />
    </Notice>
  );
}
