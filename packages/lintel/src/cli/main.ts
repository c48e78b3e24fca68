/** The `lintel` command: reads the arguments and runs one command. */

import { createProgram } from './program.js';
import { usageStatus } from './terminal/define.js';

// A reader that has seen enough, such as `head`, ends the program.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

try {
  await createProgram(process.argv[2] ?? '').parseAsync();
} catch (error) {
  const status = usageStatus(error);
  if (status === null) throw error;
  process.exitCode = status;
}
