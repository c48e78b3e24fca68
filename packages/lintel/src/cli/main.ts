/** The `lintel` command: reads the arguments and runs one command. */
import { usageStatus } from './define.js';
import { createProgram } from './program.js';

try {
  await createProgram().parseAsync();
} catch (error) {
  const status = usageStatus(error);
  if (status === null) throw error;
  process.exitCode = status;
}
