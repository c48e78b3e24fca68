/** The version of the package, as the command line and portals see it. */
import { existsSync, readFileSync } from 'node:fs';

const packageFolder = new URL('../../../', import.meta.url);

function json<Content>(name: string): Content {
  return JSON.parse(readFileSync(new URL(name, packageFolder), 'utf8')) as Content;
}

export const { version } = json<{ version: string }>('package.json');

/** ` of 2026-11-24 (commit 30850da1e052)`: what the build knew of itself. Empty without a build. */
export function programOf(): string {
  if (!existsSync(new URL('dist/built.json', packageFolder))) return '';
  const { day, commit } = json<{ day: string; commit: string | null }>('dist/built.json');
  return ` of ${day}${commit === null ? '' : ` (commit ${commit})`}`;
}
