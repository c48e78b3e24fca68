/**
 * Handles the requests of a connection one after another: the next one starts when the operating system has
 * accepted the previous answer. So a connection holds the bytes of one answer at most, however many requests
 * a client pipelines (RFC 9112, section 9.3.2). A few may wait; with one more the connection is closed, and
 * the waiting requests are dropped without being read or charged.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Waiting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface ConnectionQueue {
  isBusy: boolean;
  waiting: Waiting[];
  /** Ends the connection once the earlier requests are answered; no further request is started. */
  last: (() => void) | null;
}

interface RequestQueue {
  /** Handles a request when its turn comes. */
  readonly handle: RequestListener;
  /**
   * Ends a connection with `last`, after the earlier answers. A second call for a connection does nothing.
   */
  end(socket: Socket, last: () => void): void;
}

interface PipelineLimits {
  /** Requests of a connection that may wait. */
  readonly maxWaitingRequests: number;
}

/**
 * Stops the parser of a connection in the middle of its input. Otherwise it would create objects for
 * thousands of requests of a closed connection: 25 ms of CPU time for one read of 64 kB. Node has no public
 * API for this. Its own parser callback returns 2 for an upgrade, after which nothing is parsed. In a version
 * of Node without this callback, only that time is lost.
 */
function stopParser(socket: Socket): void {
  const parser: unknown = 'parser' in socket ? socket.parser : null;
  if (typeof parser === 'object' && parser !== null && 'onIncoming' in parser) parser.onIncoming = () => 2;
}

/**
 * Queues requests before the handler. `onCut` is called for a connection that is closed for too many of them.
 */
export function queueRequests(
  handler: RequestListener,
  limits: PipelineLimits,
  onCut: () => void,
): RequestQueue {
  const queues = new WeakMap<Socket, ConnectionQueue>();

  function queueOf(socket: Socket): ConnectionQueue {
    const known = queues.get(socket);
    if (known) return known;
    const queue: ConnectionQueue = { isBusy: false, waiting: [], last: null };
    queues.set(socket, queue);
    return queue;
  }

  function begin(queue: ConnectionQueue, socket: Socket, { request, response }: Waiting): void {
    queue.isBusy = true;
    // Emitted after the answer was handed over, or when the connection closes earlier.
    response.once('close', () => beginNext(queue, socket));
    handler(request, response);
  }

  function beginNext(queue: ConnectionQueue, socket: Socket): void {
    // Closed, or closing after its last answer: nothing more can be sent.
    if (!socket.writable) {
      queue.waiting = [];
      return;
    }
    const next = queue.waiting.shift();
    if (next) {
      begin(queue, socket, next);
      return;
    }
    queue.isBusy = false;
    queue.last?.();
  }

  return {
    handle(request, response) {
      const { socket } = request;
      const queue = queueOf(socket);
      // The parser may still find requests in the input of a closed connection.
      if (!socket.writable || queue.last !== null) return;
      if (!queue.isBusy) begin(queue, socket, { request, response });
      else if (queue.waiting.length < limits.maxWaitingRequests) queue.waiting.push({ request, response });
      else {
        queue.waiting = [];
        stopParser(socket);
        socket.destroy();
        onCut();
      }
    },
    end(socket, last) {
      const queue = queueOf(socket);
      if (queue.last !== null) return;
      queue.last = last;
      if (!queue.isBusy) last();
    },
  };
}
