/** Files of a release that are kept in its database, copied into a directory of this process to be read. */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { apiPrefix, servedFiles } from './api-tables.js';

/** Parts that are asked for at once. */
const partsAtOnce = 64;

export interface ServedFiles {
  readonly directory: string;
  remove(): void;
}

export async function copyFiles(sql: Sql, schema: string): Promise<ServedFiles> {
  const directory = mkdtempSync(join(tmpdir(), 'lintel-release-'));
  const remove = () => rmSync(directory, { recursive: true, force: true });
  try {
    for (const name of servedFiles) {
      const file = openSync(join(directory, name), 'w');
      try {
        for (let from = 0, isAtEnd = false; !isAtEnd; from += partsAtOnce) {
          const parts = await sql.unsafe(
            `SELECT bytes FROM ${schema}.${apiPrefix}files WHERE name = $1 AND part BETWEEN $2 AND $3 ORDER BY part`,
            [name, from, from + partsAtOnce - 1],
          );
          for (const { bytes } of parts) writeSync(file, bytes as Buffer);
          isAtEnd = parts.length < partsAtOnce;
        }
      } finally {
        closeSync(file);
      }
    }
    return { directory, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
