/** Runs the watches from a command, and says what they found and sent. */
import { existsSync } from 'node:fs';
import { UserError } from '../../base/user-error.js';
import type { WatchRound } from '../../watch/run-watches.js';
import { failureText } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';
import { roundProblems, roundText } from '../text/watch-text.js';

/**
 * Evaluates and delivers after a publication, for a minute at most; `lintel watch run` does the rest. Returns
 * what happened as text, empty if nothing did. What goes wrong is in it and never undoes the publication.
 */
export async function watchesAfterPublication(installation: Installation): Promise<string> {
  const { home, config, signal } = installation;
  // A home without accounts has no watches; opening its ledger would make one.
  if (config.ledger_url === null && !existsSync(home.ledger)) return '';
  const { afterPublicationMs } = await import('../../watch/limits.js');
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(afterPublicationMs)]);
    const round = await runRound(installation, limit);
    return [roundText(round), ...roundProblems(round)].filter(Boolean).join('\n');
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return `The watches were not run: ${failureText(error)}`;
  }
}

/** One round of all watches. */
export async function runRound(installation: Installation, signal: AbortSignal): Promise<WatchRound> {
  const { runWatches } = await import('../../watch/run-watches.js');
  const { home, config } = installation;
  return runWatches({ home, config, signal, ledger: await installation.ledger() });
}
