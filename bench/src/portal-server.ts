/**
 * The other side of the benchmark of portals: a process that is an EnerGov or an Accela of made-up permits, so that its
 * memory is not measured. `node portal-server.js energov|accela ROWS` prints its address.
 */
import { AccelaServer, accelaPermits } from '@lintel/testing/portals/accela-server.js';
import { EnergovServer, energovPermits } from '@lintel/testing/portals/energov-server.js';

const [program, rows] = [process.argv[2], Number(process.argv[3])];
const dayMs = 86_400_000;
/** Permits of a day: a busy city. */
const perDay = 40;

if (program === 'energov') {
  const server = await new EnergovServer().listen();
  server.permits = energovPermits(rows, perDay);
  process.stdout.write(`${server.url}\n`);
} else {
  const server = await new AccelaServer().listen();
  server.permits = accelaPermits(rows).map((permit, at) => ({
    ...permit,
    opened: new Date(Date.now() - Math.floor(at / perDay) * dayMs).toISOString().slice(0, 10),
  }));
  process.stdout.write(`${server.url}\n`);
}
