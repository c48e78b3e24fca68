/** A group in a table of a summary. */
import type { AggregateRow } from '@lintel/client';
import type { Grouping } from '@lintel/contract/aggregate';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { groupName } from './summary';

/** A group by its name, which leads to its page where it has one. */
export function GroupCell({
  row,
  group,
}: {
  readonly row: AggregateRow;
  readonly group: Grouping;
}): ReactNode {
  const name = groupName(row, group);
  if (group === 'contractor' && row.contractor) {
    return (
      <Link to="/contractors/$id" params={{ id: row.contractor }}>
        {name}
      </Link>
    );
  }
  if (row.partial && (group === 'year' || group === 'quarter' || group === 'month' || group === 'week')) {
    return (
      <>
        {name} <small className="soft">not whole</small>
      </>
    );
  }
  return name;
}
