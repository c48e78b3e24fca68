/** `lintel backup` and `lintel restore`: copies a whole home and puts it back. */
import type { BackupManifest } from '../../backup/manifest.js';
import { formatCount, formatTime } from '../../base/format-number.js';
import type { CommandGroup } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';
import { nextStep } from '../terminal/next-step.js';
import { columns, indent, type Outcome } from '../terminal/outcome.js';
import { noteAct } from '../work/note-act.js';

interface BackupOptions {
  readonly releases?: boolean;
  /** False with `--no-raw`. */
  readonly raw: boolean;
}

export function defineBackup(root: CommandGroup): void {
  root
    .define(
      'backup <directory>',
      'Back up the home into a new directory, even while it is served',
      'lintel backup /mnt/backup/2026-11-22 --releases',
    )
    .option('--releases', 'include finished releases, which a build could make again')
    .option('--no-raw', 'leave out the raw store, which files and portals could fill again')
    .run(async (installation, options: BackupOptions, directory: string) => {
      const { locateHome } = await import('../../base/home.js');
      const { takeBackup } = await import('../../backup/take-backup.js');
      const taken = await takeBackup({
        ...working(installation),
        home: locateHome(installation.directory),
        to: directory,
        releases: options.releases === true,
        raw: options.raw,
      });
      const { manifest, problems } = taken;
      return { ...report(`Backed up into ${taken.directory}:`, manifest, {}), problems };
    });

  root
    .define(
      'restore <directory>',
      'Replace a home with a backup; nothing may be using the home',
      'lintel restore /mnt/backup/2026-11-22 --home /srv/lintel',
    )
    .makesHome()
    .run(async (installation, _options: object, directory: string) => {
      const { restoreBackup } = await import('../../backup/restore-backup.js');
      const { home } = installation;
      const restored = await restoreBackup({ ...working(installation), home, from: directory });
      const { manifest, replaced } = restored;
      await noteAct(installation, 'home.restore', manifest.made_at, `from ${directory}`);
      const head = `Restored ${home.directory} as it was on ${formatTime(Date.parse(manifest.made_at))}:`;
      const outcome = report(head, manifest, { replaced });
      const kept = replaced === null ? '' : `\nWhat was there is kept in ${replaced}.`;
      const { currentReleaseId } = await import('../../format/published.js');
      const next = nextStep(installation, currentReleaseId(home) === null ? 'build --publish' : 'serve');
      return { ...outcome, text: `${outcome.text}${kept}\n${next}` };
    });
}

function working({ config, progress, signal }: Installation) {
  return { config, progress, signal, now: Date.now };
}

/** The contents of a backup, by part, and what is missing from it. */
function report(head: string, manifest: BackupManifest, more: object): Outcome {
  const { files, ledger, left_out } = manifest;
  const names = [...new Set(files.map(({ path }) => path.split('/')[0] ?? path))].sort();
  const held = names.map((name) => {
    const own = files.filter(({ path }) => path === name || path.startsWith(`${name}/`));
    const bytes = own.reduce((sum, file) => sum + file.bytes, 0);
    const isDirectory = own[0]?.path !== name;
    return { name: isDirectory ? `${name}/` : name, files: own.length, bytes, what: whatOf(name, manifest) };
  });
  const rows = held.map(({ name, bytes, what }) => [name, size(bytes), what]);
  const missing = left_out.map(({ name, why }) => [name, why]);
  return {
    data: {
      ...{ made_at: manifest.made_at, home: manifest.home, ledger, published: manifest.published },
      parts: held.map(({ what: _, ...part }) => part),
      left_out,
      ...more,
    },
    text: [
      head,
      indent(rows.length === 0 ? 'nothing: the home is empty' : columns(rows)),
      ...(missing.length === 0 ? [] : ['Not included:', indent(columns(missing))]),
    ].join('\n'),
  };
}

const counted = (count: number, what: string) => `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`;

function whatOf(name: string, { files, ledger, published }: BackupManifest): string {
  switch (name) {
    case 'ledger.sqlite': {
      const last = ledger.last_charge_at ?? null;
      const charge = last === null ? 'no charge' : `the last charge of ${formatTime(Date.parse(last))}`;
      return `${counted(ledger.accounts ?? 0, 'account')}, ${counted(ledger.keys ?? 0, 'key')}, ${charge}`;
    }
    case 'raw.sqlite':
      return 'what sources sent';
    case 'secret':
      return 'signs cursors';
    case 'lintel.json':
      return 'settings';
    case 'releases': {
      const ids = new Set(files.map(({ path }) => /^releases\/(\d[^/]*)\//.exec(path)?.[1]));
      ids.delete(undefined);
      return `${formatCount(ids.size)} releases, ${published === null ? 'none' : published} published`;
    }
    default:
      return '';
  }
}

function size(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let [value, unit] = [bytes, 0];
  for (; value >= 1000 && unit + 1 < units.length; unit++) value /= 1000;
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}
