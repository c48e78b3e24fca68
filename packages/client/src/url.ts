/** Addresses of requests: a list is a repeated key, and what is undefined or null is left out. */

/** The value of a parameter. */
export type Value = string | number | boolean;

/** Query parameters by their names on the wire. */
export type Query = Readonly<Record<string, Value | readonly Value[] | null | undefined>>;

/** The base address without trailing slashes and the version, which every path has. Throws where it is no address. */
export function cleanBase(baseUrl: string): string {
  // In a browser a path, or nothing, stands for the page's own origin.
  if (!/^(?:https?:\/\/[^/]|\/|$)/i.test(baseUrl))
    throw new TypeError(`baseUrl must be an address such as https://permits.example.org, not '${baseUrl}'`);
  return baseUrl.replace(/\/+$/, '').replace(/\/v2$/, '');
}

/** The address of a path with its query. */
export function urlOf(base: string, path: string, query: Query): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null) pairs.append(name, String(each));
    }
  }
  const search = pairs.toString();
  return search === '' ? base + path : `${base}${path}?${search}`;
}
