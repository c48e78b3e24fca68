/**
 * Guards the files of an open ledger. A file that is removed, replaced or truncated stays open in this
 * process as if nothing had happened, and later charges would be lost with it. So each commit checks, before
 * and after, that the paths still lead to the files that were opened.
 *
 * A file that is moved away and back is the same file: the ledger then works again.
 */
import { statSync } from 'node:fs';
import { LedgerUnavailable } from './unavailable.js';

/** Milliseconds between two checks for reads. */
const readCheckMs = 100;
/** SQLite's main file, its write-ahead log, and the shared index of that log. */
const endings = ['', '-wal', '-shm'] as const;

export interface FileGuard {
  /** Throws a LedgerUnavailable when a file is no longer the one that was opened. */
  check(): void;
  /** The same, but at most every tenth of a second. */
  checkSometimes(): void;
  /** Whether all files are still those that were opened. */
  isIntact(): boolean;
}

interface Identity {
  readonly path: string;
  readonly device: number;
  readonly inode: number;
  /** The main file never shrinks below this; 0 for the others, which may. */
  readonly minBytes: number;
}

/** Guards the files of the ledger at `path`, which is open. */
export function guardLedgerFile(path: string): FileGuard {
  const known = endings.flatMap((ending): Identity[] => {
    const stat = statSync(path + ending, { throwIfNoEntry: false });
    if (stat === undefined) return [];
    const minBytes = ending === '' ? stat.size : 0;
    return [{ path: path + ending, device: stat.dev, inode: stat.ino, minBytes }];
  });
  let checkedMs = Number.NEGATIVE_INFINITY;

  function fault(): string | null {
    for (const { path: each, device, inode, minBytes } of known) {
      const stat = statSync(each, { throwIfNoEntry: false });
      if (stat === undefined) return `${each} was removed while in use.`;
      if (stat.dev !== device || stat.ino !== inode) return `${each} was replaced while in use.`;
      if (stat.size < minBytes) return `${each} was truncated while in use.`;
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
    checkSometimes() {
      const nowMs = performance.now();
      if (nowMs - checkedMs < readCheckMs) return;
      check();
      checkedMs = nowMs;
    },
    isIntact: () => fault() === null,
  };
}
