/** A chart as a file of its own: colours and fonts are written into the drawing, since no style sheet goes with it. */
import { boldness, legendPlaces, linesOf } from './letters';

const properties = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'opacity',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
  'paint-order',
];
const lineHeight = 16;
const margin = 16;
const svgNamespace = 'http://www.w3.org/2000/svg';

/** What is written around a drawing: its title, unit and the items of the page's legend above, notes below. */
interface ChartWords {
  readonly title: string;
  readonly unit: string;
  readonly notes: readonly string[];
  readonly legend: readonly Element[];
}

/** The drawing with its words above it. */
export function standaloneSvg(svg: SVGSVGElement, words: ChartWords): string {
  return new XMLSerializer().serializeToString(standalone(svg, words));
}

/** The drawing as an image, two pixels for each unit. */
export async function drawPng(svg: SVGSVGElement, words: ChartWords): Promise<Blob> {
  const drawing = standalone(svg, words);
  const scale = 2;
  const canvas = document.createElement('canvas');
  canvas.width = Number(drawing.getAttribute('width')) * scale;
  canvas.height = Number(drawing.getAttribute('height')) * scale;
  const address = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(drawing)], { type: 'image/svg+xml' }),
  );
  const image = new Image();
  image.src = address;
  await image.decode();
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(address);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no image'))), 'image/png');
  });
}

function standalone(svg: SVGSVGElement, { title, unit, notes, legend }: ChartWords): SVGSVGElement {
  const { width, height } = svg.viewBox.baseVal;
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = [...svg.querySelectorAll('*')];
  [...copy.querySelectorAll('*')].forEach((element, at) => {
    const original = originals[at];
    if (original === undefined) return;
    const style = getComputedStyle(original);
    for (const property of properties) element.setAttribute(property, style.getPropertyValue(property));
    element.removeAttribute('class');
  });
  for (const passing of copy.querySelectorAll('[data-passing]')) passing.remove();
  const page = getComputedStyle(document.documentElement);
  const outer = document.createElementNS(svgNamespace, 'svg');
  const fill = page.color;
  const above = [
    ...linesOf(title, width, 14 * boldness).map((line) => ({
      line,
      look: { 'font-size': 14, 'font-weight': 650 },
    })),
    ...linesOf(unit, width, 12).map((line) => ({ line, look: { 'font-size': 12, opacity: 0.75 } })),
  ];
  const headHeight = margin + above.length * (lineHeight + 2);
  const names = legendItems(legend, width, headHeight, fill);
  const top = headHeight + names.height + 4;
  const below = notes.flatMap((note) => linesOf(note, width, 11));
  const foot = top + height + 2 * lineHeight;
  const whole = { width: width + 2 * margin, height: foot + below.length * lineHeight };
  set(outer, { xmlns: svgNamespace, ...whole, viewBox: `0 0 ${whole.width} ${whole.height}` });
  outer.setAttribute('font-family', 'Public Sans, Helvetica, Arial, sans-serif');
  outer.append(
    element('rect', { ...whole, fill: page.backgroundColor }),
    ...above.map(({ line, look }, at) =>
      text(line, { x: margin, y: margin + 8 + at * (lineHeight + 2), fill, ...look }),
    ),
    ...names.items,
    ...below.map((line, at) =>
      text(line, { x: margin, y: foot + at * lineHeight, 'font-size': 11, fill, opacity: 0.75 }),
    ),
  );
  set(copy, { x: margin, y: top, width, height });
  copy.removeAttribute('class');
  copy.removeAttribute('style');
  outer.append(copy);
  return outer;
}

/** Marks and names of the series, in as many lines as they need. */
function legendItems(
  legend: readonly Element[],
  width: number,
  top: number,
  fill: string,
): { readonly items: SVGElement[]; readonly height: number } {
  const lineHeight = 20;
  const { places, lines } = legendPlaces(
    legend.map(({ textContent }) => textContent?.trim() ?? ''),
    width,
    12,
  );
  const items = places.flatMap(({ name, left, line }, at) => {
    const mark = legend[at]?.querySelector('path');
    const y = top + 4 + line * lineHeight;
    const words = text(name, { x: margin + left + 16, y: y + 4, 'font-size': 12, fill });
    if (!mark) return [words];
    const drawn = element('path', {
      d: mark.getAttribute('d') ?? '',
      fill: getComputedStyle(mark).color,
      transform: `translate(${margin + left + 5} ${y})`,
    });
    return [drawn, words];
  });
  return { items, height: lines * lineHeight };
}

function element(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(svgNamespace, name);
  set(made, attributes);
  return made;
}

function text(content: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = element('text', attributes);
  made.textContent = content;
  return made;
}

function set(target: Element, attributes: Readonly<Record<string, string | number>>): void {
  for (const [name, value] of Object.entries(attributes)) target.setAttribute(name, String(value));
}
