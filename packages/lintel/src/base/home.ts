/**
 * The files of an installation, all in one directory, `LINTEL_HOME`.
 *
 *   lintel.json      settings
 *   settings-noted.json  the settings as the audit log has them
 *   sources/         the operator's own source definitions
 *   areas/           the operator's own areas, a file for each set
 *   map/             street tiles that were fetched
 *   official/        files of the Census Bureau's Building Permits Survey
 *   verified.json    which definitions were tried on real rows
 *   raw.sqlite       the raw store
 *   refined.cache    refined rows of the last build; may be deleted at any time
 *   build.lock       held while a release is built
 *   fetch/           files being downloaded from portals
 *   night.json       what the last night did
 *   backup.json      when the last backup was taken, and where it is
 *   releases/ID/     a directory for each release, immutable
 *   releases/.arriving-ID/ a release on its way from a store
 *   releases/.lists/ the chunks of releases that came from a store
 *   releases/.followed.json what was last seen of the store that is followed
 *   releases/current the id of the published release, replaced by one atomic rename
 *   tables/ID/       a release as Parquet files, made once, for SQL and for downloads
 *   ledger.sqlite    accounts, keys, charges
 *   secret           32 random bytes that sign cursors and cookies, and encrypt second steps
 *   tasks/ID/        commands that operators started in the browser, and what became of them
 *   serve.lock       held while the installation is served
 *   serve.url        the address at which it is served
 *   from-database/ID/ files of a release in PostgreSQL, copied while it is served
 */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { errorCode, messageOf, UserError } from './user-error.js';

export interface Home {
  readonly directory: string;
  readonly settings: string;
  readonly settingsNoted: string;
  readonly sources: string;
  readonly areas: string;
  readonly official: string;
  readonly map: string;
  readonly verified: string;
  readonly raw: string;
  readonly refined: string;
  readonly fetch: string;
  readonly night: string;
  readonly lastBackup: string;
  readonly releases: string;
  readonly tables: string;
  readonly ledger: string;
  readonly secret: string;
  readonly tasks: string;
  readonly served: string;
  readonly servedAddress: string;
  readonly fromDatabase: string;
}

/** The paths of an installation, which is made if it is not there. Throws a UserError if that does not work. */
export function openHome(directory: string): Home {
  const home = locateHome(directory);
  try {
    makeDirectory(home.releases);
  } catch (error) {
    throw new UserError(`Cannot create the directory ${home.directory}: ${messageOf(error)}`, {
      hint: 'Choose a directory that you may write to, with --home or LINTEL_HOME.',
      cause: error,
    });
  }
  return home;
}

/** Whether anything in the directory says that it is an installation. */
export function isHome(directory: string): boolean {
  const { settings, sources, areas, official, raw, releases, ledger } = locateHome(directory);
  return [settings, sources, areas, official, raw, releases, ledger].some((path) => existsSync(path));
}

/** The paths of an installation that is there: a UserError if the directory is not one, and nothing is written then. */
export function findHome(directory: string): Home {
  if (isHome(directory)) return openHome(directory);
  const home = locateHome(directory);
  throw new UserError(
    existsSync(home.directory)
      ? `${home.directory} is not a home of Lintel.`
      : `There is no home in ${home.directory}: the directory does not exist.`,
    {
      hint: 'Name the right one with --home or LINTEL_HOME; lintel demo, load, fetch, ingest and serve make one.',
    },
  );
}

/** The paths of an installation, whether or not it exists. */
export function locateHome(directory: string): Home {
  const root = resolve(directory);
  return {
    directory: root,
    settings: join(root, 'lintel.json'),
    settingsNoted: join(root, 'settings-noted.json'),
    sources: join(root, 'sources'),
    areas: join(root, 'areas'),
    official: join(root, 'official'),
    map: join(root, 'map'),
    verified: join(root, 'verified.json'),
    raw: join(root, 'raw.sqlite'),
    refined: join(root, 'refined.cache'),
    fetch: join(root, 'fetch'),
    night: join(root, 'night.json'),
    lastBackup: join(root, 'backup.json'),
    releases: join(root, 'releases'),
    tables: join(root, 'tables'),
    ledger: join(root, 'ledger.sqlite'),
    secret: join(root, 'secret'),
    tasks: join(root, 'tasks'),
    served: join(root, 'serve.lock'),
    servedAddress: join(root, 'serve.url'),
    fromDatabase: join(root, 'from-database'),
  };
}

/**
 * Creates a directory and its parents. Node's own recursive mkdir never returns where a file system refuses
 * new directories with ENOENT, as /proc does.
 */
function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  makeDirectory(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have created it meanwhile.
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}
