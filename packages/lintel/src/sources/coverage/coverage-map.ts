/**
 * The coverage as a map: the states, and in colour the counties of places with permits and of those with other lists.
 * SVG for documents; it follows the light or dark scheme of the reader.
 */
import { drawnSize, type Outline, partsOf } from '../../geography/outlines.js';
import type { CoveredSource } from './coverage.js';
import { runnerCounts, runnerHeads, type StateRunners } from './portal-coverage.js';

interface MapShapes {
  readonly states: readonly Outline[];
  readonly counties: readonly Outline[];
  /** The county with a shape that stands for a GEOID; null if there is none. */
  shapeOf(countyGeoid: string): string | null;
}

/** Classes of counties, the strongest first. */
const classes = [
  { name: 'tried', label: 'permits, tried on real rows' },
  { name: 'permits', label: 'permits, never tried' },
  { name: 'other', label: 'other lists only' },
] as const;
type ClassName = (typeof classes)[number]['name'];

const style = `.s{fill:#eceff1;stroke:#90a4ae;stroke-width:.7}.c{stroke:#fff;stroke-width:.4}
.tried{fill:#0b5c8a}.permits{fill:#4aa3d0}.other{fill:#b9a44c}text{font:15px system-ui,sans-serif;fill:#37474f}
@media(prefers-color-scheme:dark){.s{fill:#263238;stroke:#607d8b}.c{stroke:#263238}text{fill:#cfd8dc}}`;

export function coverageMap(sources: readonly CoveredSource[], shapes: MapShapes): string {
  const byCounty = new Map<string, ClassName>();
  for (const source of sources) {
    const county = source.countyGeoid === null ? null : shapes.shapeOf(source.countyGeoid);
    if (county === null) continue;
    const name = source.kind !== 'permits' ? 'other' : source.verifiedOn === null ? 'permits' : 'tried';
    const rank = (one: ClassName) => classes.findIndex((entry) => entry.name === one);
    const before = byCounty.get(county);
    if (before === undefined || rank(name) < rank(before)) byCounty.set(county, name);
  }
  const states = shapes.states.map((outline) => pathOf(outline)).join('');
  const counties = classes.map(({ name }) => {
    const paths = shapes.counties
      .filter(({ geoid }) => byCounty.get(geoid) === name)
      .map((outline) => pathOf(outline));
    return `<path class="c ${name}" d="${paths.join('')}"/>`;
  });
  const legend = classes.map(({ name, label }, index) => {
    const y = 530 + index * 24;
    return `<rect class="${name}" x="520" y="${y - 13}" width="16" height="16"/><text x="544" y="${y}">${label}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${drawnSize.width} ${drawnSize.height}" role="img" aria-label="Counties with a source in the catalog">`,
    `<style>${style}</style>`,
    `<path class="s" d="${states}"/>`,
    ...counties,
    ...legend,
    '</svg>',
    '',
  ].join('\n');
}

/** Least counts of the shades of a state; below the first it has none. */
const shades = [1, 3, 10, 30];
/** Small maps lie in rows of so many, each a third as wide as the outlines are drawn. */
const mapsInRow = 3;
const small = { scale: 1 / 3, width: 325, height: 235, top: 28 } as const;
const smallStep = 6;

const runnersStyle = `.s{stroke:#fff;stroke-width:1.5}.s0{fill:#e4e8ea}.s1{fill:#bcdcec}.s2{fill:#6fb6d8}.s3{fill:#2a83b5}.s4{fill:#0b4a70}
text{font:15px system-ui,sans-serif;fill:#37474f}@media(prefers-color-scheme:dark){.s{stroke:#1b2427}.s0{fill:#37474f}
.s1{fill:#1d4a60}.s2{fill:#2a7ea8}.s3{fill:#5cb4dc}.s4{fill:#c3e7f7}text{fill:#cfd8dc}}`;

/** A small map of the states for open data and each permit software: the more of them a state has, the stronger. */
export function runnersMap(states: readonly StateRunners[], outlines: readonly Outline[]): string {
  const counts = new Map(states.map((each) => [each.state, runnerCounts(each)]));
  const shapes = outlines.map(
    (outline) => `<path id="s${outline.geoid}" d="${pathOf(outline, smallStep)}"/>`,
  );
  const maps = runnerHeads.map((head, at) => {
    const drawn = outlines.map(({ geoid, name }) => {
      const count = counts.get(name)?.[at] ?? 0;
      const shade = shades.filter((least) => count >= least).length;
      return `<use href="#s${geoid}" class="s s${shade}"><title>${name}: ${count}</title></use>`;
    });
    const title = head === head.toLowerCase() ? `${head.charAt(0).toUpperCase()}${head.slice(1)}` : head;
    return `<g transform="translate(${placeOf(at).join(' ')})"><text x="8" y="18">${title}</text><g transform="translate(0 ${small.top}) scale(${small.scale.toFixed(4)})">${drawn.join('')}</g></g>`;
  });
  const legend = [0, ...shades].map((least, shade, all) => {
    const next = all[shade + 1];
    const label =
      next === undefined ? `${least} and more` : next === least + 1 ? least : `${least} to ${next - 1}`;
    const y = 60 + 24 * shade;
    return `<rect class="s${shade}" x="60" y="${y - 13}" width="16" height="16"/><text x="84" y="${y}">${label}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${mapsInRow * small.width} ${2 * small.height}" role="img" aria-label="States by their open data sets, and by the portals of each permit software">`,
    `<style>${runnersStyle}</style>`,
    `<defs>${shapes.join('')}</defs>`,
    ...maps,
    `<g transform="translate(${placeOf(maps.length).join(' ')})">${legend.join('')}</g>`,
    '</svg>',
    '',
  ].join('\n');
}

/** Where a small map begins. */
const placeOf = (at: number) => [(at % mapsInRow) * small.width, Math.floor(at / mapsInRow) * small.height];

/** The outlines of the states for the data page, by name: a line a state. JSON as Biome formats it. */
export function outlinesFile(outlines: readonly Outline[]): string {
  const lines = outlines.map(
    (outline) => `  ${JSON.stringify(outline.name)}: "${pathOf(outline, smallStep)}"`,
  );
  return `{\n${lines.sort().join(',\n')}\n}\n`;
}

/** Points nearer than this to the one before are left out. */
const leastStep = 1.2;

function pathOf(outline: Outline, step = leastStep): string {
  return partsOf(outline)
    .flatMap((rings) => rings.slice(0, 1))
    .map((ring) => {
      const points: (readonly [number, number])[] = [];
      for (const [x = 0, y = 0] of ring) {
        const [lastX = -9, lastY = -9] = points.at(-1) ?? [];
        if (Math.abs(x - lastX) + Math.abs(y - lastY) >= step) points.push([x, y]);
      }
      return points.length < 3 ? '' : `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`;
    })
    .join('');
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}
