/** The network that a connection or request without a key is counted for. */
import { isIPv6 } from 'node:net';

/** An IPv4 address, or the /64 network of an IPv6 address: a customer commonly has all addresses of a /64. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [left = '', right] = address.split('::');
  const groups = left === '' ? [] : left.split(':');
  const tail = right === undefined || right === '' ? [] : right.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - tail.length) }, () => '0');
  return [...groups, ...zeros, ...tail].slice(0, 4).join(':');
}
