/** The error of a publication that somebody interrupted, and that goes on where it was. */
import { UserError } from './user-error.js';

export function interrupted(): UserError {
  return new UserError('Interrupted; nothing was published.', {
    hint: 'The same command goes on where it was.',
  });
}
