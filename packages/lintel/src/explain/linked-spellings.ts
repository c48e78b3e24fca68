/**
 * Why different spellings are one contractor: what each has in common with another one of them. Linking also uses
 * names within a city, which only `lintel explain contractor` shows, with the raw rows.
 */
import type { ContractorSpelling } from '@lintel/contract';
import type { StoredSpelling } from '../format/segment/spelling.js';
import { foldName, namesAgree } from '../refine/contractor/contractor-fold.js';

/** The spellings, each with its evidence. */
export function linkedSpellings(spellings: readonly StoredSpelling[]): ContractorSpelling[] {
  const all = spellings.map((spelling) => ({ spelling, names: foldedNames(spelling) }));
  return all.map(({ spelling, names }, at) => {
    const others = all.filter((_, other) => other !== at);
    const shares = (field: 'license' | 'phone' | 'email') =>
      spelling[field] !== null &&
      others.some((other) => plain(other.spelling[field]) === plain(spelling[field]));
    const hasName = others.some((other) => other.names.some((name) => names.includes(name)));
    const agrees = others.some((other) =>
      other.names.some((name) => names.some((own) => namesAgree(own, name))),
    );
    const evidence: ContractorSpelling['shared'] = [
      ...(['license', 'phone', 'email'] as const).filter(shares),
      ...(hasName ? (['name'] as const) : agrees ? (['similar_name'] as const) : []),
    ];
    return { ...spelling, shared: evidence };
  });
}

const plain = (text: string | null) => text?.toUpperCase().replace(/[^A-Z0-9@]/g, '');

/** Its names without case, marks and legal forms. */
function foldedNames({ name, business_name, dba }: StoredSpelling): string[] {
  const names = [business_name, dba, business_name === null ? name : null];
  return names.flatMap((each) => (each === null ? [] : foldName(each))).filter((each) => each !== '');
}
