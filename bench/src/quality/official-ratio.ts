/**
 * Our new homes beside the official count, for each jurisdiction, county and year that both the published release of a home and
 * its official counts have (`lintel official fetch`): the ratio is a check of the refinery.
 */
import { findHome } from 'lintel/dist/base/home.js';
import { loadGeography } from 'lintel/dist/geography/load.js';
import { openLocalService } from 'lintel/dist/http/in-process/local-service.js';

interface Count {
  readonly period: string;
  readonly units: number;
  readonly units_reported: number;
  readonly ratio: number | null;
  readonly permits: {
    readonly permit_count: number;
    readonly units: number;
    readonly without_units: number;
    readonly partial: boolean;
  } | null;
}

/** Prints a line for each year, those of which the release knows a part marked. */
export async function officialRatio(directory: string, print: (line: string) => void): Promise<void> {
  const service = openLocalService(findHome(directory));
  const get = async <T>(path: string) => (await (await service.fetch(`http://local${path}`)).json()) as T;
  try {
    let [whole, partial] = [0, 0];
    for (const { code } of loadGeography().states)
      for (const grouping of ['county', 'jurisdiction']) {
        const { rows } = await get<{ rows: Record<string, string>[] }>(
          `/v2/permits/aggregate?geo_id=${code}&group_by=${grouping}&limit=5000`,
        );
        for (const { [grouping]: place, [`${grouping}_name`]: name } of rows) {
          if (!place) continue;
          const counted = await get<{ rows: Count[] }>(
            `/v2/places/${encodeURIComponent(place)}/official?period=year`,
          );
          for (const each of counted.rows.filter(({ permits }) => permits !== null)) {
            if (each.permits?.partial) partial += 1;
            else whole += 1;
            print(lineOf(name ?? place, each));
          }
        }
      }
    print(`${whole} whole years of places are in both, and ${partial} of which the release knows a part.`);
    print(
      'They differ where a source covers a part of a county, where a file is a sample, where permits state no homes, and where the survey estimates.',
    );
  } finally {
    await service.close();
  }
}

function lineOf(place: string, { period, units, units_reported, ratio, permits }: Count): string {
  const {
    permit_count: count = 0,
    units: own = 0,
    without_units: silent = 0,
    partial = true,
  } = permits ?? {};
  const estimated = units - units_reported;
  return [
    `${place} ${period}: ${own} homes of ${count} permits to ${units} official, ratio ${ratio ?? '–'}`,
    ...(partial ? ['the release knows a part of the year'] : []),
    ...(silent > 0 ? [`${silent} permits state no homes`] : []),
    ...(estimated > 0 ? [`${estimated} of the official are estimated`] : []),
  ].join('; ');
}
