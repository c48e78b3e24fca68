/** `lintel operators …`: who may see the operator view in the browser. */

import { guessNote, linkBase } from '../../base/files/served-address.js';
import { formatTime } from '../../base/format-number.js';
import type { Operator } from '../../ledger/ledger.js';
import type { CommandGroup } from '../terminal/define.js';
import { nextStep } from '../terminal/next-step.js';
import { table } from '../terminal/outcome.js';
import { operatorLink } from '../work/operator-link.js';

export function defineOperators(group: CommandGroup): void {
  group
    .define(
      'add <email>',
      'Let somebody see the operator view: who signs in with this mail address',
      'lintel operators add ann@example.org',
    )
    .option(
      '--link',
      'also print a link with which they choose a password, once within an hour; needs no mail server',
    )
    .run(async (installation, { link: wantsLink }: { readonly link?: boolean }, email: string) => {
      const { operators } = await installation.ledger();
      const operator = await operators.add(email);
      const base = linkBase(installation.home, installation.config.public_url);
      const link = wantsLink === true ? await operatorLink(installation, operator.email, base.url) : null;
      const next =
        link === null
          ? nextStep(installation, 'serve')
          : `They choose a password at ${link}${guessNote(base)}`;
      return {
        data: { ...wire(operator), ...(wantsLink === true && { link, link_is_guess: base.isGuess }) },
        text: `${operator.email} may see the operator view, at /operator of the service.\n${next}`,
      };
    });

  group
    .define('list', 'List who may see the operator view', 'lintel operators list')
    .run(async (installation) => {
      const operators = await (await installation.ledger()).operators.list();
      const rows = operators.map(({ email, createdMs }) => [email, formatTime(createdMs)]);
      const add = nextStep(installation, 'operators add EMAIL');
      return {
        data: operators.map(wire),
        text: operators.length > 0 ? table(['operator', 'since'], rows) : `No operators yet. ${add}`,
      };
    });

  group
    .define(
      'remove <email>',
      'Close the operator view to somebody, from their next request on',
      'lintel operators remove ann@example.org',
    )
    .run(async (installation, _options: object, email: string) => {
      const { operators } = await installation.ledger();
      await operators.remove(email);
      return { data: { email, removed: true }, text: `${email} is no longer an operator.` };
    });
}

function wire({ email, createdMs }: Operator) {
  return { email, added_at: new Date(createdMs).toISOString() };
}
