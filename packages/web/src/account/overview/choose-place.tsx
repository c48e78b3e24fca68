/** The choice of a place: the largest cities of the service, or a search by name. The address of the page has it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { AccountError, ask } from '../../api/account';
import { usePaused } from '../../shell/use-paused';
import { counted, date } from '../../words/format';
import { Asked, useAsk } from '../asked';
import type { FoundPlace } from '../newest-year';

export function ChoosePlace({ onChosen }: { onChosen(place: FoundPlace | null): void }) {
  const { in: chosen } = useSearch({ from: '/' });
  const [isChoosing, setChoosing] = useState(chosen === undefined);
  const navigate = useNavigate({ from: '/' });
  const choose = ({ geo_id }: FoundPlace) => {
    setChoosing(false);
    void navigate({ search: { in: geo_id }, replace: true, resetScroll: false });
  };
  return (
    <>
      {chosen === undefined ? null : <Chosen geoId={chosen} onChosen={onChosen} />}
      {chosen === undefined || isChoosing ? (
        <Choice onChoose={choose} />
      ) : (
        <div>
          <button type="button" className="button" onClick={() => setChoosing(true)}>
            Choose another
          </button>
        </div>
      )}
    </>
  );
}

interface ChosenProps {
  readonly geoId: string;
  onChosen(place: FoundPlace | null): void;
}

/** The place of the address, and what it has. */
function Chosen({ geoId, onChosen }: ChosenProps) {
  const asked = useAsk('GET /places', { query: { geo_id: geoId } });
  const place = asked.data?.places[0] ?? null;
  useEffect(() => onChosen(place), [place, onChosen]);
  return (
    <Asked of={asked}>
      {() =>
        place === null ? (
          <p className="problem" role="alert">
            This service has no place {geoId}. Choose one here, or find it by its name.
          </p>
        ) : place.permits === 0 ? (
          <p className="problem" role="alert">
            {place.name} has no permits here: no source of this service covers it yet. Choose a place that
            has, or see <a href="/data">which places it holds</a>.
          </p>
        ) : (
          <p>
            <strong>{place.name}</strong>: {counted(place.permits, 'permit')}, the newest of{' '}
            {date(place.newest)}
          </p>
        )
      }
    </Asked>
  );
}

function Choice({ onChoose }: { onChoose(place: FoundPlace): void }) {
  const [text, setText] = useState('');
  const q = usePaused(text.trim());
  const asked = useQuery({
    queryKey: ['GET /places', { query: { q } }],
    queryFn: ({ signal }) => ask('GET /places', { query: { q } }, signal),
    placeholderData: keepPreviousData,
  });
  if (asked.error instanceof AccountError && asked.error.status === 503) {
    return (
      <p className="problem" role="alert">
        This service has no data yet, so there is nothing to ask for. Its operator loads a city with{' '}
        <code>lintel load</code>; then open this page again.
      </p>
    );
  }
  return (
    <>
      <label className="field">
        <span className="label">City or ZIP code</span>
        <input
          className="input"
          type="search"
          value={text}
          maxLength={200}
          autoComplete="off"
          placeholder="Find one by its name"
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <Asked of={asked}>
        {({ places }) =>
          places.length === 0 ? (
            <p className="soft" role="status">
              {q === ''
                ? 'This service holds no permits yet. Its operator loads a city with lintel load.'
                : `No city or ZIP code here is called “${q}”. Look at the spelling, or write its county’s largest city.`}
            </p>
          ) : (
            <ul
              className="place-choices"
              aria-label={q === '' ? 'Cities with the most permits' : 'Places found'}
            >
              {places.map((place) => (
                <li key={place.geo_id}>
                  <button type="button" className="button place-choice" onClick={() => onChoose(place)}>
                    {place.name}
                    <span className="soft">
                      {place.permits === 0 ? 'no permits' : counted(place.permits, 'permit')}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Asked>
    </>
  );
}
