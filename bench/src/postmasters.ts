/** The processes of a database server, as far as they are on this machine. */
import { readFileSync } from 'node:fs';
import type { connect } from 'lintel/dist/base/postgres-connection.js';

type Sql = ReturnType<typeof connect>['sql'];

/** The first process of the server, and of each worker of a Citus. */
export async function postmastersOf(sql: Sql): Promise<number[]> {
  const [own] = await sql`SELECT pg_backend_pid() AS pid, to_regproc('citus_version') IS NOT NULL AS divided`;
  const others = own?.divided
    ? await sql`SELECT result AS pid FROM run_command_on_workers('SELECT pg_backend_pid()')`
    : [];
  return [own, ...others].map((row) => parentOf(Number(row?.pid)));
}

function parentOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]);
}
