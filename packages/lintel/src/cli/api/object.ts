/** Single objects, which cost nothing: as text on a terminal, else as JSON. */
import type { Query } from '@lintel/client';
import { printJson, printText } from '../terminal/print.js';
import type { Asking } from './ask.js';
import { objectText } from './record-text.js';

/** Shows the object of a path, on a terminal as `textOf` writes it. */
export async function showObject(
  { connection, output, say, signal }: Asking,
  path: string,
  query: Query,
  textOf: (object: object) => string = objectText,
): Promise<void> {
  const object = await connection.client.get<object>(path, query, { signal });
  if (output.format === 'json') printJson(object);
  else printText(textOf(object));
  say(`From ${connection.name}.`);
}
