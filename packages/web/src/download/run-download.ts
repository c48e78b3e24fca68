/** Runs downloads in the worker and keeps their state. */
import { saveFile } from '../words/save-file';
import type { DownloadOrder, FromWorker, ToWorker } from './messages';
import { currentDownload, setDownload } from './state';

let worker: Worker | null = null;

/** Records from which on the file is written to disk as it comes, where the browser can. */
const largeRecords = 100_000;

interface Wanted extends Omit<DownloadOrder, 'file'> {
  readonly name: string;
  readonly total: number | null;
}

const isLarge = (total: number | null) => total === null || total > largeRecords;

/** Whether a download of so many records is large, and this browser cannot write it to disk as it comes. */
export function isHeldInMemory(total: number | null): boolean {
  return isLarge(total) && (window as FilePicker).showSaveFilePicker === undefined;
}

/** Begins a download. Does nothing if its person chooses no file. */
export async function startDownload({ name, total, ...order }: Wanted): Promise<void> {
  let file: FileSystemFileHandle | null = null;
  try {
    if (isLarge(total)) file = await chooseFile(name);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    throw error;
  }
  worker?.terminate();
  const own = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  worker = own;
  setDownload({ format: order.format, name, total, records: 0, phase: 'running', reason: null });
  own.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => hear(data));
  own.addEventListener('error', () => hear({ say: 'failed', message: 'The download could not be started.' }));
  window.addEventListener('beforeunload', warn);
  own.postMessage({ say: 'start', order: { ...order, file } } satisfies ToWorker);
}

/** After a stop: goes on where it stopped, or ends the file with what has come. */
export function decideDownload(next: 'continue' | 'finish'): void {
  const download = currentDownload();
  if (download === null) return;
  setDownload({ ...download, phase: 'running', reason: null });
  worker?.postMessage({ say: next } satisfies ToWorker);
}

/** Ends the download; what has come is lost. */
export function cancelDownload(): void {
  end();
  setDownload(null);
}

function hear(message: FromWorker): void {
  const download = currentDownload();
  if (download === null) return;
  if (message.say === 'progress') {
    const phase = message.isWaiting ? 'waiting' : 'running';
    setDownload({ ...download, records: message.records, phase });
  } else if (message.say === 'stopped') {
    setDownload({ ...download, records: message.records, phase: 'stopped', reason: message.reason });
  } else if (message.say === 'done') {
    end();
    if (message.content) saveFile(message.content, download.name);
    setDownload({ ...download, records: message.records, phase: 'done', reason: null });
  } else {
    end();
    setDownload({ ...download, phase: 'failed', reason: { code: 'other', message: message.message } });
  }
}

function end(): void {
  worker?.terminate();
  worker = null;
  window.removeEventListener('beforeunload', warn);
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

interface FilePicker {
  showSaveFilePicker?(options: { readonly suggestedName: string }): Promise<FileSystemFileHandle>;
}

/** A file that its person chooses; null where the browser has no such choice. */
async function chooseFile(name: string): Promise<FileSystemFileHandle | null> {
  const picker = (window as FilePicker).showSaveFilePicker;
  return picker ? await picker.call(window, { suggestedName: name }) : null;
}
