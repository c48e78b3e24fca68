/** A decision's trace as text for people: the raw row, what it was mapped to, and what gave each field. */

import type { DecisionTrace } from '../../explain/trace-decision.js';
import { nestedWidth, section, table } from '../terminal/outcome.js';
import { defectsText, differenceText, fieldText, recordText } from './trace-text.js';

/** The trace of a decision. */
export function decisionText(trace: DecisionTrace): string {
  const { source, record, fields, defects, differs } = trace;
  return [
    `Decision ${record.id} of the release ${trace.release}`,
    section(
      'Origin',
      fieldText({
        source: `${source.id} (${source.name})`,
        row_key: trace.row_key,
        last_seen: trace.last_seen,
        ...(trace.vanished !== null && { vanished: trace.vanished }),
      }),
    ),
    section('Raw row', fieldText(trace.raw)),
    section('Mapped to', fieldText(trace.canonical)),
    section(
      'Fields',
      table(
        ['field', 'from', 'by'],
        fields.map(({ field, from, phrase }) => [field, from, phrase ?? '']),
        nestedWidth(),
      ),
    ),
    defectsText(defects),
    recordText(record),
    ...differenceText(differs),
  ].join('\n\n');
}
