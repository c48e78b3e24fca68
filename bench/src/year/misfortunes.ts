/** What goes wrong in a year of nights, and what an operator may expect of a night in which it does. */
import type { PortalRow } from '@lintel/testing/portals/dataset.js';
import type { PortalServer } from '@lintel/testing/portals/portal-server.js';

const dayMs = 86_400_000;

/** What a misfortune may do something to. */
export interface Stage {
  readonly portal: PortalServer;
  /** What the office knows: the truth. */
  readonly rows: readonly PortalRow[];
  /** What its portal shows tonight, while the truth is another. */
  show(change: { rows?: readonly PortalRow[]; lost?: string[]; extra?: Record<string, string> }): void;
  /** The machine's clock is ahead by this. */
  clock(aheadMs: number): void;
  /** A disk that is full until the night has ended. */
  fillDisk(): void;
}

export interface Misfortune {
  readonly name: string;
  /** Begins it; it ends with the night. */
  readonly begin: (stage: Stage) => void;
  /**
   * `stopped`: what is served stays as it was, and the operator hears of it. `harmless`: the truth is published all the
   * same. `unseen`: it may look like the truth, so it may be published until somebody takes its runs back. `killed`:
   * the night ends in the middle, and nobody can say anything.
   */
  readonly is: 'stopped' | 'harmless' | 'unseen' | 'killed';
}

export const misfortunes: readonly Misfortune[] = [
  {
    name: 'errors of the portal',
    is: 'stopped',
    begin: ({ portal }) => {
      portal.fault = () => ({ kind: 'status', status: 500, retryAfter: '0' });
    },
  },
  { name: 'an empty dataset', is: 'stopped', begin: ({ show }) => show({ rows: [] }) },
  {
    name: 'half of the rows',
    is: 'stopped',
    begin: ({ show, rows }) => show({ rows: rows.slice(0, rows.length / 2) }),
  },
  {
    name: 'a page that is gone',
    is: 'stopped',
    begin: ({ portal }) => {
      portal.fault = ({ url }) =>
        url.search.includes('row-000080') ? { kind: 'status', status: 404 } : null;
    },
  },
  {
    name: 'a renamed column',
    is: 'stopped',
    begin: ({ show }) => show({ lost: ['permit_type'], extra: { kind_of_permit: 'text' } }),
  },
  {
    name: 'shifted columns',
    is: 'unseen',
    begin: ({ show, rows }) =>
      show({ rows: rows.map((row) => ({ ...row, type: row.description ?? '', description: row.type })) }),
  },
  {
    name: 'every row twice',
    is: 'harmless',
    begin: ({ show, rows }) => show({ rows: rows.flatMap((row) => [row, row]) }),
  },
  { name: 'silence', is: 'harmless', begin: () => {} },
  { name: 'a killed night', is: 'killed', begin: () => {} },
  { name: 'a full disk', is: 'stopped', begin: ({ fillDisk }) => fillDisk() },
  { name: 'a clock a day behind', is: 'harmless', begin: ({ clock }) => clock(-dayMs) },
  { name: 'a clock a year ahead', is: 'stopped', begin: ({ clock }) => clock(365 * dayMs) },
];
