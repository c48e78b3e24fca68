/** A server of S3's protocol with one bucket, in a process of its own, over a directory. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

export interface S3Server {
  /** What AWS's client reads to find the server and to sign in. */
  readonly env: Readonly<Record<string, string>>;
  readonly bucket: string;
  readonly port: number;
  /** Stops it where it is: it accepts connections and answers nothing. */
  hang(): void;
  /** Lets it go on. */
  goOn(): void;
  stop(): Promise<void>;
}

/** Starts the server on a port, by default a free one. */
export async function startS3(directory: string, port = 0): Promise<S3Server> {
  const bucket = 'releases';
  const library = createRequire(import.meta.url).resolve('s3rver/package.json');
  const program = join(dirname(library), 'bin', 's3rver.js');
  const args = ['-d', directory, '-a', '127.0.0.1', '-p', `${port}`, '--configure-bucket', bucket];
  const server = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  let address = '';
  for await (const line of createInterface(server.stdout)) {
    address = /listening on (\S+)/.exec(line)?.[1] ?? '';
    if (address !== '') break;
  }
  // What it logs of each request is read by nobody, and must not fill the pipe.
  server.stdout.resume();
  return {
    bucket,
    port: Number(new URL(`http://${address}`).port),
    env: {
      AWS_ENDPOINT_URL_S3: `http://${address}`,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
    hang: () => server.kill('SIGSTOP'),
    goOn: () => server.kill('SIGCONT'),
    async stop() {
      server.kill();
      await once(server, 'exit');
    },
  };
}
