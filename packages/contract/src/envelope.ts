/** The envelopes of pages (interface 2.1, C1). */
import type { Endpoint } from './endpoint.js';
import { maxPageSize, totalCountCap } from './limits.js';
import { Nullable, OneOf, type Static, type TSchema, Type } from './schema.js';

const NextCursor = Nullable(
  Type.String({
    description: 'Opaque; pass it as `cursor` for the next page. Null when there are no more results.',
  }),
);
const Size = Type.Integer({ minimum: 0, maximum: maxPageSize, description: 'Records in this response.' });

/** How many records a walk would give in all: exact up to 10,000, beyond that `{10000, "gte"}`. */
export const TotalCount = Type.Object(
  {
    value: Type.Integer({ minimum: 0, maximum: totalCountCap }),
    relation: OneOf(['eq', 'gte'], '`eq`: exact. `gte`: there are more than `value`.'),
  },
  { title: 'TotalCount', additionalProperties: false },
);
export type TotalCount = Static<typeof TotalCount>;

function options(title: string | undefined) {
  return { ...(title === undefined ? {} : { title }), additionalProperties: false };
}

function items<T extends TSchema>(item: T) {
  return Type.Array(item, { maxItems: maxPageSize });
}

/** Keys of every cursor page. The count stands only where `include_count` asks for it, on a first page. */
function cursorPage<T extends TSchema>(item: T) {
  return {
    items: items(item),
    size: Size,
    next_cursor: NextCursor,
    total_count: Type.Optional(Nullable(TotalCount)),
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

/** The schema of the whole body of a 200. */
export function bodySchema(endpoint: Endpoint): TSchema {
  const { kind, schema } = endpoint.answer;
  if (kind === 'object' || kind === 'record') return schema;
  const title = endpoint.answer.title ?? `${'title' in schema ? schema.title : 'Item'}Page`;
  if (kind === 'city_page') return CityPage(schema, title);
  if (kind === 'metrics_page') return MetricsPage(schema, title);
  const page = Page(schema, title);
  const { extra } = endpoint.answer;
  return extra === undefined ? page : Type.Object({ ...page.properties, ...extra }, options(title));
}
