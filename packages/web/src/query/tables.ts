/** The tables that can be asked, as the release describes them (Data Package). */
import { queryOptions } from '@tanstack/react-query';

export interface Tables {
  readonly release: string;
  readonly tables: readonly {
    readonly name: string;
    readonly fields: readonly {
      readonly name: string;
      readonly type: string;
      readonly description: string;
    }[];
  }[];
}

interface DataPackage {
  readonly version: string;
  readonly resources: readonly {
    readonly name: string;
    readonly schema: { readonly fields: Tables['tables'][number]['fields'] };
  }[];
}

/** Null where the service does not hand out files. */
export const tablesQuery = queryOptions({
  queryKey: ['tables'],
  queryFn: async ({ signal }): Promise<Tables | null> => {
    const response = await fetch('/files/current/datapackage.json', { signal });
    if (response.status === 404) {
      // An answer that nobody reads would keep its connection.
      await response.body?.cancel();
      return null;
    }
    if (!response.ok) throw new Error(`The service answered ${response.status}.`);
    const { version, resources } = (await response.json()) as DataPackage;
    return {
      release: version,
      tables: resources.map(({ name, schema }) => ({ name, fields: schema.fields })),
    };
  },
});

/** What may follow the word that a text ends with: tables, columns, and words of SQL. */
export function completions({ tables }: Tables, text: string): readonly string[] {
  const word = wordAtEnd(text);
  if (word.length < 2) return [];
  const named = tables.filter(({ name }) => new RegExp(`\\b${name}\\b`, 'i').test(text));
  const columns = (named.length > 0 ? named : tables).flatMap(({ fields }) => fields.map(({ name }) => name));
  const all = new Set([...columns, ...tables.map(({ name }) => name), ...keywords]);
  return [...all]
    .filter((name) => name !== word && name.toLowerCase().startsWith(word.toLowerCase()))
    .slice(0, 8);
}

export const wordAtEnd = (text: string): string => /\w*$/.exec(text)?.[0] ?? '';

const keywords =
  'SELECT FROM WHERE GROUP BY ORDER BY HAVING LIMIT JOIN DISTINCT BETWEEN count median quantile_cont list_contains date_trunc'.split(
    ' ',
  );
