/** Hosts with their ports, as the operator allows them. */

/** The entry of `allowed` for the host and port of a URL. */
export function allowedBy(address: string): string {
  const { hostname, port, protocol } = new URL(address);
  return `${hostname}:${port || defaultPort(protocol)}`;
}

/** The port of a URL that names none. */
export function defaultPort(protocol: string): string {
  return protocol === 'https:' ? '443' : '80';
}
