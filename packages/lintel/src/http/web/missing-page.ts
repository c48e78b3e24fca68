/** The document for who asks for a page that there is none of: what was probably meant, and where to go from here. */
import { nearest } from '@lintel/contract/plain';
import { escapeHtml } from '../../base/escape-html.js';
import { pagePaths } from './page-files.js';

/** Most letters of the address that the page repeats. */
const mostLetters = 80;

const links = [
  ['/', 'Explore permits'],
  ['/contractors', 'Contractors'],
  ['/compare', 'Compare places'],
  ['/summary', 'Permits in sum'],
  ['/data', 'The data'],
  ['/docs/', 'Documentation'],
] as const;

/** The document with the page in its main part. */
export function withMissingPage(html: string, path: string): string {
  const meant = meantPath(path);
  const shown = path.length > mostLetters ? `${path.slice(0, mostLetters)}…` : path;
  const link = (to: string, name: string, className = '') =>
    `<a${className} href="${escapeHtml(to)}">${escapeHtml(name)}</a>`;
  const main = [
    '<main><div class="page missing"><div class="page-head"><h1>No such page</h1>',
    `<p class="lede soft">There is nothing at ${escapeHtml(shown)}: the address may be cut short or mistyped.</p>`,
    meant === null ? '' : `<p class="lede">Did you mean ${link(meant, meant)}?</p>`,
    '</div><p>Search above for a place, an address, a contractor or the number of a permit, or begin here:</p>',
    `<p class="page-actions">${links.map(([to, name]) => link(to, name, ' class="button"')).join('')}</p>`,
    '</div></main>',
  ].join('');
  return html
    .replace(/<title>[^<]*<\/title>/, '<title>No such page · Lintel</title>')
    .replace('<main></main>', () => main);
}

/** The page of as many steps whose first step is nearest; null if none is near. */
function meantPath(path: string): string | null {
  const [first = '', ...rest] = path.split('/').filter((step) => step !== '');
  const firsts = [...pagePaths, '/docs', '/account', '/operator'].flatMap((known) => {
    const [, step = '', ...further] = known.split('/');
    return further.length === rest.length ? [step] : [];
  });
  const meant = nearest(first.toLowerCase(), firsts) ?? singular(first.toLowerCase(), firsts);
  return meant === null ? null : `/${[meant, ...rest].join('/')}`;
}

/** What somebody wrote in the singular: `property` of `properties`. */
const singular = (word: string, known: readonly string[]) =>
  known.find((one) => one === word.replace(/y$/, 'ies')) ?? null;
