/** The places that a place lies in or holds. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Place } from '../api/places';
import { Part } from '../design/record-parts';
import { count } from '../words/format';

/** Of one place of a kind, and of several. */
const titles = {
  county: ['County', 'Counties'],
  jurisdiction: ['Permit authority', 'Permit authorities'],
  city: ['City', 'Cities'],
  state: ['State', 'States'],
  zip: ['ZIP code', 'ZIP codes'],
} as const;

/** Links of a list before the rest is asked for. */
const linksShown = 30;

export function NearPart({ place }: { readonly place: Place }) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  return place.near
    .filter(({ places }) => places.length > 0)
    .map(({ kind, places }) => (
      <Part title={titles[kind][places.length === 1 ? 0 : 1]} key={kind}>
        <ul className="link-columns">
          {(open.has(kind) ? places : places.slice(0, linksShown)).map(({ geoId, name }) => (
            <li key={geoId}>
              <Link to="/places/$kind/$id" params={{ kind, id: geoId }}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
        {places.length > linksShown && !open.has(kind) ? (
          <div>
            <button type="button" className="button small" onClick={() => setOpen(new Set([...open, kind]))}>
              Show all {count(places.length)}
            </button>
          </div>
        ) : null}
      </Part>
    ));
}
