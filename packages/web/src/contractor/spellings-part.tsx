/** The ways in which sources write a contractor, and what makes them one. */
import type { ContractorSpelling } from '@lintel/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { spellingsQuery } from '../api/queries';
import { useService } from '../api/service';
import { Part } from '../design/record-parts';
import { count, date, title } from '../words/format';

/** Spellings before the others are asked for. */
const firstShown = 6;

export function SpellingsPart({ id }: { readonly id: string }) {
  const { lintel } = useService();
  const { data } = useQuery(spellingsQuery(lintel, id));
  const [isOpen, setOpen] = useState(false);
  if (!data || data.spellings.length < 2) return null;
  const shown = isOpen ? data.spellings : data.spellings.slice(0, firstShown);
  return (
    <Part title="One firm, written in several ways">
      <div className="scroll-x">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">License, contact</th>
              <th scope="col">Has in common with another</th>
              <th scope="col" className="number">
                Records
              </th>
              <th scope="col" className="nowrap optional">
                Latest
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((spelling) => (
              <tr key={JSON.stringify(spelling)}>
                <th scope="row">{nameOf(spelling)}</th>
                <td>
                  {[spelling.license, spelling.phone, spelling.email].filter(Boolean).map((value) => (
                    <span className="value-line" key={value}>
                      {value}
                    </span>
                  ))}
                </td>
                <td>{evidenceOf(spelling)}</td>
                <td className="number">{count(spelling.records)}</td>
                <td className="nowrap optional">{date(spelling.latest)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < data.spellings.length ? (
        <div>
          <button type="button" className="button small" onClick={() => setOpen(true)}>
            Show all {count(data.spellings.length)}
          </button>
        </div>
      ) : null}
    </Part>
  );
}

function nameOf({ business_name, dba, name }: ContractorSpelling): string {
  const names = [business_name ?? name, dba === null ? null : `doing business as ${title(dba)}`];
  return names.flatMap((each, at) => (each === null ? [] : at === 0 ? title(each) : each)).join(', ') || '–';
}

const evidenceNames = {
  license: 'license',
  phone: 'telephone',
  email: 'e-mail',
  name: 'name',
  similar_name: 'a similar name',
} as const;

function evidenceOf({ shared }: ContractorSpelling): string {
  if (shared.length === 0) return 'Linked by its name and city';
  const text = shared.map((each) => evidenceNames[each]).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
