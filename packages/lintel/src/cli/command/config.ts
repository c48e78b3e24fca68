/** `lintel config …`: the settings of a home. */
import { existsSync } from 'node:fs';
import { readCertificate } from '../../base/certificate.js';
import { type Config, readSettings } from '../../base/config.js';
import { findHome } from '../../base/home.js';
import { UserError } from '../../base/user-error.js';
import type { SourceCatalog } from '../../sources/source/load-catalog.js';
import type { CommandGroup } from '../terminal/define.js';

export function defineConfig(group: CommandGroup): void {
  group
    .define('check', 'Check lintel.json without starting anything', 'lintel config check --home /srv/lintel')
    .details('Each fault is named with its key, what stands there, and what may.')
    .run(async ({ directory, config, catalog }) => {
      // Every command reads them first, so one that is reached has found no fault.
      const { settings: path } = findHome(directory);
      await checkUse(config, await catalog());
      const keys = existsSync(path) ? Object.keys(readSettings(path)) : [];
      const text =
        keys.length === 0
          ? `${path} sets nothing: all settings have their defaults.`
          : `${path} is valid. It sets ${keys.join(', ')}; all else has its default.`;
      return { data: { path, keys, valid: true }, text };
    });
}

/** Throws a UserError for what each setting may say, and the service or the catalog refuses. */
async function checkUse(config: Config, catalog: Pick<SourceCatalog, 'get'>): Promise<void> {
  const { checkRedirect } = await import('../../http/request/transport.js');
  const { checkMetrics } = await import('../../http/process/metrics-server.js');
  readCertificate(config);
  checkRedirect(config);
  checkMetrics(config);
  const unknown = Object.keys(config.sources).filter((id) => catalog.get(id) === null);
  if (unknown.length === 0) return;
  throw new UserError(`sources in lintel.json names no source: ${unknown.join(', ')}.`, {
    hint: 'lintel source list shows their ids.',
  });
}
