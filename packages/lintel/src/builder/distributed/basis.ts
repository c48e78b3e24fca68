/**
 * What the records of a build depend on besides its rows. A worker must have the same, or the release would depend on
 * who refined which row.
 */
import { listed } from '../../base/unknown-name.js';
import { UserError } from '../../base/user-error.js';

export interface BuildBasis {
  /** Version and hash of the program with its bundled tables. */
  readonly program: string;
  /** A hash of the definition of each source that the build reads, by its id. */
  readonly definitions: Readonly<Record<string, string>>;
}

/** Throws a UserError that says what differs between the worker and the build. */
export function requireSameBasis(build: BuildBasis, worker: BuildBasis): void {
  if (build.program !== worker.program) {
    throw new UserError(
      `The build is by Lintel ${build.program}, and this worker is Lintel ${worker.program}.`,
      { hint: 'Install the same version on both machines, and start the worker again.' },
    );
  }
  const differing = Object.entries(build.definitions).flatMap(([id, hash]) =>
    worker.definitions[id] === hash ? [] : [id],
  );
  if (differing.length === 0) return;
  throw new UserError(`The build and this worker have different definitions of: ${listed(differing)}.`, {
    hint: 'Copy the folder "sources" of the home that builds into the home of the worker, and start the worker again.',
  });
}
