/** A file that cannot be of the source it was given for: it has another format or other columns. */
import { UserError } from '../../base/user-error.js';

/** Marks this refusal, so that a caller with the catalog can name the source that does read the file. */
export class NotOfSource extends UserError {}
