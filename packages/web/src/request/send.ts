/** Sends a request as a form says it, and reads of the answer what people look at. */
import { callerHeaders } from '../api/key';

export interface ShownAnswer {
  /** Null without an answer. */
  readonly status: number | null;
  /** What it cost; null if it is free. */
  readonly credits: number | null;
  /** Credits that are left; null without a limit. */
  readonly left: number | null;
  /** Status, time and credits; without an answer, why there is none. */
  readonly summary: string;
  /** Empty for what is not text. */
  readonly body: string;
  /** What is not shown of the body; null if nothing. */
  readonly note: string | null;
}

/** Bytes of an answer that are read: an export has no end. */
const maxBytes = 200_000;

/** Sends a GET request with a key, or as a visitor or in the name of the session. Never throws. */
export async function sendRequest(url: string, key: string | null): Promise<ShownAnswer> {
  const begun = performance.now();
  try {
    const response = await fetch(url, { headers: callerHeaders(key), cache: 'no-store' });
    const { bytes, isWhole } = await beginningOf(response);
    const cost = costOf(response);
    const summary = summaryOf(response, Math.round(performance.now() - begun), cost);
    const type = response.headers.get('Content-Type') ?? '';
    const isText = /json|text|xml/.test(type);
    const cut = `The first ${maxBytes / 1000} kB. The rest was not read, and is not charged.`;
    const unshown = isText ? null : `${bytes.size} bytes of ${type || 'no type'}, which are not text.`;
    const body = isText ? indented(await bytes.text(), type) : '';
    return { status: response.status, ...cost, summary, body, note: isWhole ? unshown : cut };
  } catch {
    const summary = navigator.onLine
      ? 'The service does not answer, or broke off the answer.'
      : 'This device is offline.';
    return { status: null, credits: null, left: null, summary, body: '', note: null };
  }
}

type Cost = Pick<ShownAnswer, 'credits' | 'left'>;

function costOf({ headers }: Response): Cost {
  const numberOf = (name: string) => {
    const value = headers.get(name);
    return value === null || Number.isNaN(Number(value)) ? null : Number(value);
  };
  return { credits: numberOf('X-Credits-Request'), left: numberOf('X-Credits-Remaining') };
}

/** `200 OK, 12 ms, 3 credits, 497 left`. */
function summaryOf({ status, statusText }: Response, milliseconds: number, { credits, left }: Cost): string {
  const cost = credits === null ? 'free' : `${credits} ${credits === 1 ? 'credit' : 'credits'}`;
  const remaining = left === null ? '' : `, ${left.toLocaleString('en-US')} left`;
  return `${status} ${statusText}, ${milliseconds} ms, ${cost}${remaining}`;
}

/** The rest is not read: of an export it is not charged then. */
async function beginningOf({ body }: Response): Promise<{ bytes: Blob; isWhole: boolean }> {
  const reader = body?.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done) return { bytes: new Blob(parts), isWhole: true };
    parts.push(part.value);
    length += part.value.length;
    if (length <= maxBytes) continue;
    await reader?.cancel();
    return { bytes: new Blob(parts).slice(0, maxBytes), isWhole: false };
  }
}

function indented(text: string, type: string): string {
  if (!/^application\/(?:\w+\+)?json\b/.test(type)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
