/** A file that cannot be of the source it was given for: it has another format or other columns. */
import { UserError } from '../../base/user-error.js';

/** Tells this refusal from others, so that whoever knows the catalog can name the source that does read the file. */
export class NotOfSource extends UserError {}
