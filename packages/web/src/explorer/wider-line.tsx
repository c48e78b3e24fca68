/** Above the permits of a city that has most but not all of the permits of its authority: how many, and where all are. */
import type { WiderPlace } from '@lintel/client';
import { Link } from '@tanstack/react-router';
import { count } from '../words/format';
import type { Filters } from './filters';

interface WiderLineProps {
  readonly wider: WiderPlace;
  /** The city. */
  readonly placeName: string | null;
}

export function WiderLine({ wider: { geoId, inCity, inAll }, placeName }: WiderLineProps) {
  const [city = 'This city'] = placeName?.split(', ') ?? [];
  return (
    <p className="wider-line soft">
      {city} has {count(inCity)} of the {count(inAll)} permits of its authority.{' '}
      <Link to="/" search={(before: Filters) => ({ ...before, in: geoId })}>
        Show all
      </Link>
    </p>
  );
}
