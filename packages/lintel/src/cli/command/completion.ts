/** `lintel completion`: a script with which a shell completes commands, options and vocabularies. */
import { Argument, type Command } from 'commander';
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
    .action(async (shell: string) => {
      const { commandTree } = await import('../completion/tree.js');
      process.stdout.write(await scriptOf(shell, commandTree(program)));
    });
}

async function scriptOf(
  shell: string,
  commands: ReturnType<typeof import('../completion/tree.js').commandTree>,
): Promise<string> {
  if (shell === 'bash') return (await import('../completion/bash.js')).bashCompletion(commands);
  if (shell === 'zsh') return (await import('../completion/zsh.js')).zshCompletion(commands);
  return (await import('../completion/fish.js')).fishCompletion(commands);
}
