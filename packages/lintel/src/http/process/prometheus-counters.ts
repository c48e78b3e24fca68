/**
 * The counters of the service for Prometheus. docs/monitoring.md lists their names and labels. No label contains
 * anything that a caller chooses.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client';
import type { NightRecord, NightSource } from '../../releases/night-record.js';
import type { ServedReleases } from '../../releases/release.js';
import type { Counters } from '../request/counters.js';

const latencySeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const batchSizes = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

/** The disk that the home is on. */
interface Disk {
  readonly freeBytes: number;
  readonly bytes: number;
}

/** Counters in the registry. */
export function prometheusCounters(
  registry: Registry,
  releases: ServedReleases,
  now: () => number,
  readLastNight: () => NightRecord | null,
  disk: () => Disk,
): Counters {
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
  nightGauges(registers, readLastNight);
  diskGauges(registers, disk);
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

/** What the last night did, and how each source is, as `lintel nightly` recorded it; no values before the first one. */
function nightGauges(registers: Registry[], read: () => NightRecord | null): void {
  const gauge = (name: string, help: string, measure: (night: NightRecord) => number) =>
    new Gauge({
      name,
      help,
      aggregator: 'max',
      registers,
      collect() {
        const night = read();
        this.reset();
        if (night !== null) this.set(measure(night));
      },
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
  const ofSources = (name: string, help: string, measure: (source: NightSource) => number | null) =>
    new Gauge({
      name,
      help,
      labelNames: ['source'],
      aggregator: 'max',
      registers,
      collect() {
        this.reset();
        for (const [source, state] of Object.entries(read()?.sources ?? {})) {
          const value = measure(state);
          if (value !== null) this.set({ source }, value);
        }
      },
    });
  ofSources(
    'lintel_source_last_success_timestamp_seconds',
    'When a source was last fetched whole.',
    ({ last_success_at }) => (last_success_at === null ? null : seconds(last_success_at)),
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
}

function diskGauges(registers: Registry[], disk: () => Disk): void {
  const gauge = (name: string, help: string, measure: (disk: Disk) => number) =>
    new Gauge({
      name,
      help,
      aggregator: 'max',
      registers,
      collect() {
        this.set(measure(disk()));
      },
    });
  gauge('lintel_disk_free_bytes', 'What is free of the disk of the home.', ({ freeBytes }) => freeBytes);
  gauge('lintel_disk_size_bytes', 'The size of that disk.', ({ bytes }) => bytes);
}

const seconds = (moment: string) => Date.parse(moment) / 1000;
