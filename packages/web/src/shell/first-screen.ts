/**
 * The first screen of the document, which is there before any script (`index.html`; the service fills it, see
 * `http/web/first-screen.ts`): what it says of the release, so that the pages need not ask, and what was typed into it.
 */
import type { PermitAggregateParameters, PermitGroups, ReleaseInfo } from '@lintel/client';

interface Known {
  readonly release: ReleaseInfo;
  /** The authorities with the most permits. */
  readonly authorities: PermitGroups;
  /** The last year of all permits by state, and how it was asked; the explorer of everywhere may have it. */
  readonly states?: {
    readonly parameters: PermitAggregateParameters;
    readonly groups: PermitGroups;
  } | null;
}

let first = document.getElementById('first');
const head = first?.querySelector('main > .page') ?? null;
const headPath = location.pathname;
const data = document.getElementById('known')?.textContent;

/** What the document says of the release; null where it says nothing. */
export const known = data ? (JSON.parse(data) as Known) : null;

/** What the document says of its page, to be shown until the page says more; null where another page is open. */
export const firstHead = (): Element | null => (location.pathname === headPath ? head : null);

/**
 * Ends the first screen, once the pages have their own. Returns what was typed into its search box, so that no letter is
 * lost; `input`, which takes its place, has the focus if that had it.
 */
export function endFirstScreen(input?: HTMLInputElement | null): string {
  const field = first?.querySelector('input');
  if (field === document.activeElement) input?.focus();
  first?.remove();
  first = null;
  return field?.value ?? '';
}
