/**
 * The page of the reference about errors: what each means and what to do about it, by the contract's table, with the bodies
 * that the OpenAPI document shows. The dashboard says the same of a request that was refused, and leads to its section.
 */
import { type ErrorCode, errorComponent, errorHeading, errors } from '@lintel/contract';
import type { OpenApi } from '@lintel/contract/openapi';
import type { ReferencePage } from './reference.js';

const about = `The status says what kind of error it is, \`detail\` in the body what is wrong with this request. Nothing is
charged for an answer that is an error. Who is signed in sees the last refused requests, what was wrong with each and what
to do, [on the page of usage](../accounts.md#when-a-request-fails). If that does not help, tell the operator of the service
the \`X-Request-Id\` of the answer. What is checked first is [here](../metering.md#the-order-of-checks).`;

/** Makes it as a file of a folder. */
export function errorsPage({ components }: OpenApi, folder: string): ReferencePage {
  const sections = (Object.keys(errors) as ErrorCode[]).map((code) => {
    const { example, examples } =
      components.responses[errorComponent(code)]?.content?.['application/json'] ?? {};
    const bodies = examples === undefined ? [example] : Object.values(examples).map(({ value }) => value);
    const shown = bodies.map((body) => `\`\`\`json\n${JSON.stringify(body, null, 2)}\n\`\`\``);
    const { when, fix } = errors[code];
    return [`## ${errorHeading(code)}`, when, `**What to do.** ${fix}`, ...shown].join('\n\n');
  });
  return {
    title: 'Errors',
    summary: 'What each error means, and what to do about it.',
    file: `${folder}/errors.md`,
    text: ['# Errors', about, ...sections].join('\n\n'),
  };
}
