/**
 * The coverage as a map: the states, and in colour the counties of places with permits and of those with other lists.
 * SVG for documents; it follows the light or dark scheme of the reader.
 */
import { drawnSize, type Outline, partsOf } from '../../geography/outlines.js';
import type { CoveredSource } from './coverage.js';

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
    const paths = shapes.counties.filter(({ geoid }) => byCounty.get(geoid) === name).map(pathOf);
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

/** Points nearer than this to the one before are left out. */
const leastStep = 1.2;

function pathOf(outline: Outline): string {
  return partsOf(outline)
    .flatMap((rings) => rings.slice(0, 1))
    .map((ring) => {
      const points: (readonly [number, number])[] = [];
      for (const [x = 0, y = 0] of ring) {
        const [lastX = -9, lastY = -9] = points.at(-1) ?? [];
        if (Math.abs(x - lastX) + Math.abs(y - lastY) >= leastStep) points.push([x, y]);
      }
      return points.length < 3 ? '' : `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`;
    })
    .join('');
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}
