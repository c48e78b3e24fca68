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

/** The drawing with its title and unit above it. */
export function standaloneSvg(svg: SVGSVGElement, title: string, unit: string): string {
  return new XMLSerializer().serializeToString(standalone(svg, title, unit));
}

/** The drawing as an image, two pixels for each unit. */
export async function drawPng(svg: SVGSVGElement, title: string, unit: string): Promise<Blob> {
  const drawing = standalone(svg, title, unit);
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

function standalone(svg: SVGSVGElement, title: string, unit: string): SVGSVGElement {
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
  const whole = { width: width + 2 * margin, height: height + headHeight + margin };
  set(outer, { xmlns: svgNamespace, ...whole, viewBox: `0 0 ${whole.width} ${whole.height}` });
  outer.setAttribute('font-family', 'Public Sans, Helvetica, Arial, sans-serif');
  outer.append(
    element('rect', { ...whole, fill: page.backgroundColor }),
    text(title, { x: margin, y: 22, 'font-size': 14, 'font-weight': 650, fill: page.color }),
    text(unit, { x: margin, y: 40, 'font-size': 12, fill: page.color, opacity: 0.75 }),
  );
  set(copy, { x: margin, y: headHeight, width, height });
  copy.removeAttribute('class');
  copy.removeAttribute('style');
  outer.append(copy);
  return outer;
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
