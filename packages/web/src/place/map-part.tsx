/**
 * Where the permits of a place's last year are. The code of the map is larger than the page: it is loaded when this part
 * is nearly in sight, and until then an empty box has its room.
 */
import { useIsFetching } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { viewOf } from '../api/areas';
import { permitsOf } from '../api/place-queries';
import { filtersOf, locationOf } from '../api/places';
import { Part } from '../design/record-parts';
import { tilesAddress } from '../explorer/filters';
import { addDays } from '../words/format';
import type { PlaceProps } from './place-page';

const PlaceMap = lazy(() => import('../map/place-map'));

export function MapPart({ place, release, lastDay }: Pick<PlaceProps, 'place' | 'release' | 'lastDay'>) {
  const box = useRef<HTMLDivElement>(null);
  const isNear = useNear(box);
  const area = place.kind === 'area' ? release.areas?.find(({ id }) => id === place.geoId) : undefined;
  const tiles = tilesAddress({
    ...permitsOf(locationOf(place)),
    permit_from: addDays(lastDay, -364),
    permit_to: lastDay,
  });
  return (
    <div className="place-map">
      <Part
        title="On the map"
        aside={
          <Link
            to="/"
            search={{ ...filtersOf(place), renewals: 'no', view: 'map', map: area && viewOf(area) }}
          >
            Explore the map
          </Link>
        }
      >
        <div className="place-map-box" ref={box}>
          {isNear ? (
            <Suspense fallback={<div className="waiting fill" />}>
              <PlaceMap place={place} area={area} tiles={tiles} />
            </Suspense>
          ) : null}
        </div>
      </Part>
    </div>
  );
}

/** How far below the window a part is already loaded. */
const nearness = '300px';

/** Whether an element has been in sight, or nearly, since all parts of the page came: before, the page is short. */
function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  const isWhole = useIsFetching() === 0;
  useEffect(() => {
    if (element.current === null || !isWhole) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setNear(true);
        observer.disconnect();
      },
      { rootMargin: nearness },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isWhole]);
  return isNear;
}
