/** What this service holds, for those who come without a question, and three questions to begin with. */
import type { ReleaseInfo } from '@lintel/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useService } from '../api/service';
import { authoritiesQuery } from '../api/summary-queries';
import { PlacesHeld } from '../shell/places-held';
import { questionsOf } from '../summary/questions';
import { counted, date } from '../words/format';

interface LandingProps {
  readonly release: ReleaseInfo;
  /** The only place that there is; undefined where there are several. */
  readonly geoId: string | undefined;
  /** The day of the newest permit. */
  readonly lastDay: string;
}

export function Landing({ release, geoId, lastDay }: LandingProps) {
  const { counts } = release;
  const { lintel } = useService();
  const { data } = useQuery(authoritiesQuery(lintel));
  return (
    <>
      <p>
        {counted(counts.permits, 'permit')}, the newest of {date(lastDay)}
        <PlacesHeld before=": " />
      </p>
      <ul aria-label="Questions">
        {questionsOf(release, data)
          .slice(0, 3)
          .map(({ title, asked }) => (
            <li key={title}>
              <Link className="button small" to="/summary" search={{ in: geoId, ...asked }}>
                {title}
              </Link>
            </li>
          ))}
      </ul>
    </>
  );
}
