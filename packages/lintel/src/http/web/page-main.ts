/** The main part of a document before any script: the head of its page as `packages/web/src/shell/page.tsx` draws it. */
import { escapeHtml } from '../../base/escape-html.js';
import type { About } from './about.js';

/** The document of a page with its title and main part. */
export function withPageMain(html: string, about: About): string {
  const { title, heading = title, description, lede = description, crumbs = [], facts } = about;
  const list = (element: string, items: readonly string[], className = '') =>
    items.length === 0 ? '' : `<${element}${className}>${items.join('')}</${element}>`;
  const steps = crumbs.flatMap((crumb) => (crumb ? [`<li>${escapeHtml(crumb)}</li>`] : []));
  const rows = facts.map(
    ([term, value]) => `<div><dt>${escapeHtml(term)}</dt><dd>${escapeHtml(value)}</dd></div>`,
  );
  const main = [
    '<main><div class="page"><div class="page-head">',
    list('ol', steps, ' class="crumbs"'),
    `<h1>${escapeHtml(heading)}</h1>`,
    lede === '' ? '' : `<p class="lede soft">${escapeHtml(lede)}</p>`,
    '</div>',
    list('dl', rows, ' class="facts"'),
    '<div class="waiting page-block" role="status" aria-label="Loading"></div></div></main>',
  ].join('');
  // Functions: what sources write may hold `$&`.
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)} · Lintel</title>`)
    .replace('<main></main>', () => main);
}
