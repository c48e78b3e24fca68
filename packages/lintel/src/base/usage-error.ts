/** A command line that cannot be meant: exit status 2, as for an unknown option. */
import { UserError } from './user-error.js';

export class UsageError extends UserError {}
