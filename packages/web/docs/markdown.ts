/**
 * One page: Markdown to HTML with anchors as GitHub makes them, coloured code by classes (the pages' security policy
 * allows no inline styles), and the texts of its sections for the search.
 */
import GithubSlugger from 'github-slugger';
import hljs from 'highlight.js';
import MarkdownIt from 'markdown-it';

type Token = ReturnType<MarkdownIt['parse']>[number];

export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

/** What is between two headings, as plain text. */
export interface Section {
  /** Of the heading before it; empty for the first heading, which is the page's. */
  readonly id: string;
  readonly heading: string;
  readonly text: string;
}

export interface RenderedPage {
  readonly title: string;
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly sections: readonly Section[];
}

/** Where links and images of the page lead. */
export interface Links {
  link(target: string): string;
  image(target: string): string;
}

/** Renders a page. It must begin with a heading of the first level. */
export function renderMarkdown(text: string, links: Links): RenderedPage {
  const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
  // Notes to those who edit the file. Other markup is shown as it is written.
  const tokens = markdown.parse(text.replace(/^<!-- .* -->\n/gm, ''), {});
  const headings = nameHeadings(tokens);
  const [first] = headings;
  if (first?.level !== 1) throw new Error(`a page without a title: ${text.slice(0, 60)}`);
  for (const token of tokens) for (const child of token.children ?? []) resolveLinks(child, links);
  markFields(tokens);
  Object.assign(markdown.renderer.rules, rules(markdown));
  return {
    title: first.text,
    html: markdown.renderer.render(tokens, markdown.options, {}),
    headings,
    sections: sectionsOf(tokens),
  };
}

/** Gives every heading its id, and returns them. */
function nameHeadings(tokens: readonly Token[]): Heading[] {
  const slugger = new GithubSlugger();
  return tokens.flatMap((token, at) => {
    if (token.type !== 'heading_open') return [];
    const text = plainText(tokens[at + 1]);
    const id = slugger.slug(text);
    token.attrSet('id', id);
    return [{ level: Number(token.tag.slice(1)), id, text }];
  });
}

/** The words of an inline token, without marks. */
function plainText(token: Token | undefined): string {
  return (token?.children ?? [])
    .map(({ type, content }) => (type === 'softbreak' || type === 'hardbreak' ? ' ' : content))
    .join('');
}

function resolveLinks(token: Token, links: Links): void {
  if (token.type === 'link_open') token.attrSet('href', links.link(token.attrGet('href') ?? ''));
  if (token.type !== 'image') return;
  token.attrSet('src', links.image(token.attrGet('src') ?? ''));
}

/**
 * Items of the form `name` _type_: what it is, of which the reference has many, become entries: name and type in one line,
 * what it is below them.
 */
function markFields(tokens: readonly Token[]): void {
  for (const [at, token] of tokens.entries()) {
    const [item, paragraph] = [tokens[at - 2], tokens[at - 1]];
    if (item?.type !== 'list_item_open' || paragraph?.type !== 'paragraph_open') continue;
    const [name, space, type] = token.children ?? [];
    if (name?.type !== 'code_inline' || space?.content !== ' ' || type?.type !== 'em_open') continue;
    item.attrJoin('class', 'entry');
    const end = token.children?.findIndex((child) => child.type === 'em_close') ?? -1;
    const about = token.children?.[end + 1];
    if (about?.type !== 'text' || !about.content.startsWith(': ')) continue;
    about.content = about.content.slice(2);
    token.children?.splice(end + 1, 0, Object.assign(Object.create(about), { type: 'hardbreak', tag: 'br' }));
  }
}

function rules(markdown: MarkdownIt): MarkdownIt['renderer']['rules'] {
  const { escapeHtml } = markdown.utils;
  return {
    // The sign leads to the heading it is in. Screen readers have their own ways to headings.
    heading_close(tokens, at) {
      const open = tokens[at - 2];
      const id = open?.attrGet('id') ?? '';
      const anchor =
        open?.tag === 'h1'
          ? ''
          : `<a class="anchor" href="#${escapeHtml(id)}" aria-hidden="true" tabindex="-1">#</a>`;
      return `${anchor}</${open?.tag ?? 'h2'}>\n`;
    },
    // A line may not end between the dashes of an option or a header.
    code_inline(tokens, at) {
      const { content = '' } = tokens[at] ?? {};
      const attribute = /^[\w-]{1,24}$/.test(content) ? ' class="unbroken"' : '';
      return `<code${attribute}>${escapeHtml(content)}</code>`;
    },
    fence(tokens, at) {
      const { content = '', info = '' } = tokens[at] ?? {};
      const [language = '', ...words] = info.trim().split(/\s+/);
      const code = hljs.getLanguage(language)
        ? hljs.highlight(content, { language, ignoreIllegals: true }).value
        : escapeHtml(content);
      const operation = words.find((word) => word.startsWith('operation='))?.slice('operation='.length);
      const attribute = operation === undefined ? '' : ` data-operation="${escapeHtml(operation)}"`;
      // Wide code scrolls, which must be possible by keyboard.
      return `<div class="code"${attribute}><pre tabindex="0"><code>${code}</code></pre></div>\n`;
    },
    table_open: () => '<div class="table" tabindex="0"><table>\n',
    table_close: () => '</table></div>\n',
    // Markdown's alignment is an inline style, which the policy forbids.
    th_open: (tokens, at) => `<th${alignment(tokens[at])}>`,
    td_open: (tokens, at) => `<td${alignment(tokens[at])}>`,
  };
}

function alignment(cell: Token | undefined): string {
  return /right/.test(cell?.attrGet('style') ?? '') ? ' class="number"' : '';
}

function sectionsOf(tokens: readonly Token[]): Section[] {
  const sections: { id: string; heading: string; texts: string[] }[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const id = sections.length === 0 ? '' : (token.attrGet('id') ?? '');
      sections.push({ id, heading: plainText(tokens[at + 1]), texts: [] });
    } else if (token.type === 'inline' && tokens[at - 1]?.type !== 'heading_open') {
      sections.at(-1)?.texts.push(plainText(token));
    } else if (token.type === 'fence') {
      sections.at(-1)?.texts.push(token.content);
    }
  }
  return sections.map(({ id, heading, texts }) => ({
    id,
    heading,
    text: texts.join(' ').replace(/\s+/g, ' ').trim(),
  }));
}
