/** Facets of a permit search (C82). */
import { TotalCount } from '../envelope.js';
import { maxFacetPermits } from '../limits.js';
import { Count, type Static, Type } from '../schema.js';
import { type FacetId, facetIds } from '../vocabulary/facet.js';
import { withCommas } from '../with-commas.js';

const FacetValue = Type.Object(
  {
    value: Type.String({ description: 'The value, as its filter takes it.' }),
    label: Type.String({ description: 'The value as people read it.' }),
    count: Count('Permits that the search finds with it.'),
  },
  { title: 'FacetValue', description: 'A value of a facet.' },
);

const Facet = Type.Object(
  {
    values: Type.Array(FacetValue, { description: 'The most frequent values, the most frequent first.' }),
    value_count: Count('Different values that there are, also beyond `facet_size`.'),
    unknown: Count('Permits without a value: `unknown` finds them, but for tags.'),
    permit_count: Type.Object(TotalCount.properties, {
      title: 'FacetPermitCount',
      description: `Permits that were counted. \`gte\`: the first ${withCommas(maxFacetPermits)} in the order of \`date\`, and every count of the facet is one of at least.`,
    }),
  },
  { title: 'Facet', description: 'How many permits a search finds of each value of a field.' },
);
export type Facet = Static<typeof Facet>;

export type Facets = { readonly [id in FacetId]?: Facet };
const keys = facetIds.map((id) => [id, Type.Optional(Facet)]);
/** The facets asked for. */
export const Facets = Type.Unsafe<Facets>(
  Type.Object(Object.fromEntries(keys), {
    title: 'Facets',
    description: 'The facets asked for with `facets`, on the first page only.',
  }),
);
