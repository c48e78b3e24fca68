/**
 * Searches for counties and jurisdictions by name, states by code or name, ZIP codes by their first digits;
 * and lists all ZIP codes (C30).
 */
import { join } from 'node:path';
import type { PlaceItem } from '@lintel/contract';
import type { Database, Statement } from '../base/sqlite.js';
import { cappedTotal } from '../format/capped-total.js';
import { countySearchFile, jurisdictionSearchFile } from '../format/layout.js';
import type { CountedPage, RecordBytes, SearchedKind } from '../format/record.js';
import { openPlaceIndex, type PlaceIndex } from './place-search.js';
import { findStates } from './state-search.js';

/** A state in searchable form, with its item. */
interface SearchedState {
  readonly code: string;
  readonly name: string;
  readonly item: RecordBytes;
}

export class PlaceSearch {
  readonly #indexes: Readonly<Record<'county' | 'jurisdiction', PlaceIndex>>;
  readonly #states: readonly SearchedState[];
  readonly #item: Statement;
  readonly #zips: Statement;
  readonly #zipsBetween: Statement;
  readonly #zipCount: number;

  constructor(directory: string, index: Database) {
    this.#indexes = {
      county: openPlaceIndex(join(directory, countySearchFile)),
      jurisdiction: openPlaceIndex(join(directory, jurisdictionSearchFile)),
    };
    this.#item = index.prepare('SELECT item FROM place WHERE geo_id = ?');
    this.#states = index
      .prepare(`SELECT geo_id, item FROM place WHERE kind = 'state'`)
      .all()
      .map(({ geo_id: code, item }) => {
        const { name } = JSON.parse(String(item)) as PlaceItem;
        return { code: String(code), name, item: Buffer.from(String(item)) };
      });
    const zips = 'SELECT p.item FROM zip_code z JOIN place p ON p.geo_id = z.geo_id';
    this.#zips = index.prepare(`${zips} WHERE z.number >= ? ORDER BY z.number LIMIT ?`);
    this.#zipCount = Number(index.prepare('SELECT count(*) AS zips FROM zip_code').get()?.zips);
    this.#zipsBetween = index.prepare(`${zips} WHERE z.geo_id BETWEEN ? AND ? ORDER BY z.geo_id`);
  }

  search(kind: SearchedKind, text: string, offset: number, size: number): CountedPage {
    if (kind === 'zip') return pageOf(this.#zipsLike(text), offset, size);
    if (kind === 'state') {
      const items = findStates(this.#states, text).map(({ item }) => item);
      return pageOf(items, offset, size);
    }
    const { ids, next, total } = this.#indexes[kind].search(text, offset, size);
    return { items: ids.map((id) => Buffer.from(String(this.#item.get(id)?.item))), next, total };
  }

  zipCodes(offset: number, size: number): CountedPage {
    const items = this.#zips.all(offset, size).map(({ item }) => Buffer.from(String(item)));
    const end = offset + items.length;
    return { items, next: end < this.#zipCount ? end : null, total: cappedTotal(this.#zipCount) };
  }

  /**
   * Items of the ZIP codes that begin with the digits of the text, limited to the state that it names, if
   * any.
   */
  #zipsLike(text: string): RecordBytes[] {
    const [, digits, name] = /^\s*(\d{1,5})(?:-\d{0,4})?\s*,?\s*(.*?)\s*$/.exec(text) ?? [];
    if (digits === undefined) return [];
    const items = this.#zipsBetween
      .all(digits.padEnd(5, '0'), digits.padEnd(5, '9'))
      .map(({ item }) => String(item));
    if (name === undefined || name === '') return items.map((item) => Buffer.from(item));
    const codes = new Set(findStates(this.#states, name).map(({ code }) => code));
    return items
      .filter((item) => codes.has((JSON.parse(item) as PlaceItem).state ?? ''))
      .map((item) => Buffer.from(item));
  }
}

function pageOf(items: readonly RecordBytes[], offset: number, size: number): CountedPage {
  const end = offset + size;
  const next = end < items.length ? end : null;
  return { items: items.slice(offset, end), next, total: cappedTotal(items.length) };
}
