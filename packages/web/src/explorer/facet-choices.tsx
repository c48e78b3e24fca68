/** A filter by the values of a field: each with the permits that choosing it finds, the long lists with a search. */
import type { Facet } from '@lintel/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type FacetId, facetsQuery } from '../api/facet-queries';
import { tagsQuery } from '../api/release-queries';
import { useService } from '../api/service';
import { afterPaint } from '../shell/after-paint';
import { count, sentence, statusNames } from '../words/format';
import type { FilterProps } from './filter-bar';
import { propertyTypes, recordKinds, searchParameters, type ValueFilter } from './filters';

interface FacetList {
  readonly facet: FacetId;
  readonly legend: string;
  /** The values that there may be, in order; without them those that the search finds. */
  readonly words?: readonly string[];
  readonly note?: string;
}

/** The filters by values, or this does not compile. */
const lists: Readonly<Record<ValueFilter, FacetList>> = {
  tags: { facet: 'tags', legend: 'Tags, all of those chosen' },
  status: { facet: 'status', legend: 'Status', words: Object.keys(statusNames) },
  permit: { facet: 'type', legend: 'Permit type, as the source states it' },
  subtype: { facet: 'subtype', legend: 'Subtype' },
  type: { facet: 'property_type', legend: 'Property type', words: propertyTypes },
  detail: { facet: 'property_type_detail', legend: 'Kind of building' },
  kind: {
    facet: 'record_kind',
    legend: 'What the record is',
    words: recordKinds,
    note: 'Many sources do not tell.',
  },
  source: { facet: 'source', legend: 'Source' },
  tract: { facet: 'tract', legend: 'Census tract' },
  district: { facet: 'district', legend: 'Congressional district' },
};

/** The facets of filters, to be asked for at once. */
export const facetsOf = (filters: readonly ValueFilter[]): FacetId[] =>
  filters.map((each) => lists[each].facet);

/** Values that a list shows at once, and from how many on it has a search. */
const [mostShown, fewValues] = [40, 10];

interface FacetChoicesProps extends FilterProps {
  readonly list: ValueFilter;
  /** All facets that are asked for together. */
  readonly asked: readonly FacetId[];
  /** Whether it says so where there is nothing to choose, rather than being left out. */
  readonly isAlone: boolean;
}

export function FacetChoices({ list, asked, isAlone, filters, period, change }: FacetChoicesProps) {
  const { lintel } = useService();
  const { facet: id, legend, words, note } = lists[list];
  const { data, isPending } = useQuery(facetsQuery(lintel, searchParameters(filters, period.to), asked));
  const { data: tags = [] } = useQuery({ ...tagsQuery(lintel), enabled: list === 'tags' });
  const [text, setText] = useState('');
  const facet = data?.[id];
  const { chosen, choose } = useChoice(filters[list], (values) => change({ [list]: values }));
  if (facet && chosen.length === 0 && choicesIn(facet) < 2)
    return isAlone ? <p className="note">{onlyOne(legend, facet)}</p> : null;
  const known = list === 'tags' ? tags.map((tag) => tag.id) : words;
  const options = optionsOf(facet, known, chosen, list !== 'tags');
  const named = options.map((option) => ({ ...option, name: nameOf(list, option.value) }));
  const found = named.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
  const shown = found.filter((option, i) => i < mostShown || chosen.includes(option.value));
  const meaning = new Map(tags.map((tag) => [tag.id as string, tag.description]));
  const toggle = (value: string) => choose(toggled(chosen, value));
  return (
    <fieldset className="fields facet">
      <legend>{legend}</legend>
      {named.length > fewValues ? (
        <input
          type="search"
          className="input"
          aria-label={`Find in: ${legend}`}
          placeholder="Find"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      ) : null}
      {isPending && named.length === 0 ? <div className="waiting field-waiting" /> : null}
      <div className="choices">
        {shown.map(({ value, name, count: permits }) => (
          <label className={permits === 0 ? 'choice none' : 'choice'} key={value} title={meaning.get(value)}>
            <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
            <span className="choice-name">{name}</span>
            {permits === undefined ? null : <span className="choice-count">{count(permits)}</span>}
          </label>
        ))}
      </div>
      {shown.length === 0 && !isPending ? <p className="note">Nothing like that in these permits.</p> : null}
      {found.length > shown.length ? (
        <p className="note">{found.length - shown.length} more: type to find them.</p>
      ) : null}
      {facet?.permit_count.relation === 'gte' ? (
        <p className="note">Counted in the newest {count(facet.permit_count.value)} permits.</p>
      ) : null}
      {note ? <p className="note">{note}</p> : null}
    </fieldset>
  );
}

interface Option {
  readonly value: string;
  /** Undefined while it is not known. */
  readonly count: number | undefined;
}

const choicesIn = ({ value_count: values, unknown }: Facet) => values + (unknown > 0 ? 1 : 0);

function onlyOne(legend: string, { values: [only] }: Facet): string {
  return only === undefined
    ? `${legend}: none of these permits states it.`
    : `${legend}: ${only.label}, all of these permits.`;
}

const none: readonly string[] = [];
type Values = readonly string[] | undefined;

/** What is chosen, and how to choose: the mark is drawn at once, and the search, which takes longer, is made after it. */
function useChoice(known: Values, change: (values: Values) => void) {
  const [wanted, setWanted] = useState<{ readonly before: Values; readonly values: Values } | null>(null);
  const values = wanted !== null && wanted.before === known ? wanted.values : known;
  const choose = (next: Values) => {
    setWanted({ before: known, values: next });
    afterPaint(() => change(next));
  };
  return { chosen: values ?? none, choose };
}

/** The values of a known list in its order, or else the most frequent first; what is chosen is never left out. */
function optionsOf(
  facet: Facet | undefined,
  words: readonly string[] | undefined,
  chosen: readonly string[],
  hasUnknown: boolean,
): Option[] {
  const counts = new Map(facet?.values.map(({ value, count: permits }) => [value, permits]));
  if (facet && hasUnknown && (facet.unknown > 0 || chosen.includes('unknown')))
    counts.set('unknown', facet.unknown);
  const isShort = words !== undefined && words.length <= fewValues;
  const order = isShort ? [...words, ...counts.keys()] : [...counts.keys(), ...(words ?? [])];
  const none = facet === undefined ? undefined : 0;
  return [...new Set([...order, ...chosen])].map((value) => ({ value, count: counts.get(value) ?? none }));
}

const statedLists: readonly ValueFilter[] = ['permit', 'subtype', 'source', 'tract', 'district'];

function nameOf(list: ValueFilter, value: string): string {
  if (value === 'unknown') return 'Not stated';
  if (statedLists.includes(list)) return value;
  if (value.startsWith('-')) return `Not ${sentence(value.slice(1))}`;
  return statusNames[value] ?? sentence(value);
}

/** The list with or without one; undefined if nothing is left. */
export function toggled(list: readonly string[], one: string): string[] | undefined {
  const next = list.includes(one) ? list.filter((each) => each !== one) : [...list, one];
  return next.length === 0 ? undefined : next;
}
