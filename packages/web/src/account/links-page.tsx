/** Links to the permits of a search for spreadsheets: what each is for, how often it was used, and its end. */
import type { AccountAnswer, OwnLink } from '@lintel/contract/account';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, mayManage } from '../api/account';
import type { Column } from '../design/data-table';
import { Page } from '../shell/page';
import { count, date } from '../words/format';
import { Asked, useAsk } from './asked';
import { creditsColumn } from './budget';
import { Code, CopyButton, Sheet } from './dialog';
import { EndingTable } from './ending-table';
import { BudgetField, budgetOf, Cancel, Field, Form, SelectField } from './form';
import { useSession } from './session';

type Made = AccountAnswer<'POST /links'>;

export function LinksPage() {
  const isManager = mayManage(useSession());
  const asked = useAsk('GET /links', {});
  const [open, setOpen] = useState<'create' | Made | null>(null);
  const cache = useQueryClient();
  const close = () => {
    setOpen(null);
    void cache.invalidateQueries({ queryKey: ['GET /links'] });
  };
  return (
    <Page
      title="Links"
      lede={
        <p className="lede">
          A link opens the permits of one search as CSV, for spreadsheets, which can send no key. Whoever has
          it can read them, and your account pays.
        </p>
      }
    >
      {isManager ? (
        <div className="actions">
          <button type="button" className="button primary" onClick={() => setOpen('create')}>
            Make a link
          </button>
        </div>
      ) : (
        <p className="soft">Owners and administrators of the organization make and revoke its links.</p>
      )}
      <Asked of={asked}>{({ links }) => <Links links={links} isManager={isManager} />}</Asked>
      {open === null ? null : (
        <Sheet
          title={open === 'create' ? 'Make a link' : 'Copy the link now'}
          {...(open === 'create' ? { onClose: close } : {})}
        >
          {open === 'create' ? (
            <MakeLink onClose={close} onMade={setOpen} />
          ) : (
            <ShownOnce address={open.address} onClose={close} />
          )}
        </Sheet>
      )}
    </Page>
  );
}

function MakeLink({ onClose, onMade }: { onClose(): void; onMade(link: Made): void }) {
  return (
    <Form
      button="Make it"
      action={({ name = '', search = '', days = '', budget = '' }) =>
        ask('POST /links', {
          body: { name, search: search.replace(/^.*\?/, ''), days: Number(days), budget: budgetOf(budget) },
        })
      }
      onDone={onMade}
      aside={<Cancel onClose={onClose} />}
    >
      <Field label="Name" name="name" maxLength={100} note="Where it is used." required autoFocus />
      <Field
        label="Search"
        name="search"
        maxLength={4000}
        required
        placeholder="geo_id=94103&permit_tags=solar"
        note="Filters of an export. Easier: make the link under Download, beside the permits of a search."
      />
      <SelectField label="Ends" name="days" defaultValue="365">
        <option value="7">in a week</option>
        <option value="30">in 30 days</option>
        <option value="365">in a year</option>
      </SelectField>
      <BudgetField />
    </Form>
  );
}

function ShownOnce({ address, onClose }: { readonly address: string; onClose(): void }) {
  const formula = `=IMPORTDATA("${address}")`;
  return (
    <>
      <p>This is the only time that it is shown. A permit costs a credit once for each update of the data.</p>
      <Code label="The link">{address}</Code>
      <p className="soft">In Google Sheets:</p>
      <Code label="The formula">{formula}</Code>
      <div className="actions">
        <CopyButton text={address} label="Copy the link" />
        <CopyButton text={formula} label="Copy the formula" />
        <button type="button" className="button primary" onClick={onClose}>
          I have copied it
        </button>
      </div>
    </>
  );
}

const isOver = ({ revoked_at, expires_at }: OwnLink) =>
  revoked_at !== null || (expires_at !== null && Date.parse(expires_at) <= Date.now());

function Links({ links, isManager }: { readonly links: readonly OwnLink[]; readonly isManager: boolean }) {
  const used = links.filter((link) => !isOver(link));
  const over = links.filter(isOver);
  return (
    <>
      {used.length === 0 ? (
        <div className="empty-state">
          <h2>No links yet</h2>
          <p>
            Open a <a href="/">search</a>, choose Download, and then a link.
          </p>
        </div>
      ) : (
        <LinkTable label="Links that work" links={used} isManager={isManager} />
      )}
      {over.length === 0 ? null : (
        <details className="more">
          <summary>No longer in use ({over.length})</summary>
          <LinkTable label="Links no longer in use" links={over} isManager={false} />
        </details>
      )}
    </>
  );
}

interface LinkTableProps {
  readonly label: string;
  readonly links: readonly OwnLink[];
  readonly isManager: boolean;
}

function LinkTable({ label, links, isManager }: LinkTableProps) {
  const cache = useQueryClient();
  const columns: Column<OwnLink>[] = [
    { head: 'Name', is: 'name', cell: ({ name }) => name },
    { head: 'Search', cell: ({ search }) => <code>{decodeURIComponent(search)}</code> },
    {
      head: 'Used',
      cell: ({ uses, last_used_at: last }) =>
        last === null ? 'never' : `${uses === 1 ? 'once, on' : `${count(uses)} times, last`} ${date(last)}`,
    },
    creditsColumn('links', isManager),
    {
      head: 'Ends',
      is: 'line',
      cell: ({ revoked_at, expires_at }) => (revoked_at ? 'Revoked' : expires_at && date(expires_at)),
    },
  ];
  return (
    <EndingTable
      label={label}
      rows={links}
      columns={columns}
      verb="Revoke"
      consequence="Whoever opens the link is refused from now on. This cannot be undone."
      mayEnd={isManager}
      end={(id: string) => ask('DELETE /links/{id}', { id })}
      onEnded={() => cache.invalidateQueries({ queryKey: ['GET /links'] })}
    />
  );
}
