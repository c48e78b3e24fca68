/** `lintel config …`: the settings of a home. */
import { existsSync } from 'node:fs';
import { readSettings } from '../../base/config.js';
import { findHome } from '../../base/home.js';
import type { CommandGroup } from '../terminal/define.js';

export function defineConfig(group: CommandGroup): void {
  group
    .define('check', 'Check lintel.json without starting anything', 'lintel config check --home /srv/lintel')
    .details('Each fault is named with its key, what stands there, and what may.')
    .run(({ directory }) => {
      // Every command reads them first, so one that is reached has found no fault.
      const { settings: path } = findHome(directory);
      const keys = existsSync(path) ? Object.keys(readSettings(path)) : [];
      const text =
        keys.length === 0
          ? `${path} sets nothing: all settings have their defaults.`
          : `${path} is valid. It sets ${keys.join(', ')}; all else has its default.`;
      return { data: { path, keys, valid: true }, text };
    });
}
