/** `lintel areas`: areas of one's own, such as council districts, which the next release knows as places. */
import { basename } from 'node:path';
import { areaKey, areaSetPattern, maxAreas, nearest } from '@lintel/contract/plain';
import { formatCount } from '../../base/format-number.js';
import { UsageError } from '../../base/usage-error.js';
import { UserError } from '../../base/user-error.js';
import { currentReleaseId } from '../../format/published.js';
import type { CommandGroup } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';
import { commandLine, nextStep } from '../terminal/next-step.js';
import { table } from '../terminal/outcome.js';
import { noteAct } from '../work/note-act.js';

interface AddOptions {
  readonly key: string;
  readonly name?: string;
  readonly set?: string;
  readonly replace?: boolean;
}

export function defineAreas(group: CommandGroup): void {
  defineAdd(group);
  defineList(group);
  defineRemove(group);
}

function defineAdd(group: CommandGroup): void {
  group
    .define(
      'add <file>',
      'Make the polygons of a GeoJSON file places that permits are found and summed by',
      'lintel areas add districts.geojson --key DISTRICT --set council-districts',
    )
    .requiredOption('--key <property>', 'property that tells one area from another')
    .option('--name <property>', 'property with the name of an area; default: the key')
    .option('--set <id>', 'what the areas are together; default: the name of the file')
    .option('--replace', 'replace the set of this id')
    .details('Points of permits decide. Longitude and latitude (WGS 84); areas may overlap.')
    .run(async (installation, options: AddOptions, file = '') => {
      const { keepSet, readSets } = await import('../../areas/home-areas.js');
      const { readAreas } = await import('../../areas/read-areas.js');
      const { home } = installation;
      const id = setId(options.set, file);
      const others = readSets(home).filter((set) => set.id !== id || options.replace !== true);
      if (others.some((set) => set.id === id)) {
        throw new UserError(`There is a set of areas ${id} already.`, {
          hint: 'Say --replace if this file is right, or give another --set.',
        });
      }
      const { key, name } = options;
      const set = await readAreas(file, id, { key, ...(name !== undefined && { name }) });
      const all = others.reduce((sum, { areas }) => sum + areas.length, set.areas.length);
      if (all > maxAreas)
        throw new UserError(
          `These would be ${formatCount(all)} areas, at most ${formatCount(maxAreas)} are kept.`,
        );
      keepSet(home, set);
      const kept = set.areas.map((area) => ({ id: area.id, name: area.name }));
      await noteAct(installation, 'areas.add', `areas ${id}`, `${formatCount(kept.length)} areas`);
      const shown = kept.slice(0, 5).map((area) => [area.id, area.name]);
      const more =
        kept.length > shown.length ? `\n… and ${formatCount(kept.length - shown.length)} more` : '';
      return {
        data: { set: id, areas: kept },
        text: [
          `${formatCount(kept.length)} areas are kept as ${id}:`,
          `${table(['area', 'name'], shown)}${more}`,
          'The next release has them.',
          nextStep(installation, 'build --publish'),
        ].join('\n'),
      };
    });
}

/** The id of the set: as given, or made of the name of the file. */
function setId(given: string | undefined, file: string): string {
  const id = given ?? areaKey(basename(file).replace(/\.[a-z]+$/i, '')).slice(0, 40);
  if (areaSetPattern.test(id)) return id;
  throw new UsageError(
    given === undefined ? `No id can be made of the name ${file}.` : `'${given}' is no id of a set of areas.`,
    { hint: 'Give --set with up to 40 small letters, digits and hyphens, such as council-districts.' },
  );
}

function defineList(group: CommandGroup): void {
  group
    .define(
      'list [set]',
      'The sets of areas of this home, or the areas of one, with their permits',
      'lintel areas list council-districts',
    )
    .run(async (installation, _options, id?: string) => {
      const sets = await keptSets(installation);
      if (id !== undefined) return areasOf(installation, await foundSet(installation, id));
      const text =
        sets.length === 0
          ? `No areas yet. To add some: ${commandLine(installation, 'areas add FILE.geojson --key PROPERTY')}`
          : [
              table(
                ['set', 'areas', 'permits inside', 'outside', 'without a point'],
                sets.map((set) => [
                  set.id,
                  ...[set.areas, set.inside, set.outside, set.withoutPoint].map(countOr),
                ]),
              ),
              ...(sets.some(({ isReleased }) => !isReleased)
                ? [`Not all are in the published release. ${nextStep(installation, 'build --publish')}`]
                : []),
            ].join('\n');
      return { data: sets, text };
    });
}

const countOr = (count: number | null) => (count === null ? '' : formatCount(count));

/** The sets of the home, with what the published release counts of them. */
async function keptSets({ home }: Installation) {
  const { readSets } = await import('../../areas/home-areas.js');
  const released = await releasedAreas(home.releases, currentReleaseId(home));
  return readSets(home).map((set) => {
    const ids = JSON.stringify(set.areas.map(({ polygons, id }) => [id, polygons]));
    const known = released.sets.find(
      ({ id, areas }) =>
        id === set.id && JSON.stringify(areas.map((area) => [area.id, area.polygons])) === ids,
    );
    const withPoint = known === undefined ? null : released.withPoint - known.outside;
    return {
      id: set.id,
      areas: set.areas.length,
      inside: withPoint,
      outside: known?.outside ?? null,
      withoutPoint: known === undefined ? null : released.withoutPoint,
      isReleased: known !== undefined,
    };
  });
}

async function releasedAreas(releases: string, release: string | null) {
  const { readReleasedAreas } = await import('../../format/areas/area-sets.js');
  const { readManifest } = await import('../../format/manifest.js');
  if (release === null) return { sets: [], withoutPoint: 0, withPoint: 0 };
  const directory = `${releases}/${release}`;
  const areas = readReleasedAreas(directory);
  const { permits } = readManifest(directory).info.counts;
  return { ...areas, withPoint: permits - areas.withoutPoint };
}

async function foundSet({ home }: Installation, id: string) {
  const { readSets } = await import('../../areas/home-areas.js');
  const sets = readSets(home);
  const set = sets.find((each) => each.id === id);
  if (set !== undefined) return set;
  const ids = sets.map((each) => each.id);
  const near = nearest(id, ids);
  throw new UserError(`There is no set of areas ${id}.`, {
    hint: near ? `Did you mean ${near}?` : `There are: ${ids.join(', ') || 'none'}.`,
  });
}

async function areasOf({ home }: Installation, set: Awaited<ReturnType<typeof foundSet>>) {
  const released = await releasedAreas(home.releases, currentReleaseId(home));
  const counts = new Map(
    released.sets.flatMap(({ areas }) => areas.map(({ id, permits }) => [id, permits] as const)),
  );
  const areas = set.areas.map(({ id, key, name }) => ({ id, key, name, permits: counts.get(id) ?? null }));
  const rows = areas.map(({ id, name, permits }) => [id, name, countOr(permits)]);
  return { data: areas, text: table(['area', 'name', 'permits'], rows) };
}

function defineRemove(group: CommandGroup): void {
  group
    .define(
      'remove <set>',
      'Remove a set of areas; releases that have it keep it',
      'lintel areas remove wards',
    )
    .run(async (installation, _options, id = '') => {
      const { removeSet } = await import('../../areas/home-areas.js');
      const { areas } = await foundSet(installation, id);
      removeSet(installation.home, id);
      await noteAct(installation, 'areas.remove', `areas ${id}`, `${formatCount(areas.length)} areas`);
      return {
        data: { set: id, areas: areas.length },
        text: `The ${formatCount(areas.length)} areas of ${id} are removed; the next release is without them.\n${nextStep(installation, 'build --publish')}`,
      };
    });
}
