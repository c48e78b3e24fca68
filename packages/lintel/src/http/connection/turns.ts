/**
 * The requests of one connection take turns: the next one is begun when the answer before it has been handed to the
 * socket whole. So a connection holds the bytes of one answer at most, however many requests a client sends ahead
 * (pipelining, RFC 9112, section 9.3.2). A few may wait; with one more the connection is closed, and what waited was
 * neither read nor charged. Whatever waits is dropped with its connection.
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
  /** What ends the connection when the requests before it are answered; nothing behind it is begun. */
  last: (() => void) | null;
}

export interface RequestQueue {
  /** Takes a request: begins it when its turn comes. */
  readonly handle: RequestListener;
  /** Ends a connection with `last`, after the answers that come before. A second call for a connection does nothing. */
  end(socket: Socket, last: () => void): void;
}

export interface PipelineLimits {
  /** Requests of a connection that may wait for their turn. */
  readonly maxWaitingRequests: number;
}

/**
 * Stops the parser of a connection in the middle of what it has read. Without this it goes on to make objects for
 * thousands of requests of a connection that is closed already: 25 ms of processor time for one read of 64 kB. Node has
 * no public way to say it; 2 is what its own parser callback returns for an upgrade, after which nothing is parsed.
 * Where Node has no such callback any more, nothing is lost but that time.
 */
function stopParser(socket: Socket): void {
  const parser: unknown = 'parser' in socket ? socket.parser : null;
  if (typeof parser === 'object' && parser !== null && 'onIncoming' in parser) parser.onIncoming = () => 2;
}

/** Lets requests take turns on their way to the handler. `onCut` is called for a connection that sent too many. */
export function queueRequests(
  handler: RequestListener,
  limits: PipelineLimits,
  onCut: () => void,
): RequestQueue {
  const lines = new WeakMap<Socket, ConnectionQueue>();

  function queueOf(socket: Socket): ConnectionQueue {
    const known = lines.get(socket);
    if (known) return known;
    const line: ConnectionQueue = { isBusy: false, waiting: [], last: null };
    lines.set(socket, line);
    return line;
  }

  function begin(line: ConnectionQueue, socket: Socket, { request, response }: Waiting): void {
    line.isBusy = true;
    // Comes after the answer was handed over, and when the connection closes before.
    response.once('close', () => beginNext(line, socket));
    handler(request, response);
  }

  function beginNext(line: ConnectionQueue, socket: Socket): void {
    // Closed, or closing after the answer that was the last one: nothing more can be sent.
    if (!socket.writable) {
      line.waiting = [];
      return;
    }
    const next = line.waiting.shift();
    if (next) {
      begin(line, socket, next);
      return;
    }
    line.isBusy = false;
    line.last?.();
  }

  return {
    handle(request, response) {
      const { socket } = request;
      const line = queueOf(socket);
      // Of a connection that is over, the parser may still find requests in what it has read.
      if (!socket.writable || line.last !== null) return;
      if (!line.isBusy) begin(line, socket, { request, response });
      else if (line.waiting.length < limits.maxWaitingRequests) line.waiting.push({ request, response });
      else {
        line.waiting = [];
        stopParser(socket);
        socket.destroy();
        onCut();
      }
    },
    end(socket, last) {
      const line = queueOf(socket);
      if (line.last !== null) return;
      line.last = last;
      if (!line.isBusy) last();
    },
  };
}
