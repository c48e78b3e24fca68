/** What a page says when it asked for more than an account, or all visitors together, may have. */
import { CreditLimitError, type RateLimitError } from '@lintel/client';
import { type ReactNode, useEffect, useState } from 'react';
import { useService } from '../api/service';
import { count, date } from '../words/format';
import { KeyForm } from './key-form';
import { Notice } from './notice';
import { useSaidOnce } from './said-once';

interface RefusedProps {
  readonly error: CreditLimitError | RateLimitError;
  readonly again: ReactNode;
  readonly retry: (() => void) | undefined;
}

export default function Refused({ error, again, retry }: RefusedProps) {
  return error instanceof CreditLimitError ? (
    <OverLimit error={error} again={again} />
  ) : (
    <TooFast error={error} retry={retry} />
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
