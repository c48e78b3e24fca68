/**
 * How a tool is made of its definition: arguments are checked, the work is done with a client of its own that sums
 * what the requests cost, and whatever goes wrong becomes a tool error that says what would be right.
 */
import { Lintel, type LintelOptions } from '@lintel/client';
import type { Rule } from '@lintel/contract';
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { errorText, ToolError } from '../answer/error.js';
import { type Items, outputSchema } from '../answer/output.js';
import { suggestPlaces } from '../place/find-places.js';
import { type ArgumentsOf, type Described, type Parameters, readArguments, schemaOf } from './arguments.js';
import type { Call } from './call.js';
import { advertised } from './schema.js';

export interface Tool<P extends Parameters> {
  readonly name: string;
  readonly title: string;
  /** What it is for, what it costs, and in which units it answers. */
  readonly description: string;
  readonly parameters: P;
  readonly rules?: readonly Rule[];
  /** Where parameters are described that this tool takes too. */
  readonly elsewhere?: readonly Described[];
  /** The answer without `credits`. Throws a `ToolError` or a `LintelError`. */
  run(values: ArgumentsOf<P>, call: Call): Promise<Items>;
}

/** Registers the tool with a server. */
type RegisterTool = (server: McpServer, service: LintelOptions) => void;

/** Data is only read, which also says that nothing is destroyed and that calls may be repeated. */
const annotations = { readOnlyHint: true };

/** Makes a tool of its definition. */
export function tool<const P extends Parameters>(definition: Tool<P>): RegisterTool {
  const { name, title, parameters, elsewhere = [] } = definition;
  const others = elsewhere.map(({ tool: each }) => each).join(' and ');
  const seeAlso = others === '' ? '' : `The rest is as in ${others}. `;
  const description = definition.description.replace(/(Costs 1 credit|Free\.)/, `${seeAlso}$1`);
  const inputSchema = advertised<unknown>(schemaOf(parameters, elsewhere));
  return (server, service) => {
    server.registerTool(
      name,
      { title, description, inputSchema, outputSchema: advertised<unknown>(outputSchema), annotations },
      (given, { mcpReq: { signal } }) => run(definition, given, service, signal),
    );
  };
}

async function run<P extends Parameters>(
  definition: Tool<P>,
  given: unknown,
  service: LintelOptions,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const credits = new CreditSum();
  const lintel = new Lintel({ ...service, onAnswer: (answer) => credits.add(answer.credits) });
  const call = { lintel, request: { signal } };
  try {
    const read = readArguments(definition.parameters, definition.rules ?? [], given);
    if (!read.ok) throw new ToolError([read.message, ...(await suggestPlaces(read.names, call))].join('\n'));
    const answer = { ...(await definition.run(read.values, call)), credits: credits.value };
    return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer };
  } catch (error) {
    const cost = credits.value.used === 0 ? '' : `\nCredits used: ${credits.value.used}.`;
    return { isError: true, content: [{ type: 'text', text: errorText(error) + cost }] };
  }
}

/** Credits of the requests of one call. */
class CreditSum {
  #used = 0;
  #remaining: number | null = null;

  add(credits: { readonly used: number | null; readonly remaining: number | null } | null): void {
    if (credits === null) return;
    this.#used += credits.used ?? 0;
    this.#remaining = credits.remaining ?? this.#remaining;
  }

  get value(): { used: number; remaining?: number } {
    return { used: this.#used, ...(this.#remaining === null ? {} : { remaining: this.#remaining }) };
  }
}
