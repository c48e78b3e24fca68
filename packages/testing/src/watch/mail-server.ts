/** A mail server over real SMTP that keeps what comes. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server that keeps what comes; it refuses while `refuses` is true. */
export async function startMailServer() {
  const mails: string[] = [];
  const server = {
    mails,
    refuses: false,
    url: '',
    close: () => new Promise<void>((closed) => smtp.close(() => closed())),
  };
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let mail = '';
      stream.on('data', (chunk: Buffer) => {
        mail += chunk.toString();
      });
      stream.on('end', () => {
        if (!server.refuses) mails.push(mail);
        done(server.refuses ? new Error('try later') : null);
      });
    },
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  server.url = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;
  return server;
}
