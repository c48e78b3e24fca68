/** A chart as a file of its own: colours and fonts are written into the drawing, since no style sheet goes with it. */

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
const headHeight = 52;
const margin = 16;
const svgNamespace = 'http://www.w3.org/2000/svg';

/** What is written above a drawing: its title, its unit, and the items of the page's legend, if it has one. */
export interface ChartWords {
  readonly title: string;
  readonly unit: string;
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

function standalone(svg: SVGSVGElement, { title, unit, legend }: ChartWords): SVGSVGElement {
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
  const names = legendItems(legend, width, page.color);
  const top = headHeight + names.height;
  const whole = { width: width + 2 * margin, height: height + top + margin };
  set(outer, { xmlns: svgNamespace, ...whole, viewBox: `0 0 ${whole.width} ${whole.height}` });
  outer.setAttribute('font-family', 'Public Sans, Helvetica, Arial, sans-serif');
  outer.append(
    element('rect', { ...whole, fill: page.backgroundColor }),
    text(title, { x: margin, y: 22, 'font-size': 14, 'font-weight': 650, fill: page.color }),
    text(unit, { x: margin, y: 40, 'font-size': 12, fill: page.color, opacity: 0.75 }),
    ...names.items,
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
  fill: string,
): { readonly items: SVGElement[]; readonly height: number } {
  const lineHeight = 20;
  const items: SVGElement[] = [];
  let [x, line] = [0, 0];
  for (const item of legend) {
    const mark = item.querySelector('path');
    const name = item.textContent?.trim() ?? '';
    const room = 34 + 7 * name.length;
    if (x > 0 && x + room > width) [x, line] = [0, line + 1];
    const y = headHeight + 4 + line * lineHeight;
    if (mark) {
      items.push(
        element('path', {
          d: mark.getAttribute('d') ?? '',
          fill: getComputedStyle(mark).color,
          transform: `translate(${margin + x + 5} ${y})`,
        }),
      );
    }
    items.push(text(name, { x: margin + x + 16, y: y + 4, 'font-size': 12, fill }));
    x += room;
  }
  return { items, height: legend.length === 0 ? 0 : (line + 1) * lineHeight };
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
