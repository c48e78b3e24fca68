/** `lintel completion`: a script with which a shell completes commands, options and vocabularies. */
import { existsSync } from 'node:fs';
import { Argument, type Command, Option } from 'commander';
import { isHome } from '../../base/home.js';
import { silentProgress } from '../../base/progress.js';
import { type IdKind, idKinds } from '../completion/tree.js';
import type { CommandGroup } from '../terminal/define.js';

export function defineCompletion(root: CommandGroup, program: Command): void {
  root
    .command('completion', 'Print the completion script of a shell')
    .addArgument(new Argument('<shell>', 'your shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      `
Examples:
  echo 'source <(lintel completion bash)' >> ~/.bashrc
  echo 'source <(lintel completion zsh)' >> ~/.zshrc      (after compinit)
  lintel completion fish > ~/.config/fish/completions/lintel.fish`,
    )
    .addOption(
      new Option('--ids <kind>', 'print ids of the home, as the script asks for them').choices(idKinds),
    )
    .action(async (shell: string, { ids }: { ids?: IdKind }) => {
      if (ids !== undefined) {
        process.stdout.write((await idsOfHome(ids)).map((id) => `${id}\n`).join(''));
        return;
      }
      const { commandTree } = await import('../completion/tree.js');
      process.stdout.write(await scriptOf(shell, commandTree(program)));
    });
}

/** The ids that the home of this shell knows; none where there is no home. */
async function idsOfHome(kind: IdKind): Promise<string[]> {
  const directory = process.env.LINTEL_HOME ?? '.lintel';
  if (kind !== 'source' && !isHome(directory)) return [];
  const { openInstallation } = await import('../../installation/installation.js');
  const { signal } = new AbortController();
  const installation = await openInstallation(directory, silentProgress, () => signal);
  try {
    if (kind === 'source') return (await installation.catalog()).sources.map(({ id }) => id);
    // To ask is not to make one.
    const hasLedger = installation.config.ledger_url !== null || existsSync(installation.home.ledger);
    if (kind === 'account' && !hasLedger) return [];
    if (kind === 'account') return (await (await installation.ledger()).accounts()).map(({ id }) => id);
    const { listReleases } = await import('../../releases/release-store.js');
    return listReleases(installation.home).map(({ id }) => id);
  } finally {
    await installation.close();
  }
}

async function scriptOf(
  shell: string,
  commands: ReturnType<typeof import('../completion/tree.js').commandTree>,
): Promise<string> {
  if (shell === 'bash') return (await import('../completion/bash.js')).bashCompletion(commands);
  if (shell === 'zsh') return (await import('../completion/zsh.js')).zshCompletion(commands);
  return (await import('../completion/fish.js')).fishCompletion(commands);
}
