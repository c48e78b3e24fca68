/** The search of the documentation as a dialog. What it searches is loaded when the first word is typed. */
import type { Found, Search } from './search-index';

/** Characters of text around the first match. */
const excerptLength = 140;

let search: Promise<Search> | null = null;

let dialog: HTMLDialogElement | null = null;

/** Opens the search. `url` has the sections. */
export function showSearch(url: string): void {
  dialog ??= makeDialog(url);
  if (!dialog.open) dialog.showModal();
  dialog.querySelector('input')?.select();
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties);
}

function makeDialog(url: string): HTMLDialogElement {
  const made = element('dialog', { className: 'search-dialog' });
  made.setAttribute('aria-label', 'Search the documentation');
  const input = element('input', { type: 'search', className: 'input', autocomplete: 'off' });
  input.placeholder = 'Search the documentation';
  input.setAttribute('aria-label', 'Words to search for');
  const close = element('button', { type: 'button', className: 'button quiet', textContent: 'Close' });
  close.addEventListener('click', () => made.close());
  const line = element('div', { className: 'search-line' });
  line.append(input, close);
  const status = element('p', { className: 'search-status' });
  status.setAttribute('role', 'status');
  const results = element('ol', { className: 'search-results' });
  made.append(line, status, results);
  // Outside of its content the dialog is its backdrop.
  made.addEventListener('click', (event) => {
    if (event.target === made) made.close();
  });
  results.addEventListener('click', () => made.close());
  made.addEventListener('keydown', (event) => moveFocus(event, input, results));
  input.addEventListener('input', () => void show(input, status, results, url));
  document.body.append(made);
  return made;
}

async function show(
  input: HTMLInputElement,
  status: HTMLElement,
  results: HTMLElement,
  url: string,
): Promise<void> {
  const query = input.value.trim();
  try {
    search ??= import('./search-index').then(({ loadSearch }) => loadSearch(url));
    const find = await search;
    // Meanwhile more may have been typed.
    if (query !== input.value.trim()) return;
    const found = query === '' ? [] : find(query);
    results.replaceChildren(...found.map(resultOf));
    status.textContent = query === '' ? '' : countOf(found.length);
  } catch {
    search = null;
    status.textContent = 'The search could not be loaded. Is the service there?';
  }
}

function countOf(count: number): string {
  if (count === 0) return 'Nothing found. Try fewer or other words.';
  return count === 1 ? '1 section' : `${count} sections, the best first`;
}

function resultOf({ section, words }: Found): HTMLElement {
  const { page, heading, url, text } = section;
  const link = element('a', { href: url, className: 'result' });
  const title = element('span', { className: 'result-title' });
  title.append(...marked(heading === page ? page : `${page}: ${heading}`, words));
  const excerpt = element('span', { className: 'result-text' });
  excerpt.append(...marked(excerptOf(text, words), words));
  link.append(title, excerpt);
  const item = element('li');
  item.append(link);
  return item;
}

/** The part of the text around the first of the words. */
function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0);
  const from = places.length === 0 ? 0 : Math.max(0, Math.min(...places) - excerptLength / 3);
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1;
  const end = start + excerptLength;
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
}

/** The text with the words marked. It is set as text, never as markup. */
function marked(text: string, words: readonly string[]): (string | HTMLElement)[] {
  if (words.length === 0) return [text];
  const pattern = new RegExp(
    `(${words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, '')).join('|')})`,
    'giu',
  );
  return text
    .split(pattern)
    .map((part, at) => (at % 2 === 0 ? part : element('mark', { textContent: part })));
}

/** Arrows walk through field and results; Enter in the field opens the first. */
function moveFocus(event: KeyboardEvent, input: HTMLElement, results: HTMLElement): void {
  const links = [...results.querySelectorAll('a')];
  const stops = [input, ...links];
  if (event.key === 'Enter' && document.activeElement === input) links[0]?.click();
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const at = stops.findIndex((stop) => stop.matches(':focus'));
  stops[Math.min(stops.length - 1, Math.max(0, at + step))]?.focus();
}
