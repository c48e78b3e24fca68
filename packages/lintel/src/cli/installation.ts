/**
 * The installation that a command works on: its directory, settings, and the parts that open on demand.
 * Whatever a command opened is closed when it ends, however it ends.
 */
import { join } from 'node:path';
import { type Config, loadConfig } from '../base/config.js';
import { type Home, openHome } from '../base/home.js';
import type { Progress } from '../base/progress.js';
import type { Geography } from '../geography/geography.js';
import { loadGeography } from '../geography/load.js';
import type { Ledger } from '../ledger/ledger.js';
import { openLedger } from '../ledger/open-ledger.js';
import type { RawStore } from '../raw/raw-store.js';
import { openRawStore } from '../raw/sqlite-raw-store.js';
import { loadCatalog, type SourceCatalog } from '../sources/load-catalog.js';

export interface Installation {
  readonly home: Home;
  readonly config: Config;
  readonly progress: Progress;
  /** Aborted by the first Ctrl-C. */
  readonly signal: AbortSignal;
  rawStore(): RawStore;
  ledger(): Ledger;
  catalog(): SourceCatalog;
  geography(): Geography;
  close(): Promise<void>;
}

/** Opens the installation in `directory`, creating the directory when it is missing. */
export function openInstallation(directory: string, progress: Progress, signal: AbortSignal): Installation {
  const home = openHome(directory);
  const config = loadConfig(home.directory);
  let rawStore: RawStore | null = null;
  let ledger: Ledger | null = null;
  let catalog: SourceCatalog | null = null;
  return {
    home,
    config,
    progress,
    signal,
    rawStore: () => {
      rawStore ??= openRawStore(home.raw);
      return rawStore;
    },
    ledger: () => {
      ledger ??= openLedger({ path: home.ledger, plans: config.plans });
      return ledger;
    },
    catalog: () => {
      catalog ??= loadCatalog({ directory: join(home.directory, 'sources') });
      return catalog;
    },
    geography: loadGeography,
    async close() {
      rawStore?.close();
      await ledger?.close();
    },
  };
}
