/** The ways in which sources write a contractor, and what makes them one. */
import type { ContractorSpelling } from '@lintel/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { spellingsQuery } from '../api/contractor-queries';
import { useService } from '../api/service';
import { DataTable } from '../design/data-table';
import { Part } from '../design/record-parts';
import { count, date, telephone } from '../words/format';

/** Spellings before the others are asked for. */
const firstShown = 6;

/** All spellings of one name. */
interface WrittenName {
  readonly name: string;
  readonly contacts: readonly string[];
  readonly shared: readonly ContractorSpelling['shared'][number][];
  readonly records: number;
  readonly latest: string | null;
}

export function SpellingsPart({ id }: { readonly id: string }) {
  const { lintel } = useService();
  const { data } = useQuery(spellingsQuery(lintel, id));
  const [isOpen, setOpen] = useState(false);
  const names = byName(data?.spellings ?? []);
  if (names.length < 2) return null;
  const shown = isOpen ? names : names.slice(0, firstShown);
  return (
    <Part title="One firm, written in several ways">
      <DataTable
        label="Spellings"
        isCards
        rows={shown}
        keyOf={({ name }) => name}
        columns={[
          { head: 'As sources write it', is: 'name', cell: ({ name }) => name },
          {
            head: 'With license, contact',
            cell: ({ contacts }) =>
              contacts.map((value) => (
                <span className="value-line" key={value}>
                  {value}
                </span>
              )),
          },
          { head: 'Has in common with others', cell: ({ shared }) => evidenceText(shared) },
          { head: 'Records', is: 'number', cell: ({ records }) => count(records) },
          { head: 'Latest', is: 'line', optional: true, cell: ({ latest }) => date(latest) },
        ]}
      />
      {shown.length < names.length ? (
        <div>
          <button type="button" className="button small" onClick={() => setOpen(true)}>
            Show all {count(names.length)}
          </button>
        </div>
      ) : null}
    </Part>
  );
}

/** The spellings put together by their names, those with the most records first. */
function byName(spellings: readonly ContractorSpelling[]): WrittenName[] {
  return distinct(spellings.map(nameOf))
    .map((name) => {
      const all = spellings.filter((spelling) => nameOf(spelling) === name);
      return {
        name,
        contacts: distinct(
          all.flatMap(({ license, phone, email }) => [license, phone && telephone(phone), email]),
        ),
        shared: distinct(all.flatMap(({ shared }) => shared)),
        records: all.reduce((sum, { records }) => sum + records, 0),
        latest:
          distinct(all.map(({ latest }) => latest))
            .sort()
            .at(-1) ?? null,
      };
    })
    .sort((one, other) => other.records - one.records);
}

function distinct<T>(values: readonly (T | null)[]): T[] {
  return [...new Set(values.filter((value) => value !== null))];
}

function nameOf({ business_name, dba, name }: ContractorSpelling): string {
  const own = business_name ?? name;
  if (dba === null) return own ?? 'Without a name';
  return own === null ? dba : `${own}, doing business as ${dba}`;
}

const evidenceNames = {
  license: 'license',
  phone: 'telephone',
  email: 'email',
  name: 'name',
  similar_name: 'similar name',
} as const;

function evidenceText(shared: WrittenName['shared']): string {
  if (shared.length === 0) return 'Linked by its name and city';
  const text = shared.map((each) => evidenceNames[each]).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
