/** The query of an address. Its keys are plain and repeated (`tags=solar&tags=battery`): people read and change them. */
export function readQuery(query: string): Record<string, unknown> {
  const parameters = new URLSearchParams(query);
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

export function writeQuery(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') parameters.append(name, String(one));
    }
  }
  const query = parameters.toString();
  return query === '' ? '' : `?${query}`;
}

/** `in=Austin` for each value that was not understood. Names that the page does not know are no filters. */
export function leftOut(given: Record<string, unknown>, understood: object): readonly string[] {
  const texts = (values: unknown) => [values].flat().map(String);
  return Object.entries(understood).flatMap(([name, kept]) =>
    texts(given[name] ?? [])
      .filter((value) => value !== '' && !texts(kept).includes(value))
      .map((value) => `${name}=${value}`),
  );
}
