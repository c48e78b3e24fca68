/** A row of links that scrolls on a narrow screen; the link of the open page is always in sight. */
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';

export function NavRow({
  label,
  className,
  children,
}: {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}) {
  const row = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => {
    const open = row.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (row.current === null || !open) return;
    const side = (row.current.clientWidth - open.clientWidth) / 2;
    const left = open.getBoundingClientRect().left - row.current.getBoundingClientRect().left;
    row.current.scrollLeft += left - side;
  }, [path]);
  return (
    <nav className={className} aria-label={label} ref={row}>
      {children}
    </nav>
  );
}
