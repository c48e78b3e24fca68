/**
 * Reads the zoning districts before and after a decision: `changing from an R3-2 District to an R6A
 * District`, with the commercial overlay over the new one. Null where the text does not name both.
 */

interface ZoningChange {
  readonly previous: string | null;
  readonly next: string | null;
}

const code = '([A-Z]{1,4}(?:-[A-Z]{1,3})?\\d{0,2}[A-Z0-9-]{0,10}(?:/[A-Z]{1,4}\\d[A-Z0-9-]*)*)';
const district = '(?: (?:Zoning )?Districts?)?';
/** Codes are capitals with a digit, or at least two capitals; `of a`, `to an` and the like are lower case. */
const change = new RegExp(
  `\\b(?:[Cc]hang(?:e|es|ing)|[Rr]ezon(?:e|es|ing)|[Rr]eclassif(?:y|ying))\\b[^.;]{0,120}?\\b[Ff]rom (?:within )?(?:an? )?(?:existing )?${code}${district},? to (?:an? )?(?:proposed )?${code}\\b`,
  'g',
);
const overlay = new RegExp(
  `[Ee]stablishing within (?:the|an?) (?:proposed|existing) ${code} Districts?,? (?:an? )?${code}\\b`,
);

/** The districts before and after, several joined by commas. */
export function readZoningChange(text: string): ZoningChange {
  const previous = new Set<string>();
  const next = new Set<string>();
  for (const [, from, to] of text.matchAll(change)) {
    if (from === undefined || to === undefined || !isCode(from) || !isCode(to)) continue;
    previous.add(from);
    next.add(to);
  }
  if (next.size === 0) return { previous: null, next: null };
  const [, within, laid] = overlay.exec(text) ?? [];
  const overlaid = within !== undefined && laid !== undefined && isCode(laid) ? laid : null;
  return {
    previous: [...previous].join(', '),
    next: [...next].map((to) => (to === within && overlaid !== null ? `${to}/${overlaid}` : to)).join(', '),
  };
}

function isCode(text: string): boolean {
  return /\d/.test(text) || /^[A-Z]{2,6}(?:-[A-Z]{1,4})?$/.test(text);
}
