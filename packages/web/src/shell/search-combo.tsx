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
import type { Suggestion } from '../explorer/search-suggestions';
import { searchHint, searchLabel } from './search-words';
import { usePaused } from './use-paused';

/** Characters from which on suggestions are given. */
const minLength = 2;

interface SearchComboProps {
  /** What was typed into the plain field that this one takes the place of; null if nobody is in it. */
  readonly typed: string | null;
}

export function SearchCombo({ typed }: SearchComboProps) {
  const { lintel } = useService();
  const navigate = useNavigate();
  const filters = useSearch({ strict: false }) as Filters;
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const wanted = usePaused(text.trim());
  const { data: release } = useQuery(releaseQuery(lintel));
  const around = {
    geoId: filters.in ?? null,
    to: periodOf(filters, release?.released_at ?? new Date().toISOString().slice(0, 10)).to,
  };
  const {
    data: groups,
    isFetching,
    error,
  } = useQuery({
    queryKey: ['suggest', wanted, around],
    queryFn: async ({ signal }) => {
      const { suggest } = await import('../explorer/search-suggestions');
      return suggest(lintel, wanted, around, signal);
    },
    enabled: wanted.length >= minLength,
    placeholderData: (before) => (wanted.length >= minLength ? before : undefined),
  });
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

  const isWaiting = isFetching || wanted !== text.trim();
  return (
    <ComboBox
      className="search-combo"
      aria-label={searchLabel}
      inputValue={text}
      onInputChange={setText}
      onChange={open}
      value={null}
      items={groups ?? []}
      allowsEmptyCollection={text.trim().length >= minLength}
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
        <ListBox<{ name: string; items: readonly Suggestion[] }>
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
              <Collection items={group.items}>
                {(item) => (
                  <ListBoxItem id={item.id} textValue={item.title}>
                    <Icon name={iconOf(item)} />
                    <Text slot="label">{item.title}</Text>
                    <Text slot="description">{item.note}</Text>
                  </ListBoxItem>
                )}
              </Collection>
            </ListBoxSection>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
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
