/**
 * The one search box. At first it is a plain field; what suggests is loaded when there is nothing else to do, or when
 * someone begins to type, and takes over what was typed.
 */
import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Icon } from '../design/icons';
import type { SearchCombo } from './search-combo';
import { searchHint, searchLabel } from './search-words';

type Combo = ComponentType<Parameters<typeof SearchCombo>[0]>;

export function SearchBox() {
  const box = useRef<HTMLDivElement>(null);
  const isGone = useRef(false);
  const [text, setText] = useState('');
  const [combo, setCombo] = useState<{ readonly Combo: Combo; readonly typed: string | null } | null>(null);
  useSlashKey(box);
  const load = () => {
    if (combo !== null) return;
    import('./search-combo').then(
      ({ SearchCombo: Loaded }) => {
        if (isGone.current) return;
        const field = box.current?.querySelector('input');
        const typed = field && field === document.activeElement ? field.value : null;
        // At once, or keys that are pressed meanwhile would be lost with the plain field.
        flushSync(() => setCombo((before) => before ?? { Combo: Loaded, typed }));
      },
      () => {
        // Without a connection: the next key tries again.
      },
    );
  };
  const loadFirst = useRef(load);
  useEffect(() => {
    isGone.current = false;
    const timer = setTimeout(loadFirst.current, idleMs);
    return () => {
      isGone.current = true;
      clearTimeout(timer);
    };
  }, []);
  return (
    <div ref={box} className="search">
      {combo === null ? (
        <div className="search-field">
          <Icon name="search" />
          <input
            className="input"
            aria-label={searchLabel}
            autoComplete="off"
            placeholder={searchHint}
            value={text}
            onFocus={load}
            onChange={({ target }) => {
              setText(target.value);
              load();
            }}
          />
          <kbd>/</kbd>
        </div>
      ) : (
        <combo.Combo typed={combo.typed} />
      )}
    </div>
  );
}

/** Milliseconds after which the page has what it shows first. */
const idleMs = 1_000;

/** `/` outside of a field goes to the search box. */
function useSlashKey(box: { readonly current: HTMLElement | null }): void {
  // Before the page is painted: who sees it can press the key.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      const isTyping = target instanceof HTMLElement && /^(?:INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      box.current?.querySelector('input')?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [box]);
}
