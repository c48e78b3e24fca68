/** A command line that cannot be meant: exit status 2, as for an unknown option. */
import { Failure } from './failure.js';

export class WrongUsage extends Failure {}
