/** Credit usage of the account (interface 2.9, C17). */
import { Count, DateString, Nullable, type Static, Type } from '../schema.js';

export const DailyUsage = Type.Object(
  {
    date: DateString('Day (UTC) on which the credits were used.'),
    credits: Count('Credits used on that day that still count.'),
    expires: DateString('Day (UTC) on which the last of them stops counting.'),
  },
  { title: 'DailyUsage' },
);

const used = {
  requests: Count('Charged requests.'),
  credits: Count('Credits that they cost.'),
};

export const KeyUsage = Type.Object(
  { key_id: Type.String({ description: 'Names the key without revealing it.' }), ...used },
  { title: 'KeyUsage' },
);

export const EndpointUsage = Type.Object(
  { endpoint: Type.String({ description: 'Operation id of the endpoint.' }), ...used },
  { title: 'EndpointUsage' },
);

export const Usage = Type.Object(
  {
    credits_used: Count('Credits used in the rolling 30 days.'),
    credit_limit: Nullable(Count('Credits that the plan allows in 30 days; null when it is unlimited.')),
    is_over_limit: Type.Boolean({
      description: 'Whether the limit is reached, so that no further record is served.',
    }),
    available_at: Nullable(
      DateString(
        'Day (UTC) on which the next credit returns; null when none is used or the plan is unlimited.',
      ),
    ),
    daily_usage: Type.Array(DailyUsage, { description: 'Days with credits that still count, oldest first.' }),
    usage_by_key: Type.Array(KeyUsage, {
      description: 'Charged requests of the last 30 days (UTC, today included) by key.',
    }),
    usage_by_endpoint: Type.Array(EndpointUsage, { description: 'The same by endpoint.' }),
  },
  { title: 'Usage' },
);

export type Usage = Static<typeof Usage>;
