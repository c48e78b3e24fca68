/**
 * The installation that a command works on: its directory, settings, and the parts that open on demand.
 *
 * Parts are loaded when a command asks for them, so that a small command starts fast. Whatever a command opened is
 * closed when it ends, however it ends.
 */
import { type Config, loadConfig } from '../base/config.js';
import { type Home, locateHome, openHome } from '../base/home.js';
import type { Geography } from '../geography/geography.js';
import type { Ledger } from '../ledger/ledger.js';
import type { RawStore } from '../raw/raw-store.js';
import type { SourceCatalog } from '../sources/load-catalog.js';
import type { CommandProgress } from './progress.js';

export interface Installation {
  /** The home directory, whether it is there or not. */
  readonly directory: string;
  /** Made when it is asked for: a command that needs no home leaves none behind. */
  readonly home: Home;
  readonly config: Config;
  readonly progress: CommandProgress;
  /**
   * Aborted by the first Ctrl-C. A command that asks for it promises to end soon then; one that never does is ended at
   * once.
   */
  readonly signal: AbortSignal;
  /** What was given to `--home`; null without it. The next command of the user needs it too. */
  readonly homeOption: string | null;
  rawStore(): Promise<RawStore>;
  ledger(): Promise<Ledger>;
  /** Where an operator's own source definitions lie. */
  readonly ownSources: string;
  /** The bundled sources and those of the directory `sources` in the home. */
  catalog(): Promise<SourceCatalog>;
  geography(): Promise<Geography>;
  close(): Promise<void>;
}

/** Opens the installation in `directory`, which is created when a command needs it and it is missing. */
export async function openInstallation(
  directory: string,
  progress: CommandProgress,
  signal: () => AbortSignal,
  homeOption: string | null = null,
): Promise<Installation> {
  const located = locateHome(directory);
  const config = await loadConfig(located.directory);
  let home: Home | null = null;
  const opened = () => {
    home ??= openHome(directory);
    return home;
  };
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
      const { openRawStore } = await import('../raw/sqlite-raw-store.js');
      rawStore ??= openRawStore(opened().raw);
      return rawStore;
    },
    async ledger() {
      const { openLedgerOf } = await import('../ledger/open-ledger.js');
      ledger ??= await openLedgerOf(opened().ledger, config);
      return ledger;
    },
    async catalog() {
      const { loadCatalog } = await import('../sources/load-catalog.js');
      return loadCatalog({ directory: located.sources });
    },
    async geography() {
      const { loadGeography } = await import('../geography/load.js');
      return loadGeography();
    },
    async close() {
      rawStore?.close();
      await ledger?.close();
    },
  };
}
