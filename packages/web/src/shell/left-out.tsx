/**
 * What a page did not understand in its address. Who wrote `?in=Austin` by hand would take the answer about everything
 * for one about Austin.
 */
import { useMatches } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { readDirectory } from '../contractor/directory-address';
import { readFilters } from '../explorer/filters';
import { readComparison } from '../place/comparison';
import { readSummaryAddress } from '../summary/summary-address';
import { leftOut, readQuery } from '../words/query-text';

const readers: Readonly<Record<string, (search: Record<string, unknown>) => object>> = {
  '/': readFilters,
  '/contractors': readDirectory,
  '/compare': readComparison,
  '/summary': readSummaryAddress,
};

/** Read before the router writes the address anew. */
const opened = location.pathname;
const asked = readQuery(location.search);
const left = leftOut(asked, readers[opened]?.(asked) ?? {});

/** Until another page is opened; who comes back has another address. */
export function LeftOutOfAddress() {
  const [isLeft, setLeft] = useState(false);
  const wasOpened = useRef(false);
  const isOpened = useMatches().at(-1)?.pathname === opened;
  useEffect(() => {
    if (isOpened) wasOpened.current = true;
    else if (wasOpened.current) setLeft(true);
  }, [isOpened]);
  return isOpened && !isLeft ? <LeftOut names={left} /> : null;
}

export function LeftOut({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p className="banner" role="status">
      Not understood in the address, and left out: {names.join(', ')}
    </p>
  );
}
