/**
 * PostgreSQL as a search for addresses, for comparison: `pg_trgm` and full text over the same addresses, each with the
 * index made for it. A text is looked for word by word first, the last word as a beginning, and only when that finds
 * nothing by its trigrams, which is the faster and the better of the orders tried.
 */
import { once } from 'node:events';
import type { Address } from '@lintel/contract';
import { complete } from './address-queries.js';
import { print } from './figures.js';
import { type Peer, startPostgres } from './postgres-peer.js';

/** Trigrams that a line has to share with the text: a lower share is slower and finds hardly more. */
const similarity = 0.45;

interface AddressPeer {
  /** Rows of the best ten addresses, and the milliseconds of processor time that they took. */
  search(text: string): Promise<{ rows: number[]; ms: number }>;
  stop(): Promise<void>;
}

/** Starts it in the directory, with the addresses numbered in their order. */
export async function startAddressPeer(
  directory: string,
  addresses: Iterable<Address>,
): Promise<AddressPeer> {
  const peer = await startPostgres(directory);
  try {
    await fill(peer, addresses);
  } catch (error) {
    await peer.stop();
    throw error;
  }
  return {
    async search(text) {
      const before = peer.cpuMs();
      const rows = await find(peer, text);
      return { rows, ms: peer.cpuMs() - before };
    },
    stop: () => peer.stop(),
  };
}

async function fill({ sql }: Peer, addresses: Iterable<Address>): Promise<void> {
  print('filling PostgreSQL');
  await sql.unsafe('create extension if not exists pg_trgm');
  await sql.unsafe('drop table if exists address');
  await sql.unsafe('create table address (row int primary key, line text not null)');
  const copy = await sql.unsafe('copy address from stdin').writable();
  let batch = '';
  let row = 0;
  for (const address of addresses) {
    batch += `${row++}\t${complete(address).replaceAll('\\', '\\\\')}\n`;
    if (batch.length < 1 << 20) continue;
    if (!copy.write(batch)) await once(copy, 'drain');
    batch = '';
  }
  copy.end(batch);
  await once(copy, 'finish');
  await sql.unsafe('create index on address using gin (line gin_trgm_ops)');
  await sql.unsafe(`create index on address using gin (to_tsvector('simple', line))`);
  await sql.unsafe('vacuum analyze address');
  await sql.unsafe(`set pg_trgm.similarity_threshold = ${similarity}`);
}

async function find({ sql }: Peer, text: string): Promise<number[]> {
  const line = text.toUpperCase();
  const words = line.match(/[A-Z0-9]+/g) ?? [];
  if (words.length === 0) return [];
  const byWords = await sql`
    select row from address where to_tsvector('simple', line) @@ to_tsquery('simple', ${`${words.join(' & ')}:*`})
    order by similarity(line, ${line}) desc, row limit 10`;
  if (byWords.length > 0) return byWords.map(({ row }) => Number(row));
  const byTrigrams = await sql`
    select row from address where line % ${line} order by similarity(line, ${line}) desc, row limit 10`;
  return byTrigrams.map(({ row }) => Number(row));
}
