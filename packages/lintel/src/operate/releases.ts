/** Releases as operators see them: which there are, which is published, and what the gate says of each. */
import type { ReleaseInfo } from '@lintel/contract';
import type { Config } from '../base/config.js';
import type { Home } from '../base/home.js';
import { messageOf } from '../base/user-error.js';
import type { BuildReport } from '../format/report.js';
import { listReleases, publishedBefore, type Verdict, verdictOn } from '../releases/release-store.js';

export interface ListedRelease {
  readonly id: string;
  readonly isPublished: boolean;
  /** Null when its manifest cannot be read; `fault` then says why. */
  readonly info: ReleaseInfo | null;
  /** Size on disk; null like `info`. */
  readonly bytes: number | null;
  readonly fault: string | null;
}

interface ReleaseOverview {
  /** The newest first. */
  readonly releases: readonly ListedRelease[];
  /** The release that a rollback publishes again; null if there is none. */
  readonly rollbackTo: string | null;
}

export function releaseOverview(home: Home): ReleaseOverview {
  const releases = listReleases(home).map(({ id, isCurrent, manifest, fault }) => ({
    id,
    isPublished: isCurrent,
    info: manifest?.info ?? null,
    bytes: manifest?.files.reduce((sum, { bytes }) => sum + bytes, 0) ?? null,
    fault,
  }));
  return { releases, rollbackTo: publishedBefore(home)[0] ?? null };
}

/** A release with what its build counted, and the gate's verdict. */
export interface ReleaseDetails extends ListedRelease {
  readonly verdict: Verdict | null;
  readonly report: BuildReport | null;
  /** The release that is published now, to compare with; null if that is this one or none. */
  readonly published: {
    readonly id: string;
    readonly info: ReleaseInfo;
    readonly report: BuildReport;
  } | null;
}

/** All about one release; null if there is none of that id. */
export function releaseDetails(home: Home, id: string, limits?: Config['sources']): ReleaseDetails | null {
  const all = listReleases(home);
  const listed = releaseOverview(home).releases.find((release) => release.id === id);
  if (listed === undefined) return null;
  const report = all.find((release) => release.id === id)?.manifest?.report ?? null;
  const current = all.find(({ isCurrent }) => isCurrent);
  const published =
    current?.manifest == null || current.id === id
      ? null
      : { id: current.id, info: current.manifest.info, report: current.manifest.report };
  try {
    return { ...listed, report, published, verdict: verdictOn(home, id, limits) };
  } catch (error) {
    return { ...listed, report, published, verdict: null, fault: listed.fault ?? messageOf(error) };
  }
}
