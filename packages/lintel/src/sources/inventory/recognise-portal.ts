/** Which permit software stands behind an address, by the address itself. */

export interface FoundPortal {
  readonly software: 'energov' | 'accela';
  /** `base_url` of a definition. */
  readonly address: string;
  /** Part of the portal that the address names; null if it names none. */
  readonly module: string | null;
}

/** `https://elmcityks-energovweb.tylerhost.net/apps/selfservice#/home` */
const energov = /^(?:\/[^/]+)?\/selfservice(?=\/|$)/i;
/** `https://aca-prod.accela.com/ELMCITY/Cap/CapHome.aspx`, the agency's part. */
const accelaHost = /(?:^|\.)accela\.com$/i;
const accelaAgency = /^\/[\w-]+/;
/** `https://permits.example.com/CitizenAccess/Default.aspx` */
const accelaOwn = /^(?:\/[\w-]+)*?\/citizenaccess\w*(?=\/|$)|^(?:\/[\w-]+)+?(?=\/Cap\/Cap\w+\.aspx)/i;

/** Null for an address that says nothing. */
export function portalOfAddress(text: string): FoundPortal | null {
  const { origin, pathname, hostname, searchParams } = new URL(text);
  const tenant = energov.exec(pathname)?.[0];
  if (tenant !== undefined) return { software: 'energov', address: origin + tenant, module: null };
  const agency = (accelaHost.test(hostname) ? accelaAgency : accelaOwn).exec(pathname)?.[0];
  if (agency === undefined) return null;
  const module = [...searchParams].find(([name]) => name.toLowerCase() === 'module')?.[1];
  return { software: 'accela', address: origin + agency, module: module ?? null };
}
