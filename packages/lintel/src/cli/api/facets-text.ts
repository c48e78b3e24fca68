/** Facets as text: under the name of each field its values, the most frequent first, with how many permits have them. */
import type { Facets } from '@lintel/contract';
import { type FacetId, facets as known } from '@lintel/contract/plain';
import { formatCount } from '../../base/format-number.js';
import { printableLine } from '../../base/printable.js';

/** Columns of a value. */
const widest = 60;

export function facetsText(facets: Facets): string {
  const all = Object.entries(facets).map(([id, { values, value_count, unknown, permit_count }]) => {
    const rows = values.map(({ label, count }) => [printableLine(label), formatCount(count)] as const);
    if (unknown > 0) rows.push(['unknown', formatCount(unknown)]);
    const width = Math.min(widest, Math.max(0, ...rows.map(([label]) => label.length)));
    const most = Math.max(0, ...rows.map(([, count]) => count.length));
    const lines = rows.map(([label, count]) => {
      const shown = label.length > width ? `${label.slice(0, width - 1)}…` : label;
      return `  ${shown.padEnd(width)}  ${count.padStart(most)}`;
    });
    const further = value_count - values.length;
    if (further > 0)
      lines.push(`  ${formatCount(further)} more: --facet-size ${Math.min(value_count, 1_000)}`);
    const title = known[id as FacetId]?.title ?? id;
    const first =
      permit_count.relation === 'eq' ? '' : ` (of the first ${formatCount(permit_count.value)} permits)`;
    return [`${title}${first}`, ...lines].join('\n');
  });
  return all.join('\n\n');
}
