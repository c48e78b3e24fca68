/** The envelopes of pages (interface 2.1, C1). */
import type { Endpoint } from './endpoint.js';
import { maxPageSize, totalCountCap } from './limits.js';
import { Nullable, OneOf, type Static, type TSchema, Type } from './schema.js';
import { withCommas } from './with-commas.js';

const NextCursor = Nullable(
  Type.String({
    description: 'Opaque; pass it as `cursor` for the next page. Null when there are no more results.',
  }),
);
const Size = Type.Integer({ minimum: 0, maximum: maxPageSize, description: 'Records in this response.' });

/** How many records a walk would give in all: exact up to 10,000 or with `count=exact`, else `{10000, "gte"}`. */
export const TotalCount = Type.Object(
  {
    value: Type.Integer({
      minimum: 0,
      description: `The number, at most ${withCommas(totalCountCap)} without \`count=exact\`.`,
    }),
    relation: OneOf(['eq', 'gte'], '`eq`: exact. `gte`: there are more than `value`.'),
  },
  {
    title: 'TotalCount',
    description: 'How many records there are in all, where asked for; null where counting took too long.',
  },
);
export type TotalCount = Static<typeof TotalCount>;

/**
 * How many records a search finds, where `total_count` no longer counts: the estimate, and bounds that hold in
 * all but about one of ten thousand searches. Both are the value where it is exact.
 */
export const Estimate = Type.Object(
  {
    value: Type.Integer({ minimum: 0, description: 'The number, or its estimate.' }),
    low: Type.Integer({ minimum: 0, description: 'There are hardly fewer. The value where it is exact.' }),
    high: Type.Integer({ minimum: 0, description: 'There are hardly more. The value where it is exact.' }),
  },
  {
    title: 'Estimate',
    description:
      'How many records there are, perhaps estimated, with bounds that hold in all but about one of ten thousand searches.',
  },
);
export type Estimate = Static<typeof Estimate>;

function options(title: string | undefined) {
  return title === undefined ? {} : { title };
}

function items<T extends TSchema>(item: T) {
  return Type.Array(item, { maxItems: maxPageSize, description: 'The records of this page, in order.' });
}

/**
 * Keys of every cursor page. The counts are only on a first page that requests them with `include_count`, the
 * estimate only of permits and properties.
 */
function cursorPage<T extends TSchema>(item: T) {
  return {
    items: items(item),
    size: Size,
    next_cursor: NextCursor,
    total_count: Type.Optional(Nullable(TotalCount)),
    total_estimate: Type.Optional(Estimate),
  };
}

/** A page of records. */
export function Page<T extends TSchema>(item: T, title?: string) {
  return Type.Object(cursorPage(item), options(title));
}

/** A page of the city search: numbered, without a cursor. */
export function CityPage<T extends TSchema>(item: T, title?: string) {
  return Type.Object(
    {
      items: items(item),
      page: Type.Integer({ minimum: 1, description: 'Number of this page.' }),
      size: Size,
    },
    options(title),
  );
}

/** A page of metrics. `pagination_type` is `page` when `page` was used. */
export function MetricsPage<T extends TSchema>(item: T, title?: string) {
  return Type.Object(
    {
      ...cursorPage(item),
      pagination_type: OneOf(['cursor', 'page'], 'How this page was reached.'),
    },
    options(title),
  );
}

/**
 * What `fields` leaves of a record: its first key, the id, is certain, and any other key may be there (C34,
 * C41).
 */
function partialOf(schema: TSchema): TSchema {
  const { properties = {}, title = 'Item' } = schema as TitledObject;
  const keys = Object.entries(properties).map(([key, each], i) => [
    key,
    i === 0 ? each : Type.Optional(each),
  ]);
  return Type.Object(Object.fromEntries(keys), {
    title: `${title}Partial`,
    description: `What \`fields\` leaves of ${title}.`,
  });
}

interface TitledObject {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly title?: string;
}

/**
 * The schema of the whole body of a 200. If `fields` is allowed it is one of two: for answers without
 * `fields`, and for answers with them (C41). Both allow keys that are not listed: new ones may come at any
 * time.
 */
export function bodySchema({ answer, parameters }: Endpoint): TSchema {
  if (!isOfRecords(answer)) return answer.schema;
  const whole = bodyOf(answer, answer.schema, 'Page');
  if (!('fields' in parameters)) return whole;
  return Type.Union([whole, bodyOf(answer, partialOf(answer.schema), 'PartialPage')]);
}

type RecordsAnswer = Exclude<Endpoint['answer'], { kind: 'object' | 'view' | 'tile' }>;

/** Whether the answer is a record or a page of them. */
export function isOfRecords(answer: Endpoint['answer']): answer is RecordsAnswer {
  return answer.kind !== 'object' && answer.kind !== 'view' && answer.kind !== 'tile';
}

/** The body of an answer whose record, or whose items, have the schema. */
function bodyOf(answer: RecordsAnswer, item: TSchema, suffix: string): TSchema {
  if (answer.kind === 'record' || answer.kind === 'stream') return item;
  const { title = 'Item' } = answer.schema as TitledObject;
  const name = `${answer.title ?? title}${suffix}`;
  if (answer.kind === 'city_page') return CityPage(item, name);
  if (answer.kind === 'metrics_page') return MetricsPage(item, name);
  const page = Page(item, name);
  return answer.extra === undefined
    ? page
    : Type.Object({ ...page.properties, ...answer.extra }, options(name));
}
