/**
 * Connections to public hosts only: the guard against server-side request forgery for addresses that come
 * from outside (redirects of portals, definitions of sources).
 *
 * The check is part of connecting: a name is resolved first, and only the checked addresses are connected to,
 * so that a name server cannot give another answer the second time (DNS rebinding). Addresses are compared as
 * numbers, whatever their spelling. Hosts that the operator allows are not checked.
 */
import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';
import { defaultPort } from './host-and-port.js';

/** A host that is neither public nor allowed by the operator. */
export class PrivateHost extends Error {
  override readonly name = 'PrivateHost';
  readonly code = 'ERR_PRIVATE_HOST';
  /** The host as the URL spells it. */
  readonly host: string;

  constructor(host: string, addresses: readonly string[]) {
    const what = addresses.join(', ');
    super(`${host === what ? host : `${host} (${what})`} is not an address of the public internet`);
    this.host = host;
  }
}

/** The globally routable addresses of IPv6 that are assigned (RFC 4291, section 2.4). */
const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Addresses in public ranges that only machines of a cloud reach: Azure's wire server. */
const cloudOnly: readonly string[] = ['168.63.129.16'];

/**
 * Whether an IP address belongs to the public internet: it is not loopback, private, link-local (cloud
 * metadata), shared (RFC 6598), unique local, multicast, documentation or reserved (RFC 6890), and not an
 * IPv6 form of an IPv4 address (mapped, NAT64, 6to4, Teredo). Text that is not an IP address is not public.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast' || cloudOnly.includes(address.toString())) return false;
  return address.kind() === 'ipv4' || address.match(globalIpv6);
}

/** A host name for comparison: lower case, without a final dot and without the brackets of IPv6. */
function plainHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}

/** The non-public hosts that the operator allows. */
interface PublicHostOptions {
  /** Hosts (`localhost`, `10.0.0.7`) on any port, or `host:port` (`[::1]:9000`) on that port. */
  readonly allowed: readonly string[];
  /** Resolves names; default: the system's resolver. */
  readonly lookup?: LookupFunction;
}

/**
 * A connector for undici's `Agent` that connects to public hosts only; for any other it fails with a
 * `PrivateHost`.
 */
export function publicHostsConnector(options: PublicHostOptions): buildConnector.connector {
  const isAllowed = allowedHosts(options.allowed);
  const anywhere = buildConnector({ ...(options.lookup && { lookup: options.lookup }) });
  const lookup = publicLookup(options.lookup ?? (systemLookup as LookupFunction));
  const guarded = buildConnector({ lookup });
  return (target, callback) => {
    const host = plainHost(target.hostname);
    if (isAllowed(host, target)) return anywhere(target, callback);
    // Literal addresses are never looked up, so they are checked here.
    if (isIP(host) !== 0 && !isPublicAddress(host)) return callback(new PrivateHost(host, [host]), null);
    return guarded(target, callback);
  };
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

/** Resolves a name to its public addresses; fails with a `PrivateHost` if it has none. */
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
