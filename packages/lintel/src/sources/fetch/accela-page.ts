/**
 * Pages of Accela Citizen Access: the form of a search as a browser would send it, and the table of what was found. The
 * order and the words of columns differ from city to city, so a row has the headings of its table as they are.
 */
import { type HtmlToken, htmlTokens, oneLine } from './html-tags.js';

/** Name → value of the fields of a form. */
export type FormFields = ReadonlyMap<string, string>;

export interface FoundRow {
  /** Heading → text. */
  readonly cells: Readonly<Record<string, string>>;
  readonly number: string;
  /** Path of the permit's own page; null for a record that has none. */
  readonly link: string | null;
}

export interface ResultPage {
  readonly rows: readonly FoundRow[];
  /** Target of the postback to the next page; null on the last one. */
  readonly next: string | null;
  /** How many were found; with `+` at least so many. Null where the page does not say. */
  readonly count: { readonly rows: number; readonly isFloor: boolean } | null;
}

/** Numbers of records that nobody has handed in yet. */
const draft = /^\d*(?:TMP|EST|ADD)-/i;

export const isDraft = (number: string) => draft.test(number);

const buttons = ['submit', 'image', 'button', 'reset'];
const ticks = ['radio', 'checkbox'];

/** The fields of the page's form; empty where it has none. */
export function formFields(page: string): FormFields {
  const fields = new Map<string, string>();
  let select = '';
  for (const { tag, isEnd, attributes } of htmlTokens(page)) {
    const { name = '', type = 'text', value = '' } = attributes;
    if (tag === 'input' && name !== '') {
      const isTick = ticks.includes(type.toLowerCase());
      const isSent = isTick ? 'checked' in attributes : !buttons.includes(type.toLowerCase());
      if (isSent) fields.set(name, isTick && value === '' ? 'on' : value);
    } else if (tag === 'select') select = isEnd ? '' : name;
    else if (tag === 'option' && !isEnd && select !== '') {
      // Without a chosen option the first one is sent.
      if (!fields.has(select) || 'selected' in attributes) fields.set(select, value);
    }
  }
  return fields;
}

/** The table of what a search found; null where the page has none. */
export function resultPage(page: string): ResultPage | null {
  const grid = gridRows(page);
  if (grid === null) return null;
  const headings = grid.find(({ cells }) => cells.filter(({ isHeading }) => isHeading).length > 1);
  const rows = grid.filter(({ className }) => /\bACA_TabRow_(?:Odd|Even)/.test(className));
  const pager = grid.findLast(({ className }) => /\bACA_Table_Pages\b/.test(className));
  const next = pager?.cells.flatMap(({ anchors }) => anchors).find(({ text }) => /^next\b/i.test(text));
  const names = headings?.cells.map(({ text }) => text) ?? [];
  return {
    rows: rows.map((row) => foundRow(row, names)),
    next: /__doPostBack\('([^']+)'/.exec(next?.href ?? '')?.[1] ?? null,
    count: countOf(page),
  };
}

/** What stands in a message where a search found nothing. */
export const foundNothing = /search returned no results/i;

function countOf(page: string): ResultPage['count'] {
  const [, rows, plus] = /Showing\s+\d+\s*-\s*\d+\s+of\s+(\d+)(\+?)/i.exec(page) ?? [];
  return rows === undefined ? null : { rows: Number(rows), isFloor: plus === '+' };
}

function foundRow({ cells }: GridRow, headings: readonly string[]): FoundRow {
  const named = cells.map(({ text }, at) => [headings[at] ?? '', text] as const);
  const numbered = cells.find(({ ids }) => ids.some((id) => /lblPermitNumber1?$/.test(id)));
  const link = cells.flatMap(({ anchors }) => anchors).find(({ href }) => /\/CapDetail\.aspx\?/i.test(href));
  return {
    cells: Object.fromEntries(named.filter(([name]) => name !== '')),
    number: numbered?.text ?? link?.text ?? '',
    link: link?.href ?? null,
  };
}

interface Anchor {
  readonly href: string;
  text: string;
}

interface Cell {
  readonly isHeading: boolean;
  text: string;
  readonly ids: string[];
  readonly anchors: Anchor[];
}

interface GridRow {
  readonly className: string;
  readonly cells: Cell[];
}

const gridId = /dgvPermitList_gdvPermitList$/;

/** The rows of the table itself; what stands in tables within its cells is text of the cell. */
function gridRows(page: string): GridRow[] | null {
  const rows: GridRow[] = [];
  let depth = 0;
  let cell: Cell | null = null;
  for (const token of htmlTokens(page)) {
    const { tag, isEnd, attributes } = token;
    if (depth === 0) {
      if (tag === 'table' && gridId.test(attributes.id ?? '')) depth = 1;
    } else if (tag === 'table') {
      depth += isEnd ? -1 : 1;
      if (depth === 0) return tidy(rows);
    } else if (depth === 1 && tag === 'tr') {
      cell = null;
      if (!isEnd) rows.push({ className: attributes.class ?? '', cells: [] });
    } else if (depth === 1 && (tag === 'td' || tag === 'th')) {
      cell = isEnd ? null : { isHeading: tag === 'th', text: '', ids: [], anchors: [] };
      if (cell !== null) rows.at(-1)?.cells.push(cell);
    } else if (cell !== null) addTo(cell, token);
  }
  return depth === 0 ? null : tidy(rows);
}

function addTo(cell: Cell, { tag, isEnd, attributes, text }: HtmlToken): void {
  cell.text += tag === null ? text : ' ';
  const anchor = cell.anchors.at(-1);
  if (anchor !== undefined && tag === null) anchor.text += text;
  if (tag === 'a' && !isEnd) cell.anchors.push({ href: attributes.href ?? '', text: '' });
  if (attributes.id !== undefined) cell.ids.push(attributes.id);
}

function tidy(rows: GridRow[]): GridRow[] {
  for (const { cells } of rows) {
    for (const cell of cells) {
      cell.text = oneLine(cell.text);
      for (const anchor of cell.anchors) anchor.text = oneLine(anchor.text);
    }
  }
  return rows;
}

/** What the page of one permit says of it: its labels, without the blocks that name people. */
export function detailPage(page: string): {
  readonly cells: Readonly<Record<string, string>>;
  readonly value: string | null;
} {
  const texts = new Map<string, string>();
  let words = '';
  let label = '';
  for (const { tag, isEnd, attributes, text } of htmlTokens(page)) {
    const name = /lbl(?:PermitNumber|PermitType|RecordStatus)$/.exec(attributes.id ?? '')?.[0];
    if (tag === 'table' && !isEnd) label = attributes.id === 'tbl_worklocation' ? 'address' : '';
    else if (tag === 'table' || (tag === 'span' && isEnd && label !== 'address')) label = '';
    else if (tag === 'span' && name !== undefined) label = name;
    if (tag !== null) continue;
    words += ` ${text}`;
    if (label !== '') texts.set(label, oneLine(`${texts.get(label) ?? ''} ${text}`));
  }
  const cells = {
    'Record Number': texts.get('lblPermitNumber') ?? '',
    'Record Type': texts.get('lblPermitType') ?? '',
    Status: texts.get('lblRecordStatus') ?? '',
    Address: (texts.get('address') ?? '').replace(/\s*\*$/, ''),
  };
  const value = /Job Value\s*\(\$\)\s*:\s*\$?\s*([\d,]+(?:\.\d+)?)/i.exec(words)?.[1];
  return { cells, value: value?.replaceAll(',', '') ?? null };
}

/** What the page says in its message bar; empty if nothing. */
export function messageOf(page: string): string {
  let depth = 0;
  let said = '';
  for (const { tag, isEnd, attributes, text } of htmlTokens(page)) {
    if (depth === 0 && /message/i.test(attributes.id ?? '') && !isEnd && (tag === 'div' || tag === 'span'))
      depth = 1;
    else if (depth > 0 && (tag === 'div' || tag === 'span')) depth += isEnd ? -1 : 1;
    else if (depth > 0 && tag === null) said += ` ${text}`;
  }
  return oneLine(said);
}

/** The modules that the page's tabs lead to. */
export function modulesOf(page: string): string[] {
  const named = [...page.matchAll(/CapHome\.aspx\?(?:[^"'\s]*?&(?:amp;)?)?module=([\w-]+)/gi)];
  return [...new Set(named.map(([, name = '']) => name))];
}
