/**
 * A file of named sections of numbers, read by any number of processes.
 *
 * It ends with a table of its sections and begins with a fixed prelude that points there and is written last:
 * a truncated file, one of another kind or format, or one with a damaged section is refused by name. Numbers
 * are little-endian.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { endianness } from 'node:os';
import { crc32 } from 'node:zlib';
import { MappedFile } from '../../base/mapped-file.js';
import { UserError } from '../../base/user-error.js';

const magic = 'LNTLIDX\n';
const format = 2;
const preludeBytes = 32;
const chunkBytes = 1 << 18;
const numberBytes = 4;

interface Section {
  readonly offset: number;
  readonly bytes: number;
  readonly crc: number;
}

interface Table {
  readonly kind: string;
  readonly info: Readonly<Record<string, number>>;
  readonly sections: Readonly<Record<string, Section>>;
}

/** Appends bytes to one open section, through a buffer. */
export interface SectionStream {
  write(bytes: Uint8Array): void;
}

export interface SectionWriter {
  /** Writes a whole section. */
  put(name: string, values: Uint8Array | Uint16Array | Uint32Array): void;
  /** Reserves a section of known size; what is written to the stream fills it. */
  reserve(name: string, bytes: number): SectionStream;
  /** Writes table and prelude, closes, and returns the size of the file in bytes. */
  finish(info: Record<string, number>): number;
}

/** Begins a section file of the kind (up to 8 letters). */
export function createSectionFile(path: string, kind: string): SectionWriter {
  if (endianness() !== 'LE') throw new UserError('Search indexes need a little-endian machine');
  const fd = openSync(path, 'w');
  const sections: Record<string, Section> = {};
  const streams: {
    name: string;
    offset: number;
    bytes: number;
    end: () => { crc: number; bytes: number };
  }[] = [];
  let end = preludeBytes;
  const align = () => {
    end = Math.ceil(end / 8) * 8;
    return end;
  };
  return {
    put(name, values) {
      const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
      const offset = align();
      writeAll(fd, bytes, offset);
      sections[name] = { offset, bytes: bytes.length, crc: crc32(bytes) };
      end = offset + bytes.length;
    },
    reserve(name, bytes) {
      const offset = align();
      end = offset + bytes;
      const stream = openStream(fd, offset);
      streams.push({ name, offset, bytes, end: stream.end });
      return stream;
    },
    finish(info) {
      for (const { name, offset, bytes, end: endStream } of streams) {
        const written = endStream();
        if (written.bytes !== bytes)
          throw new Error(`section ${name}: ${written.bytes} of ${bytes} bytes written`);
        sections[name] = { offset, bytes, crc: written.crc };
      }
      const table = Buffer.from(JSON.stringify({ kind, info, sections } satisfies Table));
      const offset = align();
      writeAll(fd, table, offset);
      writeAll(fd, prelude(offset, table), 0);
      closeSync(fd);
      return offset + table.length;
    },
  };
}

function openStream(
  fd: number,
  start: number,
): SectionStream & { end: () => { crc: number; bytes: number } } {
  const buffer = Buffer.alloc(chunkBytes);
  let filled = 0;
  let offset = start;
  let crc = 0;
  const flush = () => {
    writeAll(fd, buffer.subarray(0, filled), offset);
    crc = crc32(buffer.subarray(0, filled), crc);
    offset += filled;
    filled = 0;
  };
  return {
    write(bytes) {
      for (let from = 0; from < bytes.length; ) {
        const count = Math.min(bytes.length - from, chunkBytes - filled);
        buffer.set(bytes.subarray(from, from + count), filled);
        filled += count;
        from += count;
        if (filled === chunkBytes) flush();
      }
    },
    end() {
      flush();
      return { crc, bytes: offset - start };
    },
  };
}

function prelude(tableOffset: number, table: Buffer): Buffer {
  const bytes = Buffer.alloc(preludeBytes);
  bytes.write(magic, 0, 'latin1');
  bytes.writeUInt32LE(format, 8);
  bytes.writeUInt32LE(crc32(table), 12);
  bytes.writeBigUInt64LE(BigInt(tableOffset), 16);
  bytes.writeUInt32LE(table.length, 24);
  return bytes;
}

/** Reads return the file itself, mapped into memory: never modify it. */
export interface SectionReader {
  readonly info: Readonly<Record<string, number>>;
  readonly fileBytes: number;
  /** A whole section, checked. */
  bytes(name: string): Uint8Array;
  numbers(name: string): Uint32Array;
  /** `count` numbers of a section from number `from` on. */
  slice(name: string, from: number, count: number): Uint32Array;
  close(): void;
}

/** Opens a section file of the kind; anything else is refused. */
export function openSectionFile(path: string, kind: string): SectionReader {
  let file: MappedFile;
  try {
    file = new MappedFile(path);
  } catch (error) {
    throw new UserError(`Cannot open the search index ${path}: ${(error as Error).message}`, {
      cause: error,
    });
  }
  try {
    return sectionReader(file, path, readTable(file, path, kind));
  } catch (error) {
    file.close();
    throw error;
  }
}

function sectionReader(file: MappedFile, path: string, table: Table): SectionReader {
  const section = (name: string): Section => {
    const found = table.sections[name];
    if (!found) throw new UserError(`${path} lacks its section ${name}`, { hint: rebuild });
    return found;
  };
  const whole = (name: string): Section => {
    const found = section(name);
    if (crc32(file.slice(found.offset, found.bytes)) !== found.crc)
      throw new UserError(`${path} is damaged in its section ${name}`, { hint: rebuild });
    return found;
  };
  return {
    info: table.info,
    fileBytes: file.bytes,
    bytes(name) {
      const { offset, bytes } = whole(name);
      return file.slice(offset, bytes);
    },
    numbers(name) {
      const { offset, bytes } = whole(name);
      return file.numbers(Uint32Array, offset, bytes / numberBytes);
    },
    slice(name, from, count) {
      const { offset, bytes } = section(name);
      if ((from + count) * numberBytes > bytes)
        throw new UserError(`${path} points outside its section ${name}`, { hint: rebuild });
      return file.numbers(Uint32Array, offset + from * numberBytes, count);
    },
    close() {
      file.close();
    },
  };
}

const rebuild = 'Build the release again.';

function readTable(file: MappedFile, path: string, kind: string): Table {
  const notOurs = (why: string) =>
    new UserError(`${path} is not a search index of this version: ${why}`, { hint: rebuild });
  if (file.bytes < preludeBytes) throw notOurs('it is too short');
  const head = file.slice(0, preludeBytes);
  if (head.toString('latin1', 0, 8) !== magic) throw notOurs('it does not begin as one');
  if (head.readUInt32LE(8) !== format) throw notOurs(`its format is ${head.readUInt32LE(8)}, not ${format}`);
  const offset = Number(head.readBigUInt64LE(16));
  const length = head.readUInt32LE(24);
  if (offset + length !== file.bytes) throw notOurs('its length is wrong');
  const content = file.slice(offset, length);
  if (crc32(content) !== head.readUInt32LE(12)) throw notOurs('its table is damaged');
  const table = JSON.parse(content.toString()) as Table;
  if (table.kind !== kind) throw notOurs(`it holds ${table.kind}, not ${kind}`);
  return table;
}

function writeAll(fd: number, bytes: Uint8Array, offset: number): void {
  let done = 0;
  while (done < bytes.length) done += writeSync(fd, bytes, done, bytes.length - done, offset + done);
}
