/**
 * Permit numbers as each office writes them, from a pattern such as `YYYY-NNNNNN CC` (see
 * `Jurisdiction.number`).
 */

interface NumberParts {
  readonly year: number;
  /** From 1 in each year. */
  readonly inYear: number;
  /** From 1 over all years. */
  readonly overall: number;
  /** Two letters of the kind of permit. */
  readonly letters: string;
}

/** Compiles a pattern. */
export function permitNumbers(pattern: string): (parts: NumberParts) => string {
  const tokens = pattern.match(/YYYY|YY|N+|I+|CC|[^YNIC]+|./g) ?? [];
  return (parts) => {
    let number = '';
    for (const token of tokens) number += tokenText(token, parts);
    return number;
  };
}

function tokenText(token: string, parts: NumberParts): string {
  if (token === 'YYYY') return String(parts.year);
  if (token === 'YY') return String(parts.year).slice(2);
  if (token === 'CC') return parts.letters;
  if (/^N{2,}$/.test(token)) return String(parts.inYear).padStart(token.length, '0');
  if (/^I{2,}$/.test(token)) return String(parts.overall).padStart(token.length, '0');
  return token;
}
