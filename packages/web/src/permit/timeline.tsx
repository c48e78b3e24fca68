/**
 * File, issue and final: the three days of a permit, the days between, the statuses that were seen, and how long permits
 * like it take there.
 */
import type { DurationQuartiles, Permit } from '@lintel/client';
import { useQuery } from '@tanstack/react-query';
import { localDurationsQuery } from '../api/permit-queries';
import { useService } from '../api/service';
import { type Fact, Facts, Status } from '../design/record-parts';
import { count, date, days } from '../words/format';

interface TimelineProps {
  readonly permit: Permit;
  readonly localName: string;
  readonly releasedAt: string;
}

export function Timeline({ permit, localName, releasedAt }: TimelineProps) {
  const steps = [
    { name: 'Filed', on: permit.file_date, between: permit.approval_duration, what: 'to approve' },
    { name: 'Issued', on: permit.issue_date, between: permit.construction_duration, what: 'to build' },
    { name: 'Final', on: permit.final_date, between: null, what: '' },
  ];
  return (
    <div className="timeline">
      <ol className="timeline-track">
        {steps.map(({ name, on, between, what }) => (
          <li key={name} data-missing={on ? undefined : ''} data-open={between === null ? '' : undefined}>
            <strong>{name}</strong>
            <span className={on ? 'tabular' : 'soft'}>{on ? date(on) : 'Not stated'}</span>
            {between === null ? null : (
              <span className="between">
                {days(between)} {what}
              </span>
            )}
          </li>
        ))}
      </ol>
      <StatusesSeen permit={permit} />
      <Durations permit={permit} localName={localName} releasedAt={releasedAt} />
    </div>
  );
}

const isSameWord = (text: string, status: Permit['status']) =>
  text.toLowerCase().replaceAll(' ', '_') === status;

/** The statuses with which the source was read, where they have changed (C102). */
function StatusesSeen({ permit: { status_history: seen } }: { readonly permit: Permit }) {
  if (seen === undefined) return null;
  return (
    <Facts
      facts={seen.map(
        ({ status, status_text: text, seen: since }): Fact => [
          since === null ? 'First read as' : `Since ${date(since)}`,
          <span key={since}>
            {status === null && text === null ? 'No status' : <Status status={status} />}
            {text === null || isSameWord(text, status) ? null : <span className="soft"> {text}</span>}
          </span>,
        ],
      )}
    />
  );
}

function Durations({ permit, localName, releasedAt }: TimelineProps) {
  const { lintel } = useService();
  const { approval_duration: toApprove, construction_duration: toBuild } = permit;
  const { data } = useQuery({
    ...localDurationsQuery(lintel, permit, releasedAt),
    enabled: permit.geo_ids.jurisdiction_id !== null && (toApprove !== null || toBuild !== null),
  });
  if (!data) return null;
  const like = data.isSameWork ? 'permits with the same tags' : 'permits of any kind';
  const compared = [
    { title: 'From filing to issue', own: toApprove, local: data.durations.approval },
    { title: 'From issue to final', own: toBuild, local: data.durations.construction },
  ].flatMap(({ title, own, local }) => (own === null || local === null ? [] : [{ title, own, local }]));
  if (compared.length === 0) return null;
  return (
    <div className="durations">
      {compared.map((duration) => (
        <Duration key={duration.title} {...duration} />
      ))}
      <p className="soft">
        Compared with {like} in {localName} that started in the last {data.years} years. The bar spans the
        middle half of them; the line in it is their median.
      </p>
    </div>
  );
}

interface DurationProps {
  readonly title: string;
  readonly own: number;
  readonly local: DurationQuartiles;
}

function Duration({ title, own, local }: DurationProps) {
  const { p25, median, p75, permits } = local;
  const most = Math.max(own, p75, 1) * 1.04;
  const at = (value: number) => (100 * value) / most;
  return (
    <div className="duration">
      <h3>
        {title}: {comparison(own, median)}
      </h3>
      <svg className="quartiles" viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">
        <path className="axis" d="M0 10H100" />
        <rect className="half" x={at(p25)} y="4" width={Math.max(0.6, at(p75) - at(p25))} height="12" />
        <path className="median" d={`M${at(median)} 4V16`} />
        <path className="own" d={`M${at(own)} 0V20`} />
      </svg>
      <dl className="duration-values">
        <div>
          <dt>This permit</dt>
          <dd className="own-value">{days(own)}</dd>
        </div>
        <div>
          <dt>Median of {count(permits)}</dt>
          <dd>{days(median)}</dd>
        </div>
        <div>
          <dt>Middle half</dt>
          <dd>
            {count(p25)} to {days(p75)}
          </dd>
        </div>
      </dl>
    </div>
  );
}

function comparison(own: number, median: number): string {
  if (own === median) return 'as long as the median';
  return `${days(Math.abs(own - median))} ${own < median ? 'faster' : 'slower'} than the median`;
}
