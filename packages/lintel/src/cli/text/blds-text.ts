/** The report of a BLDS check as text for people: each finding with its first places, then the sums. */
import { formatCount } from '../../base/format-number.js';
import type { BldsReport } from '../../blds/check.js';
import type { Finding } from '../../blds/finding.js';
import { section } from '../terminal/outcome.js';

/** Places of a finding that are listed. */
const shownPlaces = 5;

/** Everything that `lintel blds check` prints. */
export function bldsText(report: BldsReport, file: string): string {
  const { standard, rows, errors, warnings, findings } = report;
  const sums = `${formatCount(errors)} ${errors === 1 ? 'error' : 'errors'}, ${formatCount(warnings)} ${warnings === 1 ? 'warning' : 'warnings'}`;
  const rules = [...new Set(findings.map(({ rule }) => rule))];
  return [
    ...rules.flatMap((rule) => ruleText(findings.filter((finding) => finding.rule === rule))),
    `${file}: ${formatCount(rows)} rows checked against ${standard}: ${sums}.`,
  ].join('\n\n');
}

/** A section for each column that breaks the rule; one for all columns where only the header breaks it. */
function ruleText(findings: readonly Finding[]): string[] {
  const [first] = findings;
  if (first === undefined || !first.rule.startsWith('column_')) return findings.map(findingText);
  const messages = findings.flatMap(({ places }) => places.map(({ message }) => message));
  return [section(`${first.severity} ${first.rule}: ${formatCount(messages.length)}`, messages.join('\n'))];
}

function findingText({ severity, rule, column, count, places }: Finding): string {
  const where = column === null ? '' : ` in ${column}`;
  const shown = places.slice(0, shownPlaces);
  const lines = shown.map(({ line, message }) => (line === null ? message : `line ${line}: ${message}`));
  const rest = count - shown.length;
  if (rest > 0) lines.push(`and ${formatCount(rest)} more`);
  return section(`${severity} ${rule}${where}: ${formatCount(count)}`, lines.join('\n'));
}
