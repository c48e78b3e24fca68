/**
 * An installation of Lintel: its home, its settings, and its parts, which open on first use so that a small
 * command starts fast. `close` closes what was opened.
 */
import { type Config, loadConfig } from '../base/config.js';
import { findHome, type Home, locateHome, openHome } from '../base/home.js';
import type { Progress } from '../base/progress.js';
import type { Geography } from '../geography/geography.js';
import type { Ledger } from '../ledger/ledger.js';
import type { RawStore } from '../raw/raw-store.js';
import type { SourceCatalog } from '../sources/source/load-catalog.js';

/** `P` is the type of progress display; a command draws it on the terminal. */
export interface Installation<P extends Progress = Progress> {
  /** The home directory, whether it exists or not. */
  readonly directory: string;
  /**
   * Throws a UserError if there is none: a command that was given a mistyped directory makes no home there. The few
   * commands that may make one do so on first use.
   */
  readonly home: Home;
  readonly config: Config;
  readonly progress: P;
  /**
   * Aborted by the first Ctrl-C. A command that reads it must end soon after; a command that never reads it
   * is ended at once.
   */
  readonly signal: AbortSignal;
  /** The value of `--home`; null without it. Commands that Lintel suggests repeat it. */
  readonly homeOption: string | null;
  rawStore(): Promise<RawStore>;
  ledger(): Promise<Ledger>;
  /** Directory of the operator's own source definitions. */
  readonly ownSources: string;
  /** The bundled sources and those of `ownSources`. */
  catalog(): Promise<SourceCatalog>;
  geography(): Promise<Geography>;
  close(): Promise<void>;
}

interface OpenOptions {
  /** The value of `--home`; null without it. */
  readonly homeOption?: string | null;
  /** Whether a home is made where there is none. */
  readonly makesHome?: boolean;
}

/** Opens the installation in `directory`, whose parts are opened on first use. */
export async function openInstallation<P extends Progress>(
  directory: string,
  progress: P,
  signal: () => AbortSignal,
  { homeOption = null, makesHome = false }: OpenOptions = {},
): Promise<Installation<P>> {
  const located = locateHome(directory);
  const config = await loadConfig(located.directory);
  let home: Home | null = null;
  const opened = () => {
    home ??= makesHome ? openHome(directory) : findHome(directory);
    return home;
  };
  /**
   * Where a part lies: in the home, which must be there then, unless the settings name a database for it. A command that
   * makes a home makes it then too: a build of its rows needs one.
   */
  const pathOf = (part: 'raw' | 'ledger', url: string | null) =>
    (url === null || makesHome ? opened() : located)[part];
  let rawStore: RawStore | null = null;
  let ledger: Ledger | null = null;
  return {
    directory: located.directory,
    get home() {
      return opened();
    },
    config,
    progress,
    get signal() {
      return signal();
    },
    homeOption,
    ownSources: located.sources,
    async rawStore() {
      const { openRawStoreOf } = await import('../raw/open-raw-store.js');
      rawStore ??= await openRawStoreOf(pathOf('raw', config.raw_url), config);
      return rawStore;
    },
    async ledger() {
      const { openLedgerOf } = await import('../ledger/open-ledger.js');
      if (ledger === null) {
        ledger = await openLedgerOf(pathOf('ledger', config.ledger_url), config);
        const { noteSettings } = await import('../ledger/note-settings.js');
        // What keeps an edit out of the log, such as a full disk, must not keep the command from its work.
        await noteSettings(ledger, located).catch(() => {});
      }
      return ledger;
    },
    async catalog() {
      const { loadCatalog } = await import('../sources/source/load-catalog.js');
      return loadCatalog({ directory: located.sources });
    },
    async geography() {
      const { loadGeography } = await import('../geography/load.js');
      return loadGeography();
    },
    async close() {
      await rawStore?.close();
      await ledger?.close();
    },
  };
}
