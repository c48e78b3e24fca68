/** File, issue and final: the three days of a permit, the days between, and how long it takes elsewhere in the place. */
import type { CurrentMetrics, Permit } from '@lintel/client';
import { date, days } from '../words/format';

interface TimelineProps {
  readonly permit: Permit;
  /** Averages of the place in the last year; null where there are none. */
  readonly local: CurrentMetrics | null;
  readonly localName: string;
}

export function Timeline({ permit, local, localName }: TimelineProps) {
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
      <div className="durations">
        <Duration
          title="From filing to issue"
          own={permit.approval_duration}
          local={local?.avg_approval_duration ?? null}
          localName={localName}
        />
        <Duration
          title="From issue to final"
          own={permit.construction_duration}
          local={local?.avg_construction_duration ?? null}
          localName={localName}
        />
      </div>
    </div>
  );
}

interface DurationProps {
  readonly title: string;
  readonly own: number | null;
  readonly local: number | null;
  readonly localName: string;
}

function Duration({ title, own, local, localName }: DurationProps) {
  if (own === null || local === null) return null;
  const most = Math.max(own, local, 1);
  return (
    <div className="duration">
      <h3>
        {title}: {comparison(own, local)}
      </h3>
      <Bar name="This permit" value={own} most={most} className="own" />
      <Bar name={`Average, ${localName}`} value={local} most={most} className="local" />
    </div>
  );
}

function comparison(own: number, local: number): string {
  if (own === local) return 'as long as the average';
  return `${days(Math.abs(own - local))} ${own < local ? 'faster' : 'slower'} than the average`;
}

function Bar({
  name,
  value,
  most,
  className,
}: {
  readonly name: string;
  readonly value: number;
  readonly most: number;
  readonly className: string;
}) {
  return (
    <div className="row">
      <span>{name}</span>
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect className={className} width={Math.max(0.5, (100 * value) / most)} height="10" />
      </svg>
      <span>{days(value)}</span>
    </div>
  );
}
