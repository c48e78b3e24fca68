/** Records in the text format of PostgreSQL's `COPY … FROM STDIN`. */

export type CopiedValue = string | number | bigint | Uint8Array | null;

/** Characters that are sent to the database at once. */
const chunkChars = 256 * 1024;

/** `bytesPrefix` stands before the hexadecimal digits of bytes: `\\x` for a column of bytes, nothing for a UUID. */
export function* copyLines(
  records: Iterable<readonly CopiedValue[]>,
  bytesPrefix: '' | '\\\\x',
): Iterable<Buffer> {
  let text = '';
  for (const values of records) {
    text += `${values.map((value) => copied(value, bytesPrefix)).join('\t')}\n`;
    if (text.length < chunkChars) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function copied(value: CopiedValue, bytesPrefix: string): string {
  if (value === null) return '\\N';
  if (value instanceof Uint8Array) return bytesPrefix + Buffer.from(value).toString('hex');
  return String(value).replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character);
}
