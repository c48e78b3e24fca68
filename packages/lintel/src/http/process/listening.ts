/** Whether a server can listen at an address, and in plain words why not. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { UserError } from '../../base/user-error.js';

/** Throws a UserError if nobody can listen there now; for commands that serve after hours of other work. */
export async function checkListening(host: string, port: number): Promise<void> {
  const probe = createServer();
  try {
    probe.listen({ host, port });
    await once(probe, 'listening');
  } catch (error) {
    throw listenFailure(error, host, port);
  }
  probe.close();
  await once(probe, 'close');
}

/** An error of listening in plain words, with what to do; any other error as it is. */
export function listenFailure(error: unknown, host: string, port: number): unknown {
  const where = `${host}:${port}`;
  const fail = (message: string, hint: string) => new UserError(message, { hint, cause: error });
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return fail(
        `${where} is already in use.`,
        'Stop the server that listens there, or choose another port with --port.',
      );
    case 'EACCES':
      return fail(`This user may not listen on ${where}.`, 'Choose a port from 1024 on with --port.');
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return fail(`${host} is not an address of this machine.`, 'Use --host 127.0.0.1, or 0.0.0.0 for all.');
    case 'ERR_SOCKET_BAD_PORT':
      return fail(`${port} is not a port.`, 'A port is a number from 0 to 65535.');
    default:
      return error;
  }
}
