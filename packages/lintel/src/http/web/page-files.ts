/**
 * The files of a page beside those of every page. Its document names them, so that a browser loads them along with the
 * first script and not after it has run (docs/decisions/298-a-page-comes-with-its-document.md).
 */
import type { WebFiles } from './files.js';

/** Paths of pages, in OpenAPI form, and the module of `packages/web/src` that shows each. */
const modules = {
  '/permits/{id}': 'permit/permit-page',
  '/contractors': 'contractor/directory-page',
  '/contractors/{id}': 'contractor/contractor-page',
  '/properties/{id}': 'property/property-page',
  '/address': 'near/address-page',
  '/places/{kind}/{id}': 'place/place-page',
  '/compare': 'place/compare-page',
  '/summary': 'summary/summary-page',
  '/query': 'query/query-page',
  '/data': 'data/data-page',
} as const;

/** The module that is shown at any other path. */
const missingPage = 'shell/missing-page';

type PagePath = keyof typeof modules;

/** Paths of pages, in OpenAPI form, beside `/`. */
export const pagePaths = Object.keys(modules) as readonly PagePath[];

/** A part of the build, as Vite writes it down. */
interface Part {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

/** Gives the document of a page, or of the one in place of a page that is not there, with the files that it needs. */
export function pageFiles(files: WebFiles): (html: string, path: PagePath | null) => string {
  const parts = new Map(
    Object.entries(JSON.parse(files('manifest.json')?.text() ?? '{}') as Readonly<Record<string, Part>>),
  );
  const ofAll = files('index.html')?.text() ?? '';
  const named = new Map(
    [...pagePaths, null].map((path) => {
      const own = partsOf(parts, `src/${path === null ? missingPage : modules[path]}.tsx`).flatMap(
        ({ file, css = [] }) => [[file, 'modulepreload'], ...css.map((name) => [name, 'stylesheet'])],
      );
      const links = own
        .filter(([name]) => !ofAll.includes(`/${name}"`))
        .map(([name, rel]) => `<link rel="${rel}" href="/${name}" crossorigin />`);
      return [path, [...new Set(links)].join('\n    ')];
    }),
  );
  return (html, path) => html.replace('</head>', `  ${named.get(path) ?? ''}\n  </head>`);
}

/** A part with all that it imports. */
function partsOf(parts: ReadonlyMap<string, Part>, first: string): Part[] {
  const found = new Set([first]);
  for (const key of found) for (const name of parts.get(key)?.imports ?? []) found.add(name);
  return [...found].flatMap((key) => parts.get(key) ?? []);
}
