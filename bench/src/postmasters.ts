/** The processes of a database server, as far as they are on this machine. */
import type { connect } from 'lintel/dist/base/postgres-connection.js';

type Sql = ReturnType<typeof connect>['sql'];

/** The first process of the server, and of each worker of a Citus. The user must be a superuser. */
export async function postmastersOf(sql: Sql): Promise<number[]> {
  const [own] =
    await sql`SELECT pg_read_file('postmaster.pid') AS pid, to_regproc('citus_version') IS NOT NULL AS divided`;
  const others = own?.divided
    ? await sql`SELECT result AS pid FROM run_command_on_workers('SELECT split_part(pg_read_file(''postmaster.pid''), E''\\n'', 1)')`
    : [];
  return [own, ...others].map((row) => Number.parseInt(String(row?.pid), 10));
}
