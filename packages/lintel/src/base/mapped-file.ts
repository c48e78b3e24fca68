/**
 * An immutable file mapped into memory. A read is a view, without a system call or a copy, and all processes
 * of a machine share the pages. Only this file names the binding (docs/decisions/042-mapped-files.md).
 * Without the binding, and on Windows, bytes are read into a buffer instead: the same result, slower.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * Views begin at multiples of this and are twice as long, so any slice of up to this length is within one
 * view.
 */
const strideBytes = 2 ** 31;

/** How a file is read: sequentially, or at random, without the system's read-ahead. */
export type Access = 'in order' | 'at random';

/**
 * Maps bytes of an open file into memory, from a multiple of `strideBytes` on; null if the system refuses.
 */
type MapBytes = (fd: number, offset: number, bytes: number, access: Access) => ArrayBuffer | null;

/** The constructor of a typed array. */
interface NumberArray<T> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBuffer, byteOffset: number, length: number): T;
}

interface MapOptions {
  readonly access?: Access;
  /** Null: read without mapping. */
  readonly map?: MapBytes | null;
}

export class MappedFile {
  readonly bytes: number;
  readonly #path: string;
  #views: Buffer[] = [];
  /** Negative once the file is mapped or closed. */
  #fd: number;

  constructor(path: string, { access = 'in order', map = mapBytes() }: MapOptions = {}) {
    this.#path = path;
    this.#fd = openSync(path, 'r');
    try {
      this.bytes = fstatSync(this.#fd).size;
      if (map !== null && this.bytes > 0) this.#map(map, access);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** `length` bytes from `offset` on. They may be the mapped file itself: never write to them. */
  slice(offset: number, length: number): Buffer {
    if (!(offset >= 0 && length >= 0 && offset + length <= this.bytes)) {
      throw new Error(
        `${this.#path} has ${this.bytes} bytes; ${offset} to ${offset + length} is out of range`,
      );
    }
    if (this.#fd >= 0) return this.#read(offset, length);
    const number = offset < strideBytes ? 0 : Math.floor(offset / strideBytes);
    const view = this.#views[number];
    const from = offset - number * strideBytes;
    if (view === undefined || from + length > view.length)
      throw new Error(`no view of ${this.#path} covers ${length} bytes at ${offset}`);
    return view.subarray(from, from + length);
  }

  /**
   * `count` numbers from byte `offset` on; by default all up to the end of the file, which must hold whole numbers.
   * Otherwise as `slice`.
   */
  numbers<T>(kind: NumberArray<T>, offset = 0, count = (this.bytes - offset) / kind.BYTES_PER_ELEMENT): T {
    if (!Number.isInteger(count)) {
      const bytes = kind.BYTES_PER_ELEMENT;
      throw new Error(
        `${this.#path} is damaged: its ${this.bytes} bytes are no whole numbers of ${bytes} bytes`,
      );
    }
    const bytes = this.slice(offset, count * kind.BYTES_PER_ELEMENT);
    if (bytes.byteOffset % kind.BYTES_PER_ELEMENT === 0)
      return new kind(bytes.buffer as ArrayBuffer, bytes.byteOffset, count);
    return new kind(Uint8Array.from(bytes).buffer, 0, count);
  }

  /** Closes the file. Views that were returned before stay valid. */
  close(): void {
    this.#views = [];
    if (this.#fd >= 0) closeSync(this.#fd);
    this.#fd = -1;
  }

  #map(map: MapBytes, access: Access): void {
    for (let from = 0; from < this.bytes; from += strideBytes) {
      const view = map(this.#fd, from, Math.min(this.bytes - from, strideBytes * 2 - 1), access);
      if (view === null) return;
      this.#views.push(Buffer.from(view));
    }
    closeSync(this.#fd);
    this.#fd = -1;
  }

  #read(offset: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafeSlow(length);
    for (let done = 0; done < length; ) {
      const count = readSync(this.#fd, bytes, done, length - done, offset + done);
      if (count === 0) throw new Error(`${this.#path} ends before its ${this.bytes} bytes`);
      done += count;
    }
    return bytes;
  }
}

/** Constants of <sys/mman.h>, the same on Linux, macOS and the BSDs. */
const protRead = 1;
const mapShared = 1;
const adviseRandom = 1;
/** The result of `mmap` if it fails. */
const mapFailed = 2n ** 64n - 1n;

let loaded: MapBytes | null | undefined;

/** The mapping function of this system; null if the system or the binding does not support it. */
function mapBytes(): MapBytes | null {
  if (loaded === undefined) {
    try {
      loaded = process.platform === 'win32' ? null : loadMapping();
    } catch {
      loaded = null;
    }
  }
  return loaded;
}

/** Whether files can be mapped on this system; otherwise they are read. */
export function canMap(): boolean {
  return mapBytes() !== null;
}

function loadMapping(): MapBytes {
  const koffi: typeof import('koffi') = createRequire(import.meta.url)('koffi');
  const library = koffi.load(null);
  const mmap = library.func(
    'void *mmap(void *address, size_t length, int protection, int flags, int fd, int64_t offset)',
  );
  const munmap = library.func('int munmap(void *address, size_t length)');
  const madvise = library.func('int madvise(void *address, size_t length, int advice)');
  // Memory is unmapped when nothing refers to it any more, so a view that outlives its release cannot crash.
  const unused = new FinalizationRegistry<{ address: bigint; bytes: number }>(({ address, bytes }) =>
    munmap(address, bytes),
  );
  return (fd, offset, bytes, access) => {
    const address: unknown = mmap(null, bytes, protRead, mapShared, fd, offset);
    if (typeof address !== 'bigint' || BigInt.asUintN(64, address) === mapFailed) return null;
    if (access === 'at random') madvise(address, bytes, adviseRandom);
    const view = koffi.view(address, bytes);
    unused.register(view, { address, bytes });
    return view;
  };
}
