/** Which permit software stands behind an address, by the page there and its links. */
import { UserError } from '../../base/user-error.js';
import { htmlTokens } from '../fetch/html-tags.js';
import type { PortalClient } from '../fetch/portal-client.js';
import { type FoundPortal, portalOfAddress } from '../inventory/recognise-portal.js';

/** By the page at the address, where it leads, and what it links to; null where it is no portal and names none. */
export async function portalOfPage(address: string, client: PortalClient): Promise<FoundPortal | null> {
  const request = { url: address, expected: 'a page' };
  const { page, url } = await client.page(request, (text, at) => ({ page: text, url: at }));
  const here = portalOfAddress(url);
  if (here !== null) return here;
  const root = url.replace(/[?#].*$/, '').replace(/\/(?:[^/]*\.aspx)?$/i, '');
  if (/\bACA_CS_FIELD\b|Accela Citizen Access/.test(page))
    return { software: 'accela', address: root, module: null };
  const found = new Map<string, FoundPortal>();
  for (const { tag, attributes } of htmlTokens(page)) {
    const { href } = attributes;
    const link = tag === 'a' && href !== undefined && URL.canParse(href, url) ? new URL(href, url) : null;
    const portal = link?.protocol.startsWith('http') === true ? portalOfAddress(link.href) : null;
    if (portal !== null) found.set(portal.address.toLowerCase(), portal);
  }
  const [first, ...others] = found.values();
  if (first === undefined || others.length === 0) return first ?? null;
  throw new UserError(`${address} links to several portals: ${[...found.keys()].join(', ')}.`, {
    hint: 'Give the address of one.',
  });
}
