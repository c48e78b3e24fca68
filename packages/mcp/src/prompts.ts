/** Prompts for the usual questions: which tools answer them, in which order, and what to watch. */
import { type TSchema, Type } from '@lintel/contract';
import { type McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { advertised } from './protocol/schema.js';

interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Description of each argument; those that end with `(optional)` may be left out. */
  readonly args: Readonly<Record<string, string>>;
  text(args: Readonly<Record<string, string | undefined>>): string;
}

const prompts: readonly Prompt[] = [
  {
    name: 'construction_activity',
    title: 'What is being built in a place',
    description: 'How much is built in a place, of which kind, and how that changed.',
    args: {
      place: 'City, county, state or ZIP code, such as "Austin, TX"',
      tag: 'Tag id, such as solar (optional)',
    },
    text: ({ place, tag = 'all' }) =>
      `How much construction is there in ${place}${tag === 'all' ? '' : ` with the tag ${tag}`}, and how has it changed?
1. find_place for ${place}.
2. about: the date of the release.
3. aggregate_permits of the 24 months up to it with group_by=["quarter"]${tag === 'all' ? '' : `, permit_tags=["${tag}"]`} and measures=["sum_job_value","contractors"].
4. describe_place with the same period, and say which values are too incomplete to rely on.
Give counts, money in dollars (answers are in cents), and the date of the release.`,
  },
  {
    name: 'compare_places',
    title: 'Compare construction of several places',
    description: 'The same metrics of several places side by side.',
    args: { places: 'Places, separated by semicolons', tag: 'Tag id, such as new_dwelling (optional)' },
    text: ({ places, tag = 'all' }) =>
      `Compare construction${tag === 'all' ? '' : ` with the tag ${tag}`} in: ${places}.
1. find_place for each place.
2. One call of compare_places with all geo_ids${tag === 'all' ? '' : `, permit_tags=["${tag}"]`} and the last year up to the release date (about).
3. describe_place of all with the same period: a place with fewer sources may only look quieter.
Make a table, and name what is not comparable.`,
  },
  {
    name: 'property_history',
    title: 'What was done at an address',
    description: 'All permits of an address, and what is known of the building.',
    args: { address: 'Address, such as "4187 Alder Hollow St, San Francisco"' },
    text: ({ address }) =>
      `What was built or changed at ${address}?
1. find_place with kind=address; check that \`match\` is exact, else ask.
2. get_records with kind=properties and the geo_id.
3. search_permits with geo_ids (an address needs no dates).
List the permits by date with status and value, and say which are not final.`,
  },
  {
    name: 'check_contractor',
    title: 'Check a contractor',
    description:
      'What a contractor has built, whether its permits were finished, and whether its license is valid.',
    args: { contractor: 'Name or license number', place: 'City, county or state where it works' },
    text: ({ contractor, place }) =>
      `Is ${contractor} in ${place} an experienced contractor in good standing?
1. find_place for ${place}.
2. search_contractors with contractor_name (or contractor_license) and the last five years. Several may have similar names: compare license and address.
3. get_records with kind=contractors, then contractor_work.
Report license dates, kinds of work (tag_tally), permits by status (status_tally), and inspections passed. Records are no judgment of quality: say so.`,
  },
  {
    name: 'homes_without',
    title: 'Homes without a kind of work',
    description: 'Homes in a place that have no permit of a kind since a date, such as a new roof.',
    args: { place: 'City, county or ZIP code', tag: 'Tag id, such as reroof', since: 'Date, YYYY-MM-DD' },
    text: ({ place, tag, since }) =>
      `Which homes in ${place} have had no ${tag} permit since ${since}?
1. find_place for ${place}.
2. search_properties with permit_tags=["-${tag}"], date_from=${since}, property_type=["residential"] and include_count=true.
Read \`absence\` of the answer: it names jurisdictions whose records cannot show that a permit is missing. Say how many there are and list the first.`,
  },
];

export function registerPrompts(server: McpServer): void {
  for (const { name, title, description, args, text } of prompts) {
    const argsSchema = advertised<Record<string, string | undefined>>(schemaOf(args));
    server.registerPrompt(name, { title, description, argsSchema }, (given) => {
      const missing = Object.keys(args).find((each) => !isOptional(args[each]) && !given[each]);
      if (missing !== undefined) {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The argument ${missing} is missing.`);
      }
      return { description, messages: [{ role: 'user', content: { type: 'text', text: text(given) } }] };
    });
  }
}

function isOptional(description: string | undefined): boolean {
  return description?.endsWith('(optional)') ?? false;
}

function schemaOf(args: Prompt['args']): TSchema {
  const properties = Object.entries(args).map(([name, description]) => {
    const text = Type.String({ description });
    return [name, isOptional(description) ? Type.Optional(text) : text] as const;
  });
  return Type.Object(Object.fromEntries(properties));
}
