/**
 * pgbouncer for tests, in transaction mode before a server of `postgres.ts`, with fewer connections to the server than
 * clients open: whatever a session keeps is soon met by another client. Where it is not installed, tests say so.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { noPostgres, otherUser, type SharedPostgres } from './postgres.js';

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'].find(existsSync);

/** Why the tests with pgbouncer cannot run; false when they can. */
export const noPgbouncer: string | false =
  noPostgres || (program === undefined ? 'pgbouncer is not installed' : false);

/** Connections to the server. */
const poolSize = 3;
const startTries = 100;

interface TestPgbouncer {
  /** The address of the server's database through pgbouncer. */
  through(url: string): string;
  stop(): void;
}

/** Starts pgbouncer before the server. */
export async function startPgbouncer(server: SharedPostgres): Promise<TestPgbouncer> {
  if (program === undefined) throw new Error(String(noPgbouncer));
  const directory = mkdtempSync(join(tmpdir(), 'lintel-pgbouncer-'));
  const user = otherUser();
  const settings = join(directory, 'pgbouncer.ini');
  const users = join(directory, 'users.txt');
  writeFileSync(users, '"lintel" ""\n');
  writeFileSync(
    settings,
    `[databases]
* = host=${server.directory}
[pgbouncer]
pool_mode = transaction
default_pool_size = ${poolSize}
server_login_retry = 1
auth_type = trust
auth_file = ${users}
listen_addr =
listen_port = 5432
unix_socket_dir = ${directory}
`,
  );
  if (user) for (const path of [directory, settings, users]) chownSync(path, user.uid, user.gid);
  const child: ChildProcess = spawn(program, ['-q', settings], { stdio: 'ignore', ...(user ?? {}) });
  for (let tries = 0; !(await answers(join(directory, '.s.PGSQL.5432'))); tries++) {
    if (tries === startTries) throw new Error('pgbouncer does not start');
    await sleep(20);
  }
  return {
    through: (url) =>
      `${url.replace(encodeURIComponent(server.directory), encodeURIComponent(directory))}&pgbouncer=true`,
    stop() {
      child.kill('SIGKILL');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
