/**
 * Watches over the files of an open ledger. A file that is removed, replaced or cut short stays open in this process as
 * if nothing had happened, and charges would be written to where nobody finds them again. So each commit looks, before
 * and after, whether the files are still those that were opened.
 *
 * A file that is moved away and back is the same file: the ledger then works on.
 */
import { statSync } from 'node:fs';
import { LedgerUnavailable } from './unavailable.js';

/** Milliseconds between two looks where nothing is written. */
const lookEveryMs = 100;
/** SQLite's main file, its journal, and the index of the journal that all processes share. */
const endings = ['', '-wal', '-shm'] as const;

export interface FileGuard {
  /** Throws a LedgerUnavailable when a file is no longer the one that was opened. */
  check(): void;
  /** The same, but looks at most every tenth of a second. */
  checkNowAndThen(): void;
  /** Whether all files are still those that were opened. */
  isIntact(): boolean;
}

interface Identity {
  readonly path: string;
  readonly device: number;
  readonly inode: number;
  /** Bytes of the main file, which never shrinks; 0 where the size does not matter. */
  readonly leastBytes: number;
}

/** Guards the files of the ledger at `path`, which is open. */
export function guardLedgerFile(path: string): FileGuard {
  const known = endings.flatMap((ending): Identity[] => {
    const stat = statSync(path + ending, { throwIfNoEntry: false });
    if (stat === undefined) return [];
    const leastBytes = ending === '' ? stat.size : 0;
    return [{ path: path + ending, device: stat.dev, inode: stat.ino, leastBytes }];
  });
  let lookedMs = Number.NEGATIVE_INFINITY;

  function fault(): string | null {
    for (const { path: each, device, inode, leastBytes } of known) {
      const stat = statSync(each, { throwIfNoEntry: false });
      if (stat === undefined) return `${each} was removed while it is in use.`;
      if (stat.dev !== device || stat.ino !== inode) return `${each} was replaced while it is in use.`;
      if (stat.size < leastBytes) return `${each} was cut short while it is in use.`;
    }
    return null;
  }

  function check(): void {
    const found = fault();
    if (found === null) return;
    throw new LedgerUnavailable('gone', found, {
      hint: 'Stop the service, put the file back or restore a backup (lintel restore), and start it again.',
    });
  }

  return {
    check,
    checkNowAndThen() {
      const nowMs = performance.now();
      if (nowMs - lookedMs < lookEveryMs) return;
      check();
      lookedMs = nowMs;
    },
    isIntact: () => fault() === null,
  };
}
