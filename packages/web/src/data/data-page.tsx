/** The data itself: the release, what changed, how often each field is stated, defects, quarantine and sources. */
import '../design/charts.css';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { coverageQuery } from '../api/place-queries';
import { releaseQuery } from '../api/release-queries';
import { useService } from '../api/service';
import { lastDayOf, statesQuery } from '../api/summary-queries';
import { Facts, Part } from '../design/record-parts';
import { fieldNames } from '../place/reliability-part';
import { Failure } from '../shell/failure';
import { Page } from '../shell/page';
import { WaitingPage } from '../shell/waiting-page';
import { addDays, count, date } from '../words/format';
import { ChangesPart } from './changes-part';
import { PortalsPart } from './portals-part';
import { SourcesPart } from './sources-part';

export function DataPage() {
  const { lintel } = useService();
  const { data: release, error, refetch } = useQuery(releaseQuery(lintel));
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!release) return <WaitingPage />;
  return (
    <Page
      title="The data"
      lede={
        <p className="lede">
          One immutable release of what permit authorities publish, cleaned and linked. What a source does not
          state is empty, never a guess.
        </p>
      }
    >
      <Facts
        large
        facts={[
          ['Permits', count(release.counts.permits)],
          ['Contractors', count(release.counts.contractors)],
          ...(release.counts.decisions === 0
            ? []
            : [['Decisions', count(release.counts.decisions)] as const]),
          ['Addresses', count(release.counts.addresses)],
          ['Permit authorities', count(release.counts.jurisdictions)],
        ]}
      />
      <Part title="Release">
        <Facts
          facts={[
            ['Name', release.release_id],
            ['Sources as of', date(release.released_at)],
            ['Oldest record', date(release.date_range.from)],
            ['Newest record', date(release.date_range.to)],
            ['Built', date(release.built_at)],
            ['Release before', release.previous_release ?? 'None'],
          ]}
        />
      </Part>
      <ChangesPart isFirst={release.previous_release === null} />
      <FillRates lastDay={lastDayOf(release)} />
      <SourcesPart release={release} />
      <PortalsPart lastDay={lastDayOf(release)} />
    </Page>
  );
}

function Reliable() {
  return (
    <>
      <span aria-hidden="true">✓</span>
      <span className="visually-hidden">80% or more</span>
    </>
  );
}

/** Of the 12 months up to the newest permit. */
function FillRates({ lastDay }: { readonly lastDay: string }) {
  const { lintel } = useService();
  const { data, error, refetch } = useQuery(statesQuery(lintel, addDays(lastDay, -364)));
  const covered = data?.rows.flatMap(({ state, state_name: name }) =>
    state && name ? [{ state, name }] : [],
  );
  const rows = useQueries({
    queries: (covered ?? []).map(({ state }) => coverageQuery(lintel, 'state', state, lastDay)),
  });
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!covered) return <div className="waiting page-block" />;
  if (covered.length === 0) return null;
  return (
    <Part title="How often each field is stated, by state">
      <p className="soft">
        Percent of the permits of the 12 months up to {date(lastDay)} that state the field; a tick: 80% or
        more. Below 10% it should not be used.
        <span className="narrow-only"> Fields without a tick are listed.</span>
      </p>
      <div className="scroll-x">
        <table className="plain-table fill-grid cards">
          <thead>
            <tr>
              <th scope="col">State</th>
              {Object.entries(fieldNames).map(([field, name]) => (
                <th scope="col" key={field} className="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {covered.map(({ state, name }, at) => (
              <tr key={state}>
                <th scope="row">
                  <Link to="/places/$kind/$id" params={{ kind: 'state', id: state }}>
                    {name}
                  </Link>
                </th>
                {Object.entries(fieldNames).map(([field, label]) => {
                  const data = rows[at]?.data;
                  const weak = data?.find((row) => row.field === field);
                  return (
                    <td key={field} data-tier={weak?.tier} data-label={label}>
                      {data === undefined ? '' : weak ? `${weak.fill_pct}%` : <Reliable />}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Part>
  );
}
