/** The document around a page: header, list of pages, outline, the pages before and after. It works without script. */
import MarkdownIt from 'markdown-it';
import { addressOf, markdownAddressOf } from './addresses.js';
import type { Heading } from './markdown.js';

/** A page as the list of pages names it. */
interface ListedPage {
  readonly title: string;
  /** Without `base`: `api`, `reference/permits`. */
  readonly page: string;
}

export interface ListedGroup {
  readonly title: string;
  readonly pages: readonly ListedPage[];
}

/** Addresses of the files that all pages load. */
export interface Assets {
  readonly script: string;
  readonly style: string;
  /** Sets the visitor's theme before anything is drawn. */
  readonly theme: string;
  /** Asked for at once, so that text does not move when they come. */
  readonly fonts: readonly string[];
  readonly icon: string;
  /** What the search looks through, and the forms of the reference: loaded when they are used. */
  readonly search: string;
  readonly operations: string;
}

export interface Layout {
  readonly page: string;
  readonly title: string;
  readonly summary: string;
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly groups: readonly ListedGroup[];
  readonly assets: Assets;
  /** Without it there is no such page: a 404. */
  readonly hasMarkdown: boolean;
}

const decisions = 'decisions/';
const { escapeHtml } = new MarkdownIt().utils;

const icons = {
  search: 'M7 12.5A5.5 5.5 0 1 0 7 1.5a5.5 5.5 0 0 0 0 11Zm4-1.5 3.5 3.5',
  menu: 'M2 4h12M2 8h12M2 12h12',
  theme: 'M8 1.5a6.5 6.5 0 1 0 0 13Zm0 0a6.5 6.5 0 0 1 0 13',
} as const;

function icon(name: keyof typeof icons): string {
  return `<svg class="icon" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${icons[name]}"/></svg>`;
}

/** Writes the document of a page. */
export function layOut(layout: Layout): string {
  const { page, title, summary, html, assets } = layout;
  const shown = page === '' ? 'Lintel documentation' : `${title} · Lintel documentation`;
  const markdown = markdownAddressOf(page);
  // In the index it goes on after the title.
  const about = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${escapeHtml(about)}">
<meta property="og:type" content="article">
<meta property="og:site_name" content="Lintel">
<meta property="og:title" content="${escapeHtml(shown)}">
<meta property="og:description" content="${escapeHtml(about)}">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf7">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#14181b">
<title>${escapeHtml(shown)}</title>
<link rel="icon" type="image/svg+xml" href="${assets.icon}">
<script src="${assets.theme}"></script>
<link rel="stylesheet" href="${assets.style}">
${assets.fonts.map((font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`).join('\n')}
<script type="module" src="${assets.script}"></script>
${layout.hasMarkdown ? `<link rel="canonical" href="${addressOf(page)}">\n<link rel="alternate" type="text/markdown" href="${escapeHtml(markdown)}">` : '<meta name="robots" content="noindex">'}
</head>
<body data-search="${assets.search}" data-operations="${assets.operations}">
<a class="skip" href="#content">Skip to the content</a>
<header class="header">
<a class="brand" href="/" aria-label="Lintel, explore permits"><svg viewBox="0 0 32 32" aria-hidden="true"><path d="M4 7h24v5H4zM7 14h5v11H7zM20 14h5v11h-5z" fill="currentColor"/></svg>Lintel</a>
<button type="button" class="search-button" data-does="search" aria-label="Search the documentation" hidden>${icon('search')}<span>Search the documentation</span><kbd>/</kbd></button>
<nav class="nav" aria-label="Site">
<a href="/">Explore</a>
<a href="/contractors" class="wide">Contractors</a>
<a href="/compare" class="wide">Compare</a>
<a href="/data" class="wide">Data</a>
<a href="${addressOf('')}"${page === '' ? ' aria-current="page"' : ' aria-current="true"'}>Docs</a>
<button type="button" class="button quiet" data-does="theme" aria-label="Change the colors" hidden>${icon('theme')}</button>
<button type="button" class="button quiet menu-button" popovertarget="contents" aria-label="All pages">${icon('menu')}</button>
</nav>
</header>
<div class="columns">
<nav class="contents" id="contents" popover aria-label="Documentation">
${layout.groups.map((group) => listOf(group, page)).join('\n')}
</nav>
<main id="content" tabindex="-1">
<article class="prose">
${html}</article>
${layout.hasMarkdown ? neighbours(layout.groups, page, markdown) : ''}
</main>
${outline(layout.headings)}
</div>
</body>
</html>
`;
}

function listOf({ title, pages }: ListedGroup, current: string): string {
  const items = pages.map(({ title, page }) => {
    // A decision is on no list; it is below their index.
    const isCurrent = page === current || (page === decisions && current.startsWith(decisions));
    return `<li><a href="${addressOf(page)}"${isCurrent ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`;
  });
  return `<h2>${escapeHtml(title)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
}

function outline(headings: readonly Heading[]): string {
  const shown = headings.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 2) return '';
  const items = shown.map(
    ({ level, id, text }) =>
      `<li class="level-${level}"><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav class="outline" aria-label="On this page">
<h2>On this page</h2>
<ul>
${items.join('\n')}
</ul>
</nav>`;
}

function neighbours(groups: readonly ListedGroup[], current: string, markdown: string): string {
  const pages = groups.flatMap((group) => group.pages);
  const at = pages.findIndex(({ page }) => page === current);
  const [before, after] =
    at < 0 ? [undefined, current === '' ? pages[0] : undefined] : [pages[at - 1], pages[at + 1]];
  const link = (to: ListedPage | undefined, rel: string, label: string) =>
    to === undefined
      ? ''
      : `<a rel="${rel}" href="${addressOf(to.page)}"><span>${label}</span>${escapeHtml(to.title)}</a>`;
  return `<footer class="turn">
<nav aria-label="Before and after">${link(before, 'prev', 'Before')}${link(after, 'next', 'Next')}</nav>
<p><a href="${escapeHtml(markdown)}">This page as Markdown</a></p>
</footer>`;
}
