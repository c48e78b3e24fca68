/** The list of permit tags. */
import type { Endpoint } from '../endpoint.js';
import { fieldList, paging } from '../parameter.js';
import { Tag } from '../resource/tag.js';
import { metered } from './statuses.js';

export const tagsEndpoints = {
  tags: {
    id: 'tags',
    path: '/v2/list/tags',
    summary: 'List all permit tags',
    description: 'Every tag that a permit can carry, by id.',
    group: 'Tags',
    authenticated: true,
    parameters: { ...paging, fields: fieldList(Tag) },
    answer: { kind: 'page', schema: Tag, resource: 'tags' },
    statuses: metered,
  },
} as const satisfies Record<string, Endpoint>;
