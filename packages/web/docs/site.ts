/**
 * The site as files: the guides of the repository and the reference as pages, each also as Markdown; what the search
 * looks through; `llms.txt` (https://llmstxt.org) with its full form. Pure but for reading the repository. A link
 * that leads nowhere throws.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { type OpenApi, type RequestForm, requestFormsOf } from '@lintel/contract/openapi';
import {
  addressOf,
  base,
  htmlFileOf,
  markdownAddressOf,
  markdownFileOf,
  pageOf,
  sourcePageOf,
  targetOf,
} from './addresses.js';
import { type Assets, type ListedGroup, layOut } from './layout.js';
import { type RenderedPage, renderMarkdown } from './markdown.js';
import { type Group, readNavigation } from './navigation.js';
import { referenceOf } from './reference.js';

/** The files of the site by their paths below `base`. */
export type SiteFiles = Map<string, string | Buffer>;

/** Files that the caller built: scripts and styles. */
export type BuiltAssets = Pick<Assets, 'script' | 'style' | 'theme' | 'fonts'>;

const index = 'docs/README.md';
const rootPages = ['CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];
const openApi = 'packages/contract/openapi.json';

/** Everything that the site is made of beside its own code, for a hash of the inputs. */
export const inputs: readonly string[] = ['docs', 'deploy', ...rootPages, openApi];

interface Source {
  readonly file: string;
  readonly page: string;
  readonly text: string;
  readonly summary: string;
}

/** Makes the site of the repository at `root`. */
export function makeSite(root: string, built: BuiltAssets): SiteFiles {
  const site = new Site(root);
  site.render();
  return site.files(built);
}

class Site {
  readonly #root: string;
  readonly #navigation: readonly Group[];
  readonly #operations: readonly RequestForm[];
  readonly #sources = new Map<string, Source>();
  readonly #rendered = new Map<string, RenderedPage>();
  readonly #files: SiteFiles = new Map();

  constructor(root: string) {
    this.#root = root;
    const guides = readNavigation(index, this.#read(index));
    const document = JSON.parse(this.#read(openApi)) as OpenApi;
    const reference = referenceOf(document);
    this.#operations = requestFormsOf(document);
    const [first, ...others] = guides;
    if (first === undefined) throw new Error(`${index} lists no pages`);
    this.#navigation = [first, { title: 'API reference', entries: reference }, ...others];
    const summaries = new Map(
      this.#navigation.flatMap(({ entries }) => entries).map((entry) => [entry.file, entry]),
    );
    const guideFiles = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name.replaceAll('\\', '/')}`);
    for (const file of [...guideFiles.sort(), ...rootPages]) {
      this.#add(file, pageOf(file), this.#read(file), summaries.get(file)?.summary ?? '');
    }
    for (const { file, text, summary } of reference) this.#add(file, pageOf(file), text, summary);
  }

  /** Renders every page, and those that pages link to. */
  render(): void {
    for (const source of this.#sources.values()) {
      this.#rendered.set(
        source.file,
        renderMarkdown(source.text, {
          link: (link) => this.#link(source.file, link),
          image: (link) => this.#image(source.file, link),
        }),
      );
    }
    this.#checkFragments();
  }

  files(built: BuiltAssets): SiteFiles {
    const search = this.#asset('search.json', JSON.stringify(this.#searchSections()));
    const operations = this.#asset('operations.json', JSON.stringify(this.#operations));
    const icon = this.#asset('mark.svg', this.#read('packages/web/src/design/mark.svg'));
    const assets: Assets = { ...built, icon, search, operations };
    const groups: ListedGroup[] = this.#navigation.map(({ title, entries }) => ({
      title,
      pages: entries.map((entry) => ({ title: entry.title, page: pageOf(entry.file) })),
    }));
    const shared = { groups, assets };
    for (const source of this.#sources.values()) {
      const { page, summary } = source;
      const { title, html, headings } = this.#renderedPage(source.file);
      this.#files.set(
        htmlFileOf(page),
        layOut({ ...shared, page, title, summary, html, headings, hasMarkdown: true }),
      );
      this.#files.set(markdownFileOf(page), this.#markdown(source));
    }
    const missing = renderMarkdown(missingPage, { link: (link) => link, image: (link) => link });
    const notFound = { ...missing, page: '404', summary: missing.title, hasMarkdown: false };
    this.#files.set('404.html', layOut({ ...shared, ...notFound }));
    this.#files.set('llms.txt', this.#llms());
    this.#files.set('llms-full.txt', this.#llmsFull());
    return this.#files;
  }

  #read(file: string): string {
    return readFileSync(join(this.#root, file), 'utf8');
  }

  #add(file: string, page: string, text: string, summary: string): void {
    this.#sources.set(file, { file, page, text, summary });
  }

  #renderedPage(file: string): RenderedPage {
    const page = this.#rendered.get(file);
    if (page === undefined) throw new Error(`${file} was not rendered`);
    return page;
  }

  /** Where a link of a file leads on the site. */
  #link(file: string, link: string, ofPage = addressOf): string {
    const target = targetOf(file, link);
    if (target.kind === 'outside') return target.url;
    const { path, fragment } = target;
    if (path === file) return fragment;
    if (path === 'README.md') return ofPage('');
    if (!this.#sources.has(path)) this.#addSource(file, path);
    return ofPage(this.#sources.get(path)?.page ?? '') + fragment;
  }

  /** Adds a page that shows a file of the repository, or all files of a folder. */
  #addSource(from: string, path: string): void {
    const place = join(this.#root, path);
    if (!existsSync(place)) throw new Error(`${from} links to ${path}, which is not there`);
    const names = statSync(place).isDirectory()
      ? readdirSync(place, { recursive: true, encoding: 'utf8' })
          .sort()
          .map((name) => join(path, name))
          .filter((name) => !/(?:^|[\\/])(?:node_modules[\\/]|package-lock\.json$)/.test(name))
          .filter((name) => statSync(join(this.#root, name)).isFile())
      : [path];
    const texts = names.map((name) => {
      const heading = names.length > 1 ? `## ${name}\n\n` : '';
      return `${heading}\`\`\`\`${extname(name).slice(1)}\n${this.#read(name).trimEnd()}\n\`\`\`\``;
    });
    const text = `# ${path}\n\nFrom the source of Lintel.\n\n${texts.join('\n\n')}\n`;
    this.#add(path, sourcePageOf(path), text, `${path} of Lintel`);
  }

  #image(file: string, link: string): string {
    const target = targetOf(file, link);
    if (target.kind === 'outside') throw new Error(`${file}: an image of another host, ${link}`);
    return this.#asset(basename(target.path), readFileSync(join(this.#root, target.path)));
  }

  /** Adds a file whose name holds the hash of its content. Returns its address. */
  #asset(name: string, body: string | Buffer): string {
    const hash = createHash('sha256').update(body).digest('base64url').slice(0, 8);
    const path = `assets/${basename(name, extname(name))}-${hash}${extname(name)}`;
    this.#files.set(path, body);
    return base + path;
  }

  #checkFragments(): void {
    for (const { file, text } of this.#sources.values()) {
      for (const link of linksOf(text)) {
        const target = targetOf(file, link);
        if (target.kind === 'outside' || target.fragment === '') continue;
        const page = this.#rendered.get(target.path);
        if (page?.headings.some(({ id }) => `#${id}` === target.fragment)) continue;
        throw new Error(`${file}: ${link} leads to no heading`);
      }
    }
  }

  /** A page with its links leading to the Markdown of the other pages. */
  #markdown({ file, text }: Source): string {
    return outsideCode(text, (prose) =>
      prose.replace(linkPattern, (whole, image: string, label: string, link: string) => {
        const url = image === '!' ? this.#image(file, link) : this.#link(file, link, markdownAddressOf);
        return whole === '' ? whole : `${image}[${label}](${url})`;
      }),
    );
  }

  /** Each section as title of its page, heading, address and text. */
  #searchSections(): unknown[] {
    return [...this.#sources.values()].flatMap(({ file, page }) => {
      const { title, sections } = this.#renderedPage(file);
      return sections.map(({ id, heading, text }) => ({
        page: title,
        heading,
        url: addressOf(page) + (id === '' ? '' : `#${id}`),
        text,
      }));
    });
  }

  #llms(): string {
    const lists = this.#navigation.map(({ title, entries }, at) => {
      const items = entries.map(
        (entry) => `- [${entry.title}](${markdownAddressOf(pageOf(entry.file))}): ${entry.summary}`,
      );
      // What may be left out where little is read.
      const heading = at === this.#navigation.length - 1 ? 'Optional' : title;
      return `## ${heading}\n\n${items.join('\n')}\n`;
    });
    return `${llmsHead}\n${lists.join('\n')}`;
  }

  /** All pages but those that `llms.txt` calls optional. */
  #llmsFull(): string {
    const entries = this.#navigation.slice(0, -1).flatMap((group) => group.entries);
    const texts = entries.flatMap(({ file }) => {
      const source = this.#sources.get(file);
      return source === undefined ? [] : [this.#markdown(source).trim()];
    });
    return `${llmsHead}\n${texts.join('\n\n')}\n`;
  }
}

const llmsHead = `# Lintel

> Building permits of US cities as one clean data set behind a JSON API. This service answers under \`/v2\` with an API key
> in the header \`X-API-Key\`; its description is \`/v2/openapi.json\`, and \`/mcp\` has the same as tools of the Model Context
> Protocol. Every page of the documentation is also Markdown, at its address with \`.md\`.
`;

const missingPage = `# No such page

The address may be mistyped, or the page has another name in this version. Search the documentation above, or begin with
[all pages](/docs/).
`;

/** A link or an image of Markdown. */
const linkPattern = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;

/** Changes what is outside of fenced blocks. */
function outsideCode(text: string, change: (prose: string) => string): string {
  return text
    .split(/(^ *````?[^`][\s\S]*?^ *````?$)/m)
    .map((part, at) => (at % 2 === 1 ? part : change(part)))
    .join('');
}

function linksOf(text: string): string[] {
  const links: string[] = [];
  outsideCode(text, (prose) => {
    for (const [, image, , link = ''] of prose.matchAll(linkPattern)) if (image !== '!') links.push(link);
    return prose;
  });
  return links;
}
