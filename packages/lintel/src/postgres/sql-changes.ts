/** What changed since earlier releases: lists in files of the release, whose records are in PostgreSQL. */
import { cappedTotal } from '../format/capped-total.js';
import type { RecordBytes, RecordKind, SearchPage } from '../format/record.js';
import { ChangeList } from '../releases/changes/change-list.js';
import { comparedWith } from '../releases/changes/keep-changes.js';
import { countsOf, pairDirectory } from '../releases/changes/layout.js';
import { type ChangeQuery, noChanges } from '../releases/changes/release-changes.js';
import type { ServedChanges } from '../releases/release.js';
import { present, type ReleaseTables } from './release-tables.js';

/** In place of a record that is not known yet. */
const noRecord = Buffer.from('null');

export class SqlChanges {
  readonly #id: string;
  readonly #directory: string;
  readonly #tables: ReleaseTables;
  /** Opened when they are first asked for. */
  readonly #lists = new Map<string, ChangeList>();

  constructor(id: string, directory: string, tables: ReleaseTables) {
    this.#id = id;
    this.#directory = directory;
    this.#tables = tables;
  }

  /** What changed is known since the releases with which this one was compared before it was loaded. */
  since(release: string): ServedChanges | null {
    if (release === this.#id) return noChanges;
    if (!this.comparedWith().includes(release)) return null;
    const list =
      this.#lists.get(release) ?? new ChangeList(pairDirectory(this.#directory, release, this.#id));
    this.#lists.set(release, list);
    return {
      page: (query, from, size) => this.#changedPage(list, query, from, size),
      count: (query) => cappedTotal(list.count(query)),
      counts: () => countsOf(list.summary),
      rows: (kind, from, end) => list.rows(kind, from, end),
    };
  }

  comparedWith(): readonly string[] {
    return comparedWith(this.#directory, this.#id);
  }

  /** The list asks for records by row: it is read once to learn which, and again with them. */
  async #changedPage(list: ChangeList, query: ChangeQuery, from: number, size: number): Promise<SearchPage> {
    const wanted = new Map<RecordKind, Set<number>>();
    list.page(query, from, size, (kind, row) => {
      wanted.set(kind, (wanted.get(kind) ?? new Set()).add(row));
      return noRecord;
    });
    const records = new Map<string, RecordBytes>();
    for (const [kind, rows] of wanted) {
      const found = await this.#tables.at(kind, [...rows]);
      for (const [i, row] of [...rows].entries()) records.set(`${kind} ${row}`, present(found[i]));
    }
    return list.page(query, from, size, (kind, row) => present(records.get(`${kind} ${row}`)));
  }

  close(): void {
    for (const list of this.#lists.values()) list.close();
  }
}
