/** Reads the header of a BLDS file: which column of the standard each is, and what the header lacks. */
import { type Findings, shown } from './finding.js';
import { type BldsColumn, bldsColumn, bldsColumns, bldsEitherOf, bldsIfKept, plainName } from './standard.js';

/** The standard's column of each cell of a row; null for columns that it does not have. */
export type BldsHeader = readonly (BldsColumn | null)[];

/** Reads the header and notes its faults. */
export function readHeader(cells: readonly string[], findings: Findings): BldsHeader {
  const seen = new Set<string>();
  const header = cells.map((cell) => {
    const name = cell.trim();
    const column = bldsColumn(name);
    if (column === null) {
      findings.add(
        'column_unknown',
        name,
        1,
        `${shown(name)} is no column of the standard; put it into ExtraFields.`,
      );
      return null;
    }
    if (seen.has(column.name)) {
      findings.add(
        'column_repeated',
        column.name,
        1,
        `${shown(name)} is the second column for ${column.name}.`,
      );
      return null;
    }
    seen.add(column.name);
    if (name !== column.name) noteSpelling(name, column, findings);
    return column;
  });
  noteMissing(seen, findings);
  return header;
}

/** Another case or punctuation is doubtful; another name is not the column. */
function noteSpelling(name: string, column: BldsColumn, findings: Findings): void {
  const isAlike = plainName(name) === plainName(column.name);
  const rule = isAlike ? 'column_spelling' : 'column_renamed';
  findings.add(rule, column.name, 1, `${shown(name)} is named ${column.name} in the standard.`);
}

function noteMissing(seen: ReadonlySet<string>, findings: Findings): void {
  const inPairs = bldsEitherOf.flat();
  for (const [one, other] of bldsEitherOf) {
    if (!seen.has(one) && !seen.has(other)) {
      findings.add('column_missing', one, null, `Neither ${one} nor ${other} is there; one is required.`);
    }
  }
  for (const { name, level } of bldsColumns) {
    if (seen.has(name) || level === 'optional' || bldsIfKept.includes(name)) continue;
    if (level === 'recommended') {
      findings.add('column_recommended', name, null, `The recommended column ${name} is missing.`);
    } else if (!inPairs.includes(name)) {
      findings.add('column_missing', name, null, `The required column ${name} is missing.`);
    }
  }
}
