/**
 * A name server that gives another answer each time (DNS rebinding), asked by the system's own resolver in a network of
 * the attack's own (changing-dns-child.ts): webhooks go to the outside or nowhere, never to the service's own network.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Attack } from './attack.js';

const child = fileURLToPath(new URL('./changing-dns-child.js', import.meta.url));
const inNamespaces = ['--map-root-user', '--net', '--mount'];

export const changingDns: Attack = {
  name: 'changing-dns',
  promise: 'a webhook whose name changes its address is never sent into the network of the service',
  async run({ directory, isShort }) {
    // Not everybody may make namespaces, and they are of Linux.
    if (spawnSync('unshare', [...inNamespaces, 'ip', 'link']).status !== 0)
      return { held: true, seen: 'NOT TRIED: namespaces cannot be made here' };
    const args = [...inNamespaces, process.execPath, child, directory(), isShort ? '40' : '1000'];
    const run = spawnSync('unshare', args, { encoding: 'utf8', timeout: 300_000 });
    if (run.status !== 0) return { held: false, seen: `the network ended with ${run.stderr}` };
    const { lookups, outside, inside, refused } = JSON.parse(run.stdout) as Record<string, number>;
    return {
      held: inside === 0 && (outside ?? 0) > 0 && (refused ?? 0) > 0,
      seen: `${lookups} answers of the name server; ${outside} messages came outside, ${inside} inside, ${refused} were refused`,
    };
  },
};
