/**
 * The files of a release that are kept in its database, copied into a directory that the processes of a machine share.
 * A copy appears under its name when it is complete and has the checksums of the manifest.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Sql } from 'postgres';
import { UserError } from '../base/user-error.js';
import type { Manifest } from '../format/manifest.js';
import { apiPrefix } from './api-tables.js';

/** Parts that are asked for at once. */
const partsAtOnce = 64;

/** Copies the files of the release into the directory, unless they are there already. */
export async function copyFiles(
  sql: Sql,
  schema: string,
  manifest: Manifest,
  directory: string,
): Promise<void> {
  if (existsSync(directory)) return;
  mkdirSync(dirname(directory), { recursive: true });
  const draft = mkdtempSync(join(dirname(directory), '.copying-'));
  try {
    const names = await sql.unsafe(`SELECT DISTINCT name FROM ${schema}.${apiPrefix}files`);
    for (const name of names.map((row) => String(row.name))) {
      mkdirSync(dirname(join(draft, name)), { recursive: true });
      const sha256 = await copyFile(sql, schema, name, join(draft, name));
      const expected = manifest.files.find((file) => file.name === name);
      // What changed since other releases is not of the release.
      if (expected === undefined || expected.sha256 === sha256) continue;
      throw new UserError(`The file ${name} of ${manifest.id} is damaged in the database.`, {
        hint: 'Drop the release there, and publish it again.',
      });
    }
    renameSync(draft, directory);
  } catch (error) {
    // Another process of this machine may have been faster.
    if (!existsSync(directory)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Copies one file; gives its checksum. */
async function copyFile(sql: Sql, schema: string, name: string, path: string): Promise<string> {
  const hash = createHash('sha256');
  const file = openSync(path, 'w');
  try {
    for (let from = 0, isAtEnd = false; !isAtEnd; from += partsAtOnce) {
      const parts = await sql.unsafe(
        `SELECT bytes FROM ${schema}.${apiPrefix}files WHERE name = $1 AND part BETWEEN $2 AND $3 ORDER BY part`,
        [name, from, from + partsAtOnce - 1],
      );
      for (const { bytes } of parts) {
        writeSync(file, bytes as Buffer);
        hash.update(bytes as Buffer);
      }
      isAtEnd = parts.length < partsAtOnce;
    }
  } finally {
    closeSync(file);
  }
  return hash.digest('hex');
}

/** Removes the copies of releases that are not among these. Who has one open still reads it. */
export function removeOtherFiles(directory: string, kept: readonly string[]): void {
  if (!existsSync(directory)) return;
  for (const name of readdirSync(directory)) {
    if (kept.includes(name) || name.startsWith('.')) continue;
    rmSync(join(directory, name), { recursive: true, force: true });
  }
}
