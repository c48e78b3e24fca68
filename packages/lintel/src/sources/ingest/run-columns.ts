/**
 * Notes in a run which columns its inputs have: those of a header or, for an input without one, those that
 * its rows show by its end. Without this, values of columns that an input lacks would count as cleared.
 */
import type { RunWriter } from '../../raw/raw-store.js';
import type { ReadItem } from '../read/read-item.js';

export class RunColumns {
  readonly #run: Pick<RunWriter, 'columns' | 'columnsWere'>;
  /** Columns of all inputs that have ended or have a header. */
  readonly #known = new Set<string>();
  /** Columns seen so far in the rows of an input without a header; null if there is a header. */
  #shown: Set<string> | null = null;

  constructor(run: Pick<RunWriter, 'columns' | 'columnsWere'>) {
    this.#run = run;
  }

  /** Begins an input with these columns; null if it has no header. */
  async begin(names: readonly string[] | null): Promise<void> {
    await this.end();
    await this.#run.columns(names);
    this.#shown = names === null ? new Set() : null;
    for (const name of names ?? []) this.#known.add(name);
  }

  /** Notes the columns of rows read. To be called before they are stored. */
  see(item: ReadItem): void {
    if (this.#shown === null || !('row' in item)) return;
    for (const name in item.row) this.#shown.add(name);
  }

  /**
   * Ends the input. `also`: columns that it has although no row shows them. `since`: the first run that read
   * it, if several did.
   */
  async end(also: Iterable<string> = [], since?: number): Promise<void> {
    if (this.#shown === null) return;
    const names = [...new Set([...this.#shown, ...also])];
    this.#shown = null;
    if (names.length === 0) return;
    await this.#run.columnsWere(names, since);
    for (const name of names) this.#known.add(name);
  }

  /** All columns of the inputs that have ended. */
  get names(): readonly string[] {
    return [...this.#known];
  }
}
