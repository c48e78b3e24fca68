/**
 * The counters of the service for Prometheus. docs/monitoring.md lists their names and labels. No label contains
 * anything that a caller chooses.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client';
import { dayMs } from '../../base/calendar-date.js';
import type { LastBackup } from '../../releases/last-backup.js';
import type { NightRecord, NightSource } from '../../releases/night-record.js';
import type { ServedReleases } from '../../releases/release.js';
import type { Counters } from '../request/counters.js';

const latencySeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const batchSizes = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

/** What is measured when Prometheus asks. */
export interface Measured {
  readonly releases: Pick<ServedReleases, 'current'>;
  readonly now: () => number;
  readonly lastNight: () => NightRecord | null;
  readonly lastBackup: () => LastBackup | null;
  readonly disk: () => Disk;
  /** Messages of watches that were given up since a time. */
  readonly givenUp: (sinceMs: number) => Promise<number>;
}

/** The disk that the home is on. */
interface Disk {
  readonly freeBytes: number;
  readonly bytes: number;
}

/** Counters in the registry. */
export function prometheusCounters(registry: Registry, measured: Measured): Counters {
  const { releases, now } = measured;
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'lintel_release_age_seconds',
    help: 'Age of the published release; -1 if there is none.',
    aggregator: 'max',
    registers,
    collect() {
      const release = releases.current();
      this.set(release ? (now() - Date.parse(release.info.released_at)) / 1000 : -1);
    },
  });
  nightGauges(registers, measured);
  sourceGauges(registers, measured);
  diskGauges(registers, measured);
  upkeepGauges(registers, measured);
  return { ...requestCounters(registers), ...ledgerCounters(registers) };
}

/** Of requests and their connections. */
function requestCounters(registers: Registry[]): Pick<Counters, 'observe' | 'connectionCut'> {
  const requests = new Counter({
    name: 'lintel_http_requests_total',
    help: 'Finished requests by route and status.',
    labelNames: ['route', 'status'],
    registers,
  });
  const latency = new Histogram({
    name: 'lintel_http_request_duration_seconds',
    help: 'Time from reading a request to the end of its answer.',
    labelNames: ['route'],
    buckets: latencySeconds,
    registers,
  });
  const credits = new Counter({
    name: 'lintel_credits_charged_total',
    help: 'Credits charged, by route, including those refunded later.',
    labelNames: ['route'],
    registers,
  });
  const cutAnswers = new Counter({
    name: 'lintel_http_answers_cut_total',
    help: 'Answers that were not delivered whole.',
    registers,
  });
  const cutConnections = new Counter({
    name: 'lintel_http_connections_cut_total',
    help: 'Connections cut off: `pipelined` (a request ahead of an answer), `slow` or `unread` (answers not read).',
    labelNames: ['reason'],
    registers,
  });
  const cache = new Counter({
    name: 'lintel_cache_answers_total',
    help: 'Answers by cache result: `fresh` (304) or `sent` (200).',
    labelNames: ['result'],
    registers,
  });
  return {
    observe({ route, status, seconds, credits: charged, isWhole }) {
      requests.inc({ route, status });
      latency.observe({ route }, seconds);
      if (!isWhole) cutAnswers.inc();
      if (charged > 0) credits.inc({ route }, charged);
      if (status === 304 || status === 200) cache.inc({ result: status === 304 ? 'fresh' : 'sent' });
    },
    connectionCut: (reason) => cutConnections.inc({ reason }),
  };
}

/** Of charges and refunds. */
function ledgerCounters(registers: Registry[]): Pick<Counters, 'committed' | 'refunded' | 'refundLost'> {
  const refunds = new Counter({
    name: 'lintel_credits_refunded_total',
    help: 'Credits refunded because an answer could not be sent.',
    registers,
  });
  const withheld = new Counter({
    name: 'lintel_refunds_withheld_credits_total',
    help: 'Credits that stayed charged because an account had been refunded too many within a day.',
    registers,
  });
  const lost = new Counter({
    name: 'lintel_refunds_lost_credits_total',
    help: 'Credits whose refund failed.',
    registers,
  });
  const batches = new Histogram({
    name: 'lintel_ledger_batch_size',
    help: 'Charges and refunds committed together.',
    buckets: batchSizes,
    registers,
  });
  return {
    committed: (size) => batches.observe(size),
    refunded(refund) {
      refunds.inc(refund.credits);
      withheld.inc(refund.withheld);
    },
    refundLost: (count) => lost.inc(count),
  };
}

/** A gauge of what is known only at times; without a value when `measure` gives null. */
function gaugeOf(
  registers: Registry[],
  name: string,
  help: string,
  measure: () => number | null | Promise<number | null>,
): void {
  new Gauge({
    name,
    help,
    aggregator: 'max',
    registers,
    async collect() {
      const value = await measure();
      if (value === null) this.remove();
      else this.set(value);
    },
  });
}

/** What the last night did, as `lintel nightly` recorded it; no values before the first one. */
function nightGauges(registers: Registry[], { lastNight }: Measured): void {
  const gauge = (name: string, help: string, measure: (night: NightRecord) => number) =>
    gaugeOf(registers, name, help, () => {
      const night = lastNight();
      return night === null ? null : measure(night);
    });
  gauge('lintel_night_ended_timestamp_seconds', 'When the last night ended.', ({ ended_at }) =>
    seconds(ended_at),
  );
  gauge('lintel_night_duration_seconds', 'How long the last night took.', (night) => night.seconds);
  gauge(
    'lintel_night_exit_status',
    'What the last night ended with: 0 good, 3 good but for some sources, 1 nothing published.',
    ({ exit_status }) => exit_status,
  );
  gauge(
    'lintel_night_refused_in_a_row',
    'Nights in a row, up to the last one, whose release the gate refused.',
    (night) => night.refused_nights ?? 0,
  );
}

/** How each source is, as of the last night. */
function sourceGauges(registers: Registry[], { lastNight }: Measured): void {
  const sources = () => Object.entries(lastNight()?.sources ?? {});
  const ofSources = (
    name: string,
    help: string,
    measure: (source: NightSource) => number | null | undefined,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: ['source'],
      aggregator: 'max',
      registers,
      collect() {
        this.reset();
        for (const [source, state] of sources()) {
          const value = measure(state) ?? null;
          if (value !== null) this.set({ source }, value);
        }
      },
    });
  ofSources(
    'lintel_source_last_success_timestamp_seconds',
    'When a source was last fetched whole.',
    ({ last_success_at }) => (last_success_at === null ? null : seconds(last_success_at)),
  );
  ofSources(
    'lintel_source_renewal_seconds',
    'Time between two renewals of a source by its publisher.',
    ({ every_seconds }) => every_seconds,
  );
  ofSources('lintel_source_failures', 'Fetches of a source that failed since.', ({ failures }) => failures);
  ofSources(
    'lintel_source_lost_ratio',
    'Share of its rows that a source lost.',
    ({ lost_share }) => lost_share,
  );
  ofSources(
    'lintel_source_findings',
    'What is the matter with a source: findings.',
    ({ findings }) => findings.length,
  );
  ofSources('lintel_source_rows', 'Rows of a source in the published release.', ({ rows }) => rows);
  ofSources(
    'lintel_source_newest_record_timestamp_seconds',
    'Day of the newest permit of a source.',
    ({ newest_record: day }) => (typeof day === 'string' ? seconds(day) : null),
  );
  new Gauge({
    name: 'lintel_source_state',
    help: '1 for the state of a source: `active`, `stalled` or `archive` by its newest permit, `blocked` or `login_only` by its portal.',
    labelNames: ['source', 'state'],
    aggregator: 'max',
    registers,
    collect() {
      this.reset();
      for (const [source, { state }] of sources())
        if (typeof state === 'string') this.set({ source, state }, 1);
    },
  });
}

function diskGauges(registers: Registry[], { disk }: Measured): void {
  const free = 'What is free of the disk of the home.';
  gaugeOf(registers, 'lintel_disk_free_bytes', free, () => disk().freeBytes);
  gaugeOf(registers, 'lintel_disk_size_bytes', 'The size of that disk.', () => disk().bytes);
}

/** What is to be looked after: backups, and messages that reached nobody. */
function upkeepGauges(registers: Registry[], { now, lastBackup, givenUp }: Measured): void {
  gaugeOf(
    registers,
    'lintel_backup_timestamp_seconds',
    'When the last backup of the home was begun; no value before the first one.',
    () => {
      const backup = lastBackup();
      return backup === null ? null : seconds(backup.made_at);
    },
  );
  gaugeOf(
    registers,
    'lintel_watch_messages_given_up',
    'Messages of watches that were given up within a day; no value while the ledger is away.',
    () => givenUp(now() - dayMs).catch(() => null),
  );
}

const seconds = (moment: string) => Date.parse(moment) / 1000;
