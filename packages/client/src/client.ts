/** The client: the resources of the interface over one service and one key. */
import type { Answer, Credits } from './answer.js';
import { Api } from './generated.js';
import { type LintelOptions, Transport } from './transport.js';

/**
 * A client of one service.
 *
 * Its methods are named as the paths are: `GET /v2/permits/search` is `permits.search(…)`. Parameters have their names
 * on the wire; money is in cents. A method that gives many records gives a `List`; nothing is sent before you take a
 * page or a record of it.
 */
export class Lintel extends Api {
  readonly #transport: Transport;

  constructor(options: LintelOptions) {
    const transport = new Transport(options);
    super(transport);
    this.#transport = transport;
  }

  /** The head of the last answer, also of an error; null before the first one. */
  get lastAnswer(): Answer | null {
    return this.#transport.lastAnswer;
  }

  /** Credits as the last answer that names them does; null before it. */
  get credits(): Credits | null {
    return this.#transport.credits;
  }
}
