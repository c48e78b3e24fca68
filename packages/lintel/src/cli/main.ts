/** The `lintel` command: reads the arguments and runs one command. */

import { writeFailure } from '../base/files/file-writer.js';
import { UserError } from '../base/user-error.js';
import { failureText, usageStatus } from './terminal/define.js';
import { printProblem } from './terminal/print.js';

// A reader that has seen enough, such as `head`, ends the program; so does a full disk below standard output.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  const failure = writeFailure('standard output', error);
  printProblem(failure instanceof UserError ? failureText(failure) : error.message);
  process.exit(1);
});

try {
  const { createProgram } = await import('./program.js');
  await createProgram(process.argv[2] ?? '').parseAsync();
} catch (error) {
  // SQLite may be missing before a command begins.
  const failed = error instanceof UserError;
  if (failed) printProblem(failureText(error));
  const status = failed ? 1 : usageStatus(error);
  if (status === null) throw error;
  process.exitCode = status;
}
