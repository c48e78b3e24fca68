/** The search box with its suggestions: in groups while one types, arrow keys and Enter; old requests are cancelled. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useLayoutEffect, useRef, useState } from 'react';
import {
  Collection,
  ComboBox,
  Header,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Popover,
  Text,
} from 'react-aria-components';
import { releaseQuery } from '../api/release-queries';
import { useService } from '../api/service';
import { Icon } from '../design/icons';
import { type Filters, periodOf } from '../explorer/filters';
import type { Suggestion, SuggestionGroup } from '../explorer/search-suggestions';
import { searchHint, searchLabel } from './search-words';
import { usePaused } from './use-paused';

/** Characters from which on suggestions are given. */
const minLength = 2;

interface SearchComboProps {
  /** What was typed into the plain field that this one takes the place of; null if nobody is in it. */
  readonly typed: string | null;
}

export function SearchCombo({ typed }: SearchComboProps) {
  const navigate = useNavigate();
  const filters = useSearch({ strict: false }) as Filters;
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const wanted = text.trim();
  const { groups, isWaiting, error } = useSuggestions(wanted, filters);
  // Once, when it takes over. Suggestions open when the text changes in a field that has the focus; what is typed until
  // then comes after what was typed before.
  useLayoutEffect(() => {
    if (typed === null) return;
    input.current?.focus();
    const timer = setTimeout(() => setText((since) => typed + since));
    return () => clearTimeout(timer);
  }, [typed]);

  const open = (key: string | number | null) => {
    const chosen = groups?.flatMap(({ items }) => items).find(({ id }) => id === key);
    if (!chosen) return;
    setText('');
    input.current?.blur();
    go(navigate, chosen, filters);
  };

  return (
    <ComboBox
      className="search-combo"
      aria-label={searchLabel}
      inputValue={text}
      onInputChange={setText}
      onChange={open}
      value={null}
      items={groups ?? []}
      allowsEmptyCollection={wanted.length >= minLength}
      menuTrigger="input"
      allowsCustomValue
    >
      <Label className="visually-hidden">Search</Label>
      <div className="search-field">
        <Icon name="search" />
        <Input ref={input} className="input" placeholder={searchHint} />
        <kbd>/</kbd>
      </div>
      <Popover className="popover suggestions" offset={4} placement="bottom start">
        <ListBox<SuggestionGroup>
          renderEmptyState={() => (
            <p className="empty">
              {error
                ? 'The search is not available for the moment.'
                : isWaiting
                  ? 'Searching…'
                  : 'Nothing found.'}
            </p>
          )}
        >
          {(group) => (
            <ListBoxSection id={group.name}>
              <Header>{group.name}</Header>
              <Collection items={group.items}>{(item) => <SuggestionItem item={item} />}</Collection>
            </ListBoxSection>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

/** What is suggested for a text, around the place and up to the day of the filters. */
function useSuggestions(text: string, filters: Filters) {
  const { lintel } = useService();
  const wanted = usePaused(text);
  const { data: release } = useQuery(releaseQuery(lintel));
  const around = {
    geoId: filters.in ?? null,
    to: periodOf(filters, release?.released_at ?? new Date().toISOString().slice(0, 10)).to,
  };
  const isLong = wanted.length >= minLength;
  const { data, isFetching, error } = useQuery({
    queryKey: ['suggest', wanted, around],
    queryFn: async ({ signal }) => {
      const { suggest } = await import('../explorer/search-suggestions');
      return suggest(lintel, wanted, around, signal);
    },
    enabled: isLong,
    placeholderData: (before) => (isLong ? before : undefined),
  });
  return { groups: data, isWaiting: isFetching || wanted !== text, error };
}

function SuggestionItem({ item }: { readonly item: Suggestion }) {
  return (
    <ListBoxItem id={item.id} textValue={item.title}>
      <Icon name={iconOf(item)} />
      <Text slot="label">{item.title}</Text>
      <Text slot="description">{item.note}</Text>
    </ListBoxItem>
  );
}

function iconOf({ target }: Suggestion) {
  if (target.to === 'contractor') return 'person';
  return target.to === 'permit' ? 'permit' : 'pin';
}

/** Opens what was chosen. A place keeps the other filters. */
function go(navigate: ReturnType<typeof useNavigate>, { target }: Suggestion, filters: Filters): void {
  if (target.to === 'place') {
    void navigate({ to: '/', search: { ...filters, in: target.geoId } });
  } else if (target.to === 'property') {
    void navigate({ to: '/properties/$id', params: { id: target.id } });
  } else if (target.to === 'permit') {
    void navigate({ to: '/permits/$id', params: { id: target.id } });
  } else {
    void navigate({ to: '/contractors/$id', params: { id: target.id } });
  }
}
