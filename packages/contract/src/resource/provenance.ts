/** Where the values of a permit come from. It names columns and rows of the source and never repeats their values. */

import { DateString, Nullable, OneOf, type Static, Text, Type } from '../schema.js';
import { FactGiver } from './permit.js';

/** How a value came about. */
export const derivations = ['mapped', 'derived', 'linked', 'joined', 'source'] as const;
export type Derivation = (typeof derivations)[number];

export const FieldProvenance = Type.Object(
  {
    field: Type.String({ description: 'Field of the permit. Fields that are not known are left out.' }),
    derivation: OneOf(
      derivations,
      '`mapped`: the value of the columns, cleaned. `derived`: computed from the columns by `rule`. `linked`: found by linking rows that mean the same. `joined`: given by another permit of the address, or by an assessor. `source`: the same for every row of the source.',
    ),
    columns: Type.Array(Type.String(), {
      description:
        "Columns of the source's row that the value may be made from, in the order of its definition; empty if the definition is not known here.",
    }),
    rule: Type.String({ description: 'What is done with them, for people.' }),
    given_by: Type.Union([FactGiver, Type.Null()], {
      description:
        'What states a joined value, or the row of one of `other_sources` that gave the value; null for all others.',
    }),
  },
  { title: 'FieldProvenance' },
);

/** What gave a tag. */
export const tagBases = ['words', 'narrower_tag', 'property_type', 'unpublished'] as const;

export const TagProvenance = Type.Object(
  {
    tag: Type.String({ description: 'Tag of the permit.' }),
    basis: OneOf(
      tagBases,
      '`words`: words of the published texts. `narrower_tag`: it includes another tag of the permit. `property_type`: the type of the property. `unpublished`: texts of the row that are not published.',
    ),
    words: Type.Array(
      Type.Object({
        field: OneOf(['type', 'subtype', 'description'], 'Text of the permit that has the words.'),
        start: Type.Integer({ minimum: 0, description: 'Where they begin, in UTF-16 code units.' }),
        end: Type.Integer({ minimum: 0, description: 'Where they end.' }),
      }),
      { description: 'Where the words are; empty unless `basis` is `words`.' },
    ),
    includes: Type.Array(Type.String(), {
      description: 'The tags that it includes; empty unless `basis` is `narrower_tag`.',
    }),
  },
  {
    title: 'TagProvenance',
    description: 'By the rules of the running version, over the published texts.',
  },
);

const SourceOfRow = Type.Object(
  {
    id: Type.String({ description: 'Identifier of the source.' }),
    name: Type.String({ description: 'Name of the source.' }),
    license: Text('License of the data.'),
    attribution: Text('Whom the license asks to name.'),
    homepage: Text('Public page of the data set.'),
    as_of: Nullable(DateString('Date on which the source was last read.')),
  },
  { description: 'The source of the row.' },
);

const rowKeys = {
  row_key: Type.String({
    description: 'Key of the row in the source; several columns are joined by `|`.',
  }),
  other_row_keys: Type.Array(Type.String(), {
    description: 'Keys of the further rows of the permit, where a source has a row for each address.',
  }),
};

export const OtherSource = Type.Object(
  {
    source: SourceOfRow,
    ...rowKeys,
    permit_id: Type.String({
      description: 'The id that the permit would have without the first source; it answers with this permit.',
    }),
  },
  { title: 'OtherSource', description: 'A further source that has the same permit (C60).' },
);

export const Provenance = Type.Object(
  {
    id: Type.String({ description: 'Permit identifier.' }),
    release_id: Type.String({ description: 'The release that the permit is in.' }),
    source: SourceOfRow,
    ...rowKeys,
    other_sources: Type.Array(OtherSource, {
      description: 'Further sources that have the same permit (C60); empty for most permits.',
    }),
    fields: Type.Array(FieldProvenance, { description: 'In the order of the fields of a permit.' }),
    tags: Type.Array(TagProvenance, {
      description: 'The tags of the permit; empty if `field` asks for others only.',
    }),
  },
  { title: 'Provenance' },
);

export type FieldProvenance = Static<typeof FieldProvenance>;
export type TagProvenance = Static<typeof TagProvenance>;
export type OtherSource = Static<typeof OtherSource>;
export type Provenance = Static<typeof Provenance>;
