/** A link to the permits of the search, for spreadsheets: made here, and shown once. */
import type { AccountAnswer } from '@lintel/contract/account';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { ask } from '../api/account';
import { useService } from '../api/service';

interface LinkPartProps {
  readonly name: string;
  /** Filters as the query of a permit search. */
  readonly search: string;
}

export function LinkPart({ name, search }: LinkPartProps) {
  const { settings } = useService();
  const [made, setMade] = useState<AccountAnswer<'POST /links'> | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    setFault(null);
    try {
      setMade(await ask('POST /links', { body: { name, search, days: 365, budget: null } }));
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  if (made !== null) {
    return (
      <div className="watch" role="status">
        <p>
          <strong>Copy the link now</strong>, it is not shown again. In Google Sheets:
        </p>
        <code className="made-link">{`=IMPORTDATA("${made.address}")`}</code>
        <p className="note">
          A permit costs a credit once for each update of the data.{' '}
          <a href="/account/links">All your links</a>
        </p>
      </div>
    );
  }
  return (
    <>
      {settings.account === null ? (
        <p className="note">
          <a href="/account">Sign in</a> to make a link for Google Sheets or Excel.
        </p>
      ) : (
        <Button className="button" isDisabled={isBusy} onPress={() => void make()}>
          Link <span className="soft">for Google Sheets and Excel, for a year</span>
        </Button>
      )}
      {fault === null ? null : (
        <p role="alert" className="watch-problem">
          {fault}
        </p>
      )}
    </>
  );
}
