/**
 * The one search box, with its suggestions in groups while one types, arrow keys and Enter. It is the same field from
 * the first paint on, so that no letter is lost while the page starts; what finds suggestions is loaded when needed.
 */
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { releaseQuery } from '../api/release-queries';
import { useService } from '../api/service';
import { Icon } from '../design/icons';
import { type Filters, periodOf } from '../explorer/filters';
import type { Suggestion, SuggestionGroup } from '../explorer/search-suggestions';
import { counted } from '../words/format';
import { endFirstScreen } from './first-screen';
import { PlacesHeld } from './places-held';
import { usePaused } from './use-paused';

/** Characters from which on suggestions are given. */
const minLength = 2;
/** What is suggested before anything is typed. */
const here: SuggestionGroup = {
  name: 'Around you',
  items: [
    { id: 'here', title: 'Near me', note: 'What is being built where you are', target: { to: 'here' } },
  ],
};
/** Browsers tell where they are only over https, or to their own machine. */
const canLocate = window.isSecureContext && 'geolocation' in navigator;

export function SearchBox() {
  const navigate = useNavigate();
  const filters = useSearch({ strict: false }) as Filters;
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  // The position of the suggestion that the arrow keys chose; -1 without one.
  const [at, setAt] = useState(-1);
  useSlashKey(input);
  const type = (typed: string) => {
    setText(typed);
    setOpen(true);
    setAt(-1);
  };
  useTypedBefore(input, type);
  const wanted = text.trim();
  const { groups = [], isWaiting, error } = useSuggestions(wanted, filters);
  const items = groups.flatMap((group) => group.items);
  const isShown = isOpen && (wanted.length >= minLength || groups.length > 0);
  const isEmpty = isShown && items.length === 0;
  const idOf = (position: number) => `${listId}-${position}`;
  const chosen = isShown ? items[at] : undefined;

  const open = (suggestion: Suggestion | undefined) => {
    if (suggestion === undefined) return;
    setText('');
    setOpen(false);
    input.current?.blur();
    go(navigate, suggestion, filters);
  };
  const whenFound = useWhenFound(wanted, isShown && !isWaiting, () => open(items[0]));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') setOpen(false);
    // Without a choice Enter opens what comes first, as soon as that is of the whole text.
    if (event.key === 'Enter' && isShown) chosen ? open(chosen) : whenFound();
    if (step === undefined || items.length === 0) return;
    event.preventDefault();
    const next = isShown ? at + step : at;
    const wrapped = next < 0 ? items.length - 1 : next % items.length;
    setOpen(true);
    setAt(wrapped);
    document.getElementById(idOf(wrapped))?.scrollIntoView({ block: 'nearest' });
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setOpen(false);
  };

  return (
    <search className="search" onBlur={onBlur}>
      <div className="search-field">
        <Icon name="search" />
        <input
          ref={input}
          className="input"
          role="combobox"
          aria-label="Search places, addresses, contractors and permit numbers"
          aria-autocomplete="list"
          aria-keyshortcuts="/"
          aria-expanded={isShown}
          aria-controls={isShown && !isEmpty ? listId : undefined}
          aria-activedescendant={chosen ? idOf(at) : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder="City, county, ZIP, address, contractor, permit number"
          value={text}
          onChange={({ target }) => type(target.value)}
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
        />
        <SlashKey />
      </div>
      <p className={isEmpty ? 'popover suggestions empty' : 'visually-hidden'} role="status">
        {isShown ? findings(items.length, isWaiting, error) : ''}
      </p>
      {isShown && !isEmpty ? (
        <div className="popover suggestions">
          <div role="listbox" id={listId} aria-label="Suggestions">
            {groups.map((group) => (
              <SuggestionsOfGroup
                key={group.name}
                group={group}
                idOf={(item) => idOf(items.indexOf(item))}
                chosen={chosen}
                open={open}
              />
            ))}
          </div>
        </div>
      ) : null}
    </search>
  );
}

// biome-ignore lint/a11y/noAriaHiddenOnFocusable: a key cap takes no focus, and the field tells of its key itself.
const SlashKey = () => <kbd aria-hidden="true">/</kbd>;

/** What was found, in words: seen where there is nothing to choose, and read out. */
function findings(suggestions: number, isWaiting: boolean, error: unknown): ReactNode {
  if (suggestions > 0) return isWaiting ? '' : counted(suggestions, 'suggestion');
  if (error) return 'The search is not available now.';
  if (isWaiting) return 'Searching…';
  return (
    <>
      Nothing found. <PlacesHeld before="Permits here are of " after="." />
    </>
  );
}

interface SuggestionsOfGroupProps {
  readonly group: SuggestionGroup;
  readonly chosen: Suggestion | undefined;
  /** The id of its element, which the field names when it is chosen. */
  idOf(item: Suggestion): string;
  open(item: Suggestion): void;
}

function SuggestionsOfGroup({ group: { name, items }, chosen, idOf, open }: SuggestionsOfGroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options is no group of fields.
    <div role="group" aria-label={name}>
      <p className="group-name" aria-hidden="true">
        {name}
      </p>
      {items.map((item) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the keys.
        <div
          key={item.id}
          role="option"
          id={idOf(item)}
          aria-selected={item === chosen}
          // The field keeps the focus.
          tabIndex={-1}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => open(item)}
        >
          <Icon name={iconOf(item)} />
          <span>{item.title}</span>
          <span className="note">{item.note}</span>
        </div>
      ))}
    </div>
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
  const areas = release?.areas;
  const isLong = wanted.length >= minLength;
  const { data, isFetching, error } = useQuery({
    queryKey: ['suggest', wanted, around],
    queryFn: async ({ signal }) => {
      const { suggest } = await import('../explorer/search-suggestions');
      return suggest(lintel, wanted, around, signal, areas);
    },
    enabled: isLong,
    placeholderData: (before) => (isLong ? before : undefined),
  });
  const groups = text === '' && canLocate ? [here] : isLong ? data : undefined;
  return { groups, isWaiting: isFetching || wanted !== text, error };
}

function iconOf({ target }: Suggestion) {
  if (target.to === 'contractor') return 'person';
  return target.to === 'permit' ? 'permit' : 'pin';
}

/** Opens what was chosen. A place keeps the other filters. */
function go(navigate: ReturnType<typeof useNavigate>, { target }: Suggestion, filters: Filters): void {
  if (target.to === 'place') {
    void navigate({
      to: '/',
      search: { ...filters, in: target.geoId, area: undefined, within: undefined, map: undefined },
    });
  } else if (target.to === 'area') {
    const area = { area: [target.id], map: target.map };
    void navigate({ to: '/', search: { ...filters, in: undefined, within: undefined, ...area } });
  } else if (target.to === 'property') {
    void navigate({ to: '/properties/$id', params: { id: target.id } });
  } else if (target.to === 'address') {
    void navigate({ to: '/address', search: { q: target.q } });
  } else if (target.to === 'here') {
    void navigate({ to: '/address', search: { at: 'here' } });
  } else if (target.to === 'permit') {
    void navigate({ to: '/permits/$id', params: { id: target.id } });
  } else {
    void navigate({ to: '/contractors/$id', params: { id: target.id } });
  }
}

/** A function after which `act` runs once what was searched for is found, unless something else is typed by then. */
function useWhenFound(wanted: string, isFound: boolean, act: () => void): () => void {
  const [awaited, setAwaited] = useState<string | null>(null);
  useEffect(() => {
    if (awaited === null || (awaited === wanted && !isFound)) return;
    setAwaited(null);
    if (awaited === wanted) act();
  });
  return () => setAwaited(wanted);
}

/** What was typed into the document's own field, before there was this one, goes on here. */
function useTypedBefore(
  input: { readonly current: HTMLInputElement | null },
  type: (typed: string) => void,
): void {
  // Before the page is painted, and once: the document's own field is gone then.
  useLayoutEffect(() => {
    const typed = endFirstScreen(input.current);
    if (typed !== '') type(typed);
  });
}

/** `/` outside of a field goes to the search box. */
function useSlashKey(input: { readonly current: HTMLElement | null }): void {
  // Before the page is painted: who sees it can press the key.
  useLayoutEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const { target } = event;
      const isTyping = target instanceof HTMLElement && /^(?:INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [input]);
}
