/** The address of a link to the permits of one search (http/links). */

const ending = '.csv';

/** Where a link is found; `base` is the address of the service. */
export const linkAddress = (base: string, secret: string) => `${base}/links/${secret}${ending}`;

/** The secret in the last part of such an address; empty if there is none. */
export const secretOfLink = (file: string) => (file.endsWith(ending) ? file.slice(0, -ending.length) : '');
