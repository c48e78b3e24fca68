/** The version of the package, as the command line and portals see it. */
import { readFileSync } from 'node:fs';

export const { version } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as { version: string };
