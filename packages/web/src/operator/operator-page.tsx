/** The frame of the operator view's pages: which there are, and who may see them. */
import '../design/operator.css';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useSession } from '../account/session';
import { NavRow } from '../shell/nav-row';
import { Notice } from '../shell/notice';
import { Page } from '../shell/page';

export function OperatorPage({
  title,
  lede,
  children,
}: {
  readonly title: string;
  readonly lede?: ReactNode;
  readonly children: ReactNode;
}) {
  const { operator } = useSession();
  if (!operator) {
    return (
      <Notice title="For operators of this service">
        <p>
          This page is not for this account. An operator is added where the service runs:{' '}
          <code>lintel operators add EMAIL</code>
        </p>
      </Notice>
    );
  }
  return (
    <Page
      title={title}
      lede={lede}
      nav={
        <NavRow className="tabs" label="Operator view">
          <Link to="/operator/sources">Sources</Link>
          <Link to="/operator/trends">Trends</Link>
          <Link to="/operator/releases">Releases</Link>
          <Link to="/operator/accounts">Accounts</Link>
          <Link to="/operator/health">Health</Link>
          <Link to="/operator/activity">Activity</Link>
        </NavRow>
      }
    >
      {children}
    </Page>
  );
}

/** A button for what cannot be undone: it asks once more. */
export function ConfirmButton({
  label,
  question,
  onConfirm,
}: {
  readonly label: string;
  readonly question: string;
  readonly onConfirm: () => void;
}) {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) {
    return (
      <button type="button" className="button small" onClick={() => setAsking(true)}>
        {label}
      </button>
    );
  }
  return (
    <span className="actions">
      <button
        type="button"
        className="button small danger"
        onClick={() => {
          setAsking(false);
          onConfirm();
        }}
      >
        {question}
      </button>
      <button type="button" className="button small quiet" onClick={() => setAsking(false)}>
        No
      </button>
    </span>
  );
}
