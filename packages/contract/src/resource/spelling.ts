/** How the sources write a contractor, and what made one contractor of the spellings (C45). */
import { Count, DateString, Nullable, OneOf, type Static, Text, Type } from '../schema.js';

export const spellingEvidence = ['license', 'phone', 'email', 'name', 'similar_name'] as const;

export const ContractorSpelling = Type.Object(
  {
    name: Text('Name of the person.'),
    business_name: Text('Name of the business.'),
    dba: Text('Name that it does business as.'),
    license: Text('License number.'),
    phone: Text('Telephone number.'),
    email: Text('E-mail address.'),
    records: Count('Records that write it so.'),
    latest: Nullable(DateString('Date of the newest of them.')),
    shared: Type.Array(
      OneOf(
        spellingEvidence,
        '`license`, `phone`, `email`: the same value. `name`: the same name but for case, marks, abbreviations and legal form. `similar_name`: a name that agrees with another one.',
      ),
      {
        description:
          'What it has in common with another of the spellings; empty if rules over names in one city, or spellings that are not kept, linked it.',
      },
    ),
  },
  { title: 'ContractorSpelling' },
);

export const ContractorSpellings = Type.Object(
  {
    id: Type.String({ description: 'Contractor identifier.' }),
    spellings: Type.Array(ContractorSpelling, {
      description: 'The most frequent first; empty in a release that was built before they were kept.',
    }),
  },
  { title: 'ContractorSpellings' },
);

export type ContractorSpelling = Static<typeof ContractorSpelling>;
export type ContractorSpellings = Static<typeof ContractorSpellings>;
