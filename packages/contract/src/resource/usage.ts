/** Credit usage of the account (interface 2.9, C17). */
import { DateString, Nullable, type Static, Type } from '../schema.js';

export const Usage = Type.Object(
  {
    credits_used: Type.Integer({ minimum: 0, description: 'Credits used in the rolling window.' }),
    credit_limit: Nullable(Type.Integer({ minimum: 0, description: 'Null when the plan is unlimited.' })),
    is_over_limit: Type.Boolean(),
    available_at: Nullable(DateString),
    daily_usage: Type.Array(
      Type.Object(
        {
          date: DateString,
          credits: Type.Integer({ minimum: 0 }),
          expires: Type.String({ format: 'date', description: 'Date on which these credits stop counting.' }),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { title: 'Usage', additionalProperties: false },
);

export type Usage = Static<typeof Usage>;
