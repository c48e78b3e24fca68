/** Tools about the service itself: which data it has, and what the key has used. */
import { Nullable, Type } from '@lintel/contract';
import { compact, maxListText } from '../answer/compact.js';
import { AnyObject, Records, withCredits } from '../answer/output.js';
import { tool } from '../protocol/tool.js';

/** Sources of an answer; a release of the whole country has hundreds. */
const maxSources = 50;

const release = tool({
  name: 'release',
  title: 'Which data answers',
  description:
    'The data release that answers: its date, how many records it has, the range of dates of its permits, and its sources with licence, attribution and the day on which each was last read. Cite the sources whose records you use. Free.',
  parameters: {
    source: {
      in: 'query',
      schema: Type.String(),
      required: false,
      description: `Only sources whose id or name has this text, such as "austin". Absent: the first ${maxSources}.`,
    },
  },
  output: withCredits({
    release_id: Type.String(),
    released_at: Type.String(),
    built_at: Type.String(),
    counts: AnyObject,
    date_range: AnyObject,
    sources: Records,
    sources_left_out: Type.Optional(Type.Integer()),
  }),
  async run({ source }, { lintel, request }) {
    const { release_id, released_at, built_at, counts, date_range, sources } = await lintel.release(request);
    const text = source?.toLowerCase() ?? '';
    const wanted = sources.filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(text));
    const listed = wanted.slice(0, maxSources);
    const range = compact(date_range, { maxText: maxListText, oneLineAddress: false });
    return {
      ...{ release_id, released_at, built_at, counts, date_range: range },
      sources: listed.map((each) => compact(each, { maxText: maxListText, oneLineAddress: false })),
      ...(listed.length === sources.length ? {} : { sources_left_out: sources.length - listed.length }),
    };
  },
});

const usage = tool({
  name: 'usage',
  title: 'Credits used and left',
  description:
    'Credits that the account has used in the rolling 30 days, its limit (null: unlimited), and the day on which the next credit returns. Free.',
  parameters: {},
  output: withCredits({
    credits_used: Type.Integer(),
    credit_limit: Nullable(Type.Integer()),
    is_over_limit: Type.Boolean(),
    available_at: Nullable(Type.String()),
  }),
  async run(_, { lintel, request }) {
    const { credits_used, credit_limit, is_over_limit, available_at } = await lintel.usage(request);
    return { credits_used, credit_limit, is_over_limit, available_at };
  },
});

export const serviceTools = [release, usage];
