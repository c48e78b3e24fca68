/** The schemas of the bodies of errors (interface 7, C11 to C13). The service turns a code into an answer in one place. */
import { errors } from './error-table.js';
import { type Static, type TSchema, Type } from './schema.js';

export * from './error-table.js';

/** One fault of a request, in the vocabulary of Pydantic v2 (C11). Keys are in this order on the wire. */
export const ValidationEntry = Type.Object(
  {
    type: Type.String({ description: 'Kind of fault, for example `missing` or `less_than_equal`.' }),
    loc: Type.Array(Type.Union([Type.String(), Type.Integer()]), {
      minItems: 1,
      description: 'Where: `query`, `path`, `header` or `body`, then the name, then an index in a list.',
    }),
    msg: Type.String({ description: 'What is wrong, for people.' }),
    input: Type.Optional(Type.Unknown({ description: 'What came; null when nothing did.' })),
    ctx: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'The numbers and names behind `msg`.' }),
    ),
  },
  { title: 'ValidationError' },
);
export type ValidationEntry = Static<typeof ValidationEntry>;

/** Body of a 422 (interface 7.2): a list of faults, or one sentence about an unresolved geo_id (C12). */
export const ValidationErrorBody = Type.Object(
  {
    detail: Type.Union(
      [
        Type.Array(ValidationEntry, { minItems: 1 }),
        Type.String({ description: 'Asks whether the address was resolved into a geolocation ID.' }),
      ],
      { description: 'What is wrong: every fault, or one sentence.' },
    ),
  },
  { title: 'HTTPValidationError' },
);
export type ValidationErrorBody = Static<typeof ValidationErrorBody>;

/** Body of a 402 (interface 7.3), the same for every plan. */
export const CreditLimitBody = Type.Object(
  {
    detail: Type.Object(
      {
        error: Type.String({ description: 'That the monthly credit limit is exceeded.' }),
        limit: Type.Integer({ minimum: 0, description: 'The credit limit.' }),
        upgrade_url: Type.String({ description: 'Where to upgrade the plan.' }),
      },
      { description: 'What the limit is.' },
    ),
    credits_needed: Type.Optional(
      Type.Integer({ minimum: 1, description: 'What the page would have cost.' }),
    ),
    credits_remaining: Type.Optional(Type.Integer({ minimum: 0, description: 'The credits that are left.' })),
    hint: Type.Optional(
      Type.String({ description: 'Which page the credits that are left are enough for, for people.' }),
    ),
  },
  { title: 'CreditLimitError' },
);
export type CreditLimitBody = Static<typeof CreditLimitBody>;

/** Body of every other error: `detail` and, where it helps, further keys (C13). */
export const MessageBody = Type.Object(
  {
    detail: Type.String({ description: 'What is wrong, for people.' }),
    hint: Type.Optional(Type.String({ description: 'What can be done, for people.' })),
  },
  { title: 'MessageError' },
);
export type MessageBody = Static<typeof MessageBody>;

/** The schema of the body that goes with an error status. */
export function errorBodySchema(status: number): TSchema {
  if (status === errors.validation.status) return ValidationErrorBody;
  return status === errors.credit_limit.status ? CreditLimitBody : MessageBody;
}

/** What a 402 says besides its `detail` (C13), so that the caller can request a page that fits. */
export interface CreditShortfall {
  readonly needed: number;
  readonly remaining: number;
  /** A sentence. */
  readonly hint: string;
}

/**
 * The body of a 402: `limit` in credits, `upgradeUrl` and, where a plan has its own, `message` from the
 * settings.
 */
export function creditLimitBody(
  limit: number,
  upgradeUrl: string,
  message: string = errors.credit_limit.detail,
  shortfall: CreditShortfall | null = null,
): CreditLimitBody {
  const detail = { error: message, limit, upgrade_url: upgradeUrl };
  if (shortfall === null) return { detail };
  const { needed, remaining, hint } = shortfall;
  return { detail, credits_needed: needed, credits_remaining: remaining, hint };
}
