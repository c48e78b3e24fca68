/** `lintel serve`: the service, until it is told to stop. */
import { loadConfig } from '../../base/config.js';
import type { CommandGroup } from '../define.js';
import type { Installation } from '../installation.js';
import { wholeNumber } from '../option-value.js';
import { printText } from '../print.js';

interface ServeOptions {
  readonly host: string;
  readonly port: string;
  readonly workers: string;
  readonly json?: boolean;
}

export function defineServe(root: CommandGroup): void {
  root
    .define('serve', 'Serve the published release', 'lintel serve --port 8080')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <port>', 'port to listen on; 0 takes a free one', '8080')
    .option('--workers <number>', 'server processes', '1')
    .run(async ({ home, config }: Installation, options: ServeOptions) => {
      const { serve } = await import('../../http/serve.js');
      const serving = await serve({
        home,
        config,
        host: options.host,
        port: wholeNumber('--port', options.port, 0, 65_535),
        workers: wholeNumber('--workers', options.workers, 1, 64),
        readConfig: () => loadConfig(home.directory),
      });
      const greeting = options.json
        ? JSON.stringify({ address: serving.url })
        : `Lintel serves ${serving.url} (Ctrl-C stops it)`;
      printText(greeting);
      await serving.stopped;
      return null;
    });
}
