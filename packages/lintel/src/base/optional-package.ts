/** Packages that only some need, and that weigh much: who needs one installs it beside Lintel. */
import { errorCode, messageOf, UserError } from './user-error.js';

/**
 * Loads a package that may be missing: `what` says what it is for, at the beginning of a sentence. Throws a UserError
 * with the command that installs it.
 */
export async function loadOptional<Module>(
  name: string,
  what: string,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (errorCode(error) !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UserError(`${what}, is not installed: ${messageOf(error).split('\n')[0]}`, {
      hint: `Install it beside Lintel: npm install ${name}`,
      cause: error,
    });
  }
}
