/** What the search looks through: all sections of all pages, loaded once and indexed in the browser, so it works offline. */
import MiniSearch from 'minisearch';

export interface Section {
  /** The title of its page. */
  readonly page: string;
  readonly heading: string;
  readonly url: string;
  readonly text: string;
}

export interface Found {
  readonly section: Section;
  /** Words of the section that match. */
  readonly words: readonly string[];
}

/** Finds the sections that have all words, the best first. */
export type Search = (query: string) => Found[];

const mostFound = 20;

/** Loads the sections and indexes them. Throws where the service does not answer. */
export async function loadSearch(url: string): Promise<Search> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The service answered ${response.status}.`);
  const sections = (await response.json()) as readonly Section[];
  const index = new MiniSearch<Section & { id: number }>({
    fields: ['page', 'heading', 'text'],
    // `permit_tags` and `approval-duration` are found by their parts too.
    tokenize: (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [],
    searchOptions: {
      boost: { heading: 4, page: 2 },
      prefix: (term) => term.length > 1,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: 'AND',
    },
  });
  index.addAll(sections.map((section, id) => ({ ...section, id })));
  return (query) =>
    index
      .search(query)
      .slice(0, mostFound)
      .flatMap(({ id, terms }) => {
        const section = sections[Number(id)];
        return section === undefined ? [] : [{ section, words: terms }];
      });
}
