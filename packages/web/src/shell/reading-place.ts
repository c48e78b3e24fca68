/**
 * Where readers were on the pages that they left: Back goes on there, at the link that they followed. Such a page comes
 * from memory, some of its parts a little later; who scrolls or presses a key meanwhile is left alone.
 */
import { useRouter, useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';

interface Left {
  readonly top: number;
  /** The link that had the focus. */
  readonly href: string | null;
}

/** Frames, some three seconds, in which a page must be as long again as it was. */
const patience = 180;

/** By the entry of the history, for the life of the document. */
const left = new Map<string | undefined, Left>();

/** A new page is announced and read from its beginning, one that was left from where it was. */
export function useReadingPlace(main: RefObject<HTMLElement | null>, path: string | undefined): void {
  const router = useRouter();
  const entry = useRouterState({ select: ({ location }) => location.state.__TSR_key });
  const shown = useRef(path);
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
        const href = document.activeElement?.getAttribute('href') ?? null;
        left.set(fromLocation?.state.__TSR_key, { top: window.scrollY, href });
      }),
    [router],
  );
  useEffect(() => {
    if (shown.current === path || !main.current) return;
    shown.current = path;
    main.current.focus({ preventScroll: true });
    return goOn(main.current, left.get(entry) ?? { top: 0, href: null });
  }, [main, path, entry]);
}

function goOn(main: HTMLElement, { top, href }: Left): () => void {
  let frames = patience;
  const end = () => {
    frames = 0;
  };
  for (const move of ['wheel', 'pointerdown', 'keydown'])
    document.addEventListener(move, end, { once: true });
  const step = () => {
    if (frames-- <= 0) return;
    window.scrollTo(0, top);
    const link = href === null ? main : main.querySelector<HTMLElement>(`a[href="${href}"]`);
    link?.focus({ preventScroll: true });
    if (link === null || Math.abs(window.scrollY - top) >= 1) requestAnimationFrame(step);
  };
  step();
  return end;
}
