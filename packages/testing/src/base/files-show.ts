/** Waiting for what another process does to files: the system tells of each change, so nothing looks again and again. */
import { watch } from 'node:fs';

/** Resolves once the directory's files show it; rejects when they have not in the given time. */
export function filesShow(directory: string, isSo: () => boolean, withinMs = 120_000): Promise<void> {
  return new Promise((resolve, reject) => {
    const watcher = watch(directory, () => look());
    const timer = setTimeout(
      () => end(() => reject(new Error(`not seen in ${directory} within ${withinMs} ms`))),
      withinMs,
    );
    const end = (then: () => void) => {
      clearTimeout(timer);
      watcher.close();
      then();
    };
    const look = () => {
      if (isSo()) end(resolve);
    };
    look();
  });
}
