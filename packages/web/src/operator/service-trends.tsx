/** Charts of the service itself over the last 30 days: its answers, their times, its disk, and what the gate said. */
import type { Trends } from '@lintel/contract/account';
import { Link } from '@tanstack/react-router';
import { lastDays } from '../account/usage-days';
import { ColumnChart } from '../charts/column-chart';
import { LineChart, type Series } from '../charts/line-chart';
import { DataTable, TwoLines } from '../design/data-table';
import { count, shortCount, shortDate } from '../words/format';
import { ago, bytes, moment } from './words';

type Day = Trends['days'][number];
type Days = { readonly days: readonly Day[] };

const today = () => new Date().toISOString().slice(0, 10);

/** A line or a column a day; days on which nothing was counted have no value. */
function seriesOf(name: string, days: readonly Day[], numberOf: (day: Day) => number | null): Series {
  return { name, values: new Map(days.map((day) => [day.date, numberOf(day)])) };
}

export function AnswersByDay({ days }: Days) {
  const periods = lastDays(today());
  return (
    <ColumnChart
      title="Answers by day"
      unit="Answers of the interface without exports (UTC); today is not over"
      series={[
        seriesOf('Answered', days, ({ answers }) => answers.answered),
        seriesOf('Refused (4xx)', days, ({ answers }) => answers.refused),
        seriesOf('Failed (5xx)', days, ({ answers }) => answers.failed),
      ]}
      periods={periods}
      partial={new Set(periods.slice(-1))}
      nameOf={shortDate}
      show={count}
      showTick={shortCount}
    />
  );
}

export function TimesByDay({ days }: Days) {
  const last = days.at(-1);
  const timed = days.filter(({ p99_ms: p99 }) => p99 !== null);
  return (
    <>
      {last?.p99_ms == null || last.date !== today() ? null : (
        <p>
          Today half of the answers took up to {milliseconds(last.p50_ms ?? 0)}, and 99 of 100 up to{' '}
          {milliseconds(last.p99_ms)}.
        </p>
      )}
      {timed.length < 2 ? null : (
        <LineChart
          title="Time to answer by day"
          unit="Within this time 99 of 100 answers (p99), and half of them (p50), were sent; refusals left out"
          series={[
            seriesOf('p99', timed, ({ p99_ms: p99 }) => p99),
            seriesOf('p50', timed, ({ p50_ms: p50 }) => p50),
          ]}
          months={lastDays(today())}
          nameOf={shortDate}
          show={milliseconds}
        />
      )}
    </>
  );
}

const milliseconds = (ms: number) =>
  ms >= 10_000 ? `${count(Math.round(ms / 1000))} s` : `${count(ms < 10 ? ms : Math.round(ms))} ms`;

const parts = [
  ['releases', 'Releases'],
  ['raw', 'Rows as they came'],
  ['tables', 'Files to download'],
  ['ledger', 'Ledger'],
  ['other', 'Other'],
] as const;

export function Disk({ days }: Days) {
  const known = days.filter((day) => day.bytes !== null);
  const periods = lastDays(today());
  if (known.length === 0)
    return <p className="soft">Nobody has looked yet; the service looks once an hour.</p>;
  return (
    <>
      <p>{freeSentence(known)}</p>
      <ColumnChart
        title="Disk of the home by day"
        unit="As last seen on each day (UTC); what lies in a database is not in it"
        series={parts
          .map(([part, name]) => seriesOf(name, known, (day) => day.bytes?.[part] ?? null))
          .filter(({ values }) => [...values.values()].some((value) => (value ?? 0) > 0))}
        periods={periods}
        nameOf={shortDate}
        show={bytes}
      />
    </>
  );
}

/** What is free, and until when at the pace of the days that are known. */
function freeSentence(known: readonly Day[]): string {
  const [first, last] = [known[0], known.at(-1)];
  const free = last?.bytes?.free ?? 0;
  const passed = (Date.parse(last?.date ?? '') - Date.parse(first?.date ?? '')) / 86_400_000;
  const gone = (first?.bytes?.free ?? free) - free;
  if (!(passed > 0) || gone <= 0) return `${bytes(free)} are free.`;
  const left = Math.floor(free / (gone / passed));
  const pace = `${bytes(free)} are free, ${bytes(gone)} less than on ${shortDate(first?.date ?? '')}`;
  return left > 365 ? `${pace}.` : `${pace}: at this pace they last ${count(left)} days.`;
}

const verdictNames = {
  passed: 'Passed',
  refused: 'Refused',
  forced: 'Published in spite of objections',
} as const;

export function Verdicts({ verdicts }: Pick<Trends, 'verdicts'>) {
  if (verdicts.length === 0)
    return <p className="soft">No release was published or refused in the last 30 days.</p>;
  return (
    <DataTable
      label="Verdicts of the gate"
      isCards
      rows={verdicts}
      columns={[
        {
          head: 'Release',
          is: 'name',
          cell: ({ release }) => (
            <Link to="/operator/releases/$id" params={{ id: release }}>
              {release}
            </Link>
          ),
        },
        { head: 'When', cell: ({ at }) => <TwoLines first={ago(at)} second={moment(at)} /> },
        { head: 'Gate', cell: ({ verdict }) => verdictNames[verdict] },
        { head: 'Why', cell: ({ detail }) => <Reasons text={detail} /> },
      ]}
    />
  );
}

/** Reasons of the log, one a line. */
function Reasons({ text }: { readonly text: string }) {
  return text === '' ? '–' : text.split('; ').map((line) => <div key={line}>{line}</div>);
}
