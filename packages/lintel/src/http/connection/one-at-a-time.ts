/**
 * One request of a connection is answered at a time, so that a connection holds the bytes of one answer at most. A
 * request that is sent ahead of the answer before it (RFC 9112, section 9.3.2) is dropped without being read or
 * charged, and the connection ends after that answer: the client sends it again on another one. Proxies and browsers
 * send none ahead.
 */
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { lingerMs } from '../request/limits.js';

interface OneAtATime {
  /** Handles a request, unless one of its connection is being answered. */
  readonly handle: RequestListener;
  /** Ends a connection with `last`, unless an answer is under way: then with that answer. */
  end(socket: Socket, last: () => void): void;
}

/** Puts the rule before the handler. `onCut` is called for each connection that ends because of it. */
export function oneAtATime(handler: RequestListener, onCut: () => void): OneAtATime {
  /** Connections with an answer under way, and whether they end with it. */
  const answering = new WeakMap<Socket, { isLast: boolean }>();

  /** Reads no more of the connection, which ends with the answer under way. */
  function makeLast(socket: Socket, answer: { isLast: boolean }): void {
    if (answer.isLast) return;
    answer.isLast = true;
    stopParser(socket);
    // Node resumes the socket with each request that it finds in what was read at once.
    setImmediate(() => socket.pause());
  }

  return {
    handle(request, response) {
      const { socket } = request;
      const before = answering.get(socket);
      if (before !== undefined) {
        if (!before.isLast) onCut();
        makeLast(socket, before);
        return;
      }
      // The parser may still find requests in the input of a connection that was closed.
      if (!socket.writable) return;
      const own = { isLast: false };
      answering.set(socket, own);
      // Emitted after the answer was handed over, or when the connection closes earlier.
      response.once('close', () => {
        if (own.isLast) endGently(socket);
        else answering.delete(socket);
      });
      handler(request, response);
    },
    end(socket, last) {
      const before = answering.get(socket);
      if (before === undefined) last();
      else makeLast(socket, before);
    },
  };
}

/**
 * Stops the parser of a connection within what it has read. Otherwise it makes objects for each of the 1,900 requests
 * that fit into one read of 64 kB: tens of milliseconds and a megabyte that a client gets for 64 kB, as often as it
 * connects. Node has no public way. Its own callback returns 2 for an upgrade, after which nothing is parsed; a version
 * of Node without this callback loses the time, and nothing else.
 */
function stopParser(socket: Socket): void {
  const parser: unknown = 'parser' in socket ? socket.parser : null;
  if (typeof parser === 'object' && parser !== null && 'onIncoming' in parser) parser.onIncoming = () => 2;
}

/** Closing at once could cut the answer off. */
function endGently(socket: Socket): void {
  socket.end();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
