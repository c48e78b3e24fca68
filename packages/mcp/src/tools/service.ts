/** `about`: which data the service has, and what the key has used. */
import { Type } from '@lintel/contract';
import { compact } from '../answer/compact.js';
import { asListed, leftOut } from '../answer/output.js';
import { tool } from '../protocol/tool.js';

/** Sources of an answer; a release of the whole country has hundreds. */
const maxSources = 50;

const about = tool({
  name: 'about',
  title: 'Which data answers, credits left',
  description:
    'The data release that answers: its date, how many records it has, the dates of its permits, and as items its sources with license, attribution and the day on which each was last read: cite those whose records you use. `usage`: credits used in 30 days, the limit (null: none), and when the next returns. Free.',
  parameters: {
    source: {
      in: 'query',
      schema: Type.String(),
      required: false,
      description: `Only sources whose id or name has this text. Absent: the first ${maxSources}.`,
    },
  },
  async run({ source }, { lintel, request }) {
    const { release_id, released_at, built_at, counts, date_range, sources } = await lintel.release(request);
    const { credits_used, credit_limit, is_over_limit, available_at } = await lintel.usage(request);
    const text = source?.toLowerCase() ?? '';
    const wanted = sources.filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(text));
    const listed = wanted.slice(0, maxSources);
    return {
      ...{ release_id, released_at, built_at, counts, date_range: compact(date_range, asListed) },
      items: listed.map((each) => compact(each, asListed)),
      ...leftOut(wanted.length - listed.length),
      usage: { credits_used, credit_limit, is_over_limit, available_at },
    };
  },
});

export const serviceTools = [about];
