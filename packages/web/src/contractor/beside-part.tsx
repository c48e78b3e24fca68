/** Whom a contractor works beside: who else is named on its permits, those of the most permits first. */
import { nameCase } from '@lintel/contract/title-case';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type ContractorPermit, contractorQuery } from '../api/contractor-queries';
import { useService } from '../api/service';
import { type Fact, Facts, Part } from '../design/record-parts';
import { contractorName, counted, sentence } from '../words/format';

/** As many as are shown. */
const maxShown = 6;

interface BesideProps {
  readonly id: string;
  /** Those that are loaded. */
  readonly permits: readonly ContractorPermit[];
  /** Which these are, where there are more. */
  readonly note: ReactNode;
}

interface Beside {
  readonly id: string;
  /** Null of main contractors, whom a permit names by their id only. */
  readonly name: string | null;
  /** What it does on the permits. */
  readonly role: string | null;
  readonly permits: number;
}

/** Nothing where it is alone on its permits. */
export function BesidePart({ id, permits, note }: BesideProps) {
  const { lintel } = useService();
  const shown = besideOf(id, permits).slice(0, maxShown);
  const named = useQueries({
    queries: shown.map(({ id, name }) => ({ ...contractorQuery(lintel, id), enabled: name === null })),
  });
  if (shown.length === 0) return null;
  return (
    <Part title="On the same permits">
      <Facts
        facts={shown.map(({ id, name, role, permits }, at): Fact => {
          const found = named[at]?.data;
          return [
            [role === null ? 'Contractor' : sentence(role), counted(permits, 'permit')].join(', '),
            <Link key={id} to="/contractors/$id" params={{ id }}>
              {name !== null ? nameCase(name) : found ? contractorName(found) : '…'}
            </Link>,
          ];
        })}
      />
      {note}
    </Part>
  );
}

/** Everybody else on the permits. */
function besideOf(id: string, permits: readonly ContractorPermit[]): readonly Beside[] {
  const found = new Map<string, Beside>();
  for (const { contractor_id: main, other_contractors: others = [] } of permits) {
    const all = new Map(others.map((other) => [other.id, other]));
    if (main !== undefined && !all.has(main)) all.set(main, { id: main, name: null, role: null });
    for (const { name, role, ...one } of all.values()) {
      if (one.id === id) continue;
      const before = found.get(one.id);
      found.set(one.id, {
        id: one.id,
        name: before?.name ?? name,
        role: before?.role ?? role,
        permits: (before?.permits ?? 0) + 1,
      });
    }
  }
  return [...found.values()].sort((one, other) => other.permits - one.permits);
}
