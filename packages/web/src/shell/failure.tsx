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
import { lazy, Suspense } from 'react';
import { useService } from '../api/service';
import { KeyForm } from './key-form';
import { Notice } from './notice';
import { useSaidOnce } from './said-once';

export { Notice, WithHeading } from './notice';

/** Seen by few, so it is no part of the first page. */
const Refused = lazy(() => import('./refused'));

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
  if (error instanceof CreditLimitError || error instanceof RateLimitError) {
    return (
      <Suspense>
        <Refused error={error} again={again} retry={retry} />
      </Suspense>
    );
  }
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
