/**
 * Connections to public hosts only: the guard for requests to addresses that somebody outside chooses (redirects of
 * portals, definitions of sources), against server-side request forgery.
 *
 * The check is part of connecting: an address is judged after its name was resolved, and exactly the addresses that were
 * judged are connected to, so that a name server cannot answer otherwise the second time (DNS rebinding). Addresses are
 * compared as numbers, in whatever spelling they come. Hosts that the operator names are let through unjudged.
 */
import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';

/** A host that is not public and that the operator has not allowed. */
export class PrivateHost extends Error {
  override readonly name = 'PrivateHost';
  readonly code = 'ERR_PRIVATE_HOST';
  /** As the address names it. */
  readonly host: string;

  constructor(host: string, addresses: readonly string[]) {
    const what = addresses.join(', ');
    super(`${host === what ? host : `${host} (${what})`} is not an address of the public internet`);
    this.host = host;
  }
}

/** Globally routable addresses of IPv6 (RFC 4291, 2.4, as far as they are assigned). */
const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Addresses in public ranges at which a cloud serves its machines only: Azure's wire server. */
const cloudOnly: readonly string[] = ['168.63.129.16'];

/**
 * Whether an IP address is one of the public internet: no loopback, private, link-local (cloud metadata), shared
 * (RFC 6598), unique local, multicast, documentation or reserved address (RFC 6890), and none of IPv6 that stands for one
 * of IPv4 (mapped, NAT64, 6to4, Teredo). A text that is no IP address is not public.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast' || cloudOnly.includes(address.toString())) return false;
  return address.kind() === 'ipv4' || address.match(globalIpv6);
}

/** A host name as it is compared: lower case, without the dot at its end and the brackets of IPv6. */
function plainHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}

/** What an operator allows beside public hosts. */
export interface PublicHostOptions {
  /** Hosts (`localhost`, `10.0.0.7`) on any port, or `host:port` (`[::1]:9000`) on that one. */
  readonly allowed: readonly string[];
  /** What names are resolved with; by default the system's resolver. */
  readonly lookup?: LookupFunction;
}

/** How to connect to public hosts only, for undici's `Agent`; anything else fails with a `PrivateHost`. */
export function publicHostsConnector(options: PublicHostOptions): buildConnector.connector {
  const isAllowed = allowedHosts(options.allowed);
  const anywhere = buildConnector({ ...(options.lookup && { lookup: options.lookup }) });
  const lookup = publicLookup(options.lookup ?? (systemLookup as LookupFunction));
  const guarded = buildConnector({ lookup });
  return (target, callback) => {
    const host = plainHost(target.hostname);
    if (isAllowed(host, target)) return anywhere(target, callback);
    // Literal addresses are never looked up, so they are judged here.
    if (isIP(host) !== 0 && !isPublicAddress(host)) return callback(new PrivateHost(host, [host]), null);
    return guarded(target, callback);
  };
}

/** The host and port of a web address as one that is allowed. */
export function allowedBy(address: string): string {
  const { hostname, port, protocol } = new URL(address);
  return `${hostname}:${port || defaultPort(protocol)}`;
}

function defaultPort(protocol: string): string {
  return protocol === 'https:' ? '443' : '80';
}

type Target = Parameters<buildConnector.connector>[0];

function allowedHosts(entries: readonly string[]): (host: string, target: Target) => boolean {
  const hosts = new Set<string>();
  for (const entry of entries) {
    const [, name, port] = /^(\[[^\]]*\]|[^:]*):(\d+)$/.exec(entry) ?? [];
    hosts.add(
      name === undefined || port === undefined ? plainHost(entry) : `${plainHost(name)} ${Number(port)}`,
    );
  }
  return (host, { port, protocol }) =>
    hosts.has(host) || hosts.has(`${host} ${Number(port || defaultPort(protocol))}`);
}

/** Looks a name up and gives its public addresses; a `PrivateHost` where it has none. */
function publicLookup(lookup: LookupFunction): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, found, family) => {
      if (error !== null) return callback(error, '', 0);
      const all = Array.isArray(found) ? found : [{ address: found, family: family ?? isIP(found) }];
      const open = all.filter(({ address }) => isPublicAddress(address));
      const [first] = open;
      if (first === undefined) {
        return callback(
          new PrivateHost(
            plainHost(host),
            all.map(({ address }) => address),
          ),
          '',
          0,
        );
      }
      if (options.all === true) callback(null, open);
      else callback(null, first.address, first.family);
    });
  };
}
