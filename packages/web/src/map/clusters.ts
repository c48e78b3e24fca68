/**
 * Clusters as images: a disc with the number of its permits in it. One image has both, so that of clusters that overlap the
 * upper one hides the lower one, and no number is without its disc. The name of an image says what is on it.
 */
import type { ExpressionSpecification } from 'maplibre-gl';
import { colours } from './colours';

const prefix = 'cluster:';

/**
 * The name of the image for a number of permits: its radius and its text, which is short. Clusters of the service are
 * 32 pixels apart on average: discs are hardly wider, or they hide each other's numbers.
 */
export function clusterImageId(permits: ExpressionSpecification): ExpressionSpecification {
  const radius = ['step', permits, 5, 2, 9, 10, 10, 30, 11, 100, 12.5, 1_000, 14.5, 10_000, 17, 100_000, 20];
  const text = [
    'step',
    permits,
    '',
    2,
    ['to-string', permits],
    1_000,
    ['concat', ['to-string', ['/', ['round', ['/', permits, 100]], 10]], 'k'],
    10_000,
    ['concat', ['to-string', ['round', ['/', permits, 1_000]]], 'k'],
    999_500,
    ['concat', ['to-string', ['/', ['round', ['/', permits, 100_000]], 10]], 'M'],
  ];
  return ['concat', prefix, ['to-string', radius], ':', text] as unknown as ExpressionSpecification;
}

/** Draws the image of a name in the page's colours; null if the name is of something else. */
export function clusterImage(id: string): { readonly data: ImageData; readonly pixelRatio: number } | null {
  if (!id.startsWith(prefix)) return null;
  const [radius = 5, text = ''] = id
    .slice(prefix.length)
    .split(':')
    .map((part, at) => (at === 0 ? Number(part) : part)) as [number, string];
  const pixelRatio = Math.max(2, Math.ceil(devicePixelRatio));
  const side = 2 * radius + 4;
  const canvas = document.createElement('canvas');
  canvas.width = side * pixelRatio;
  canvas.height = side * pixelRatio;
  const drawing = canvas.getContext('2d');
  if (drawing === null) return null;
  const { accent, sheet, 'accent-ink': ink } = colours();
  drawing.scale(pixelRatio, pixelRatio);
  drawing.beginPath();
  drawing.arc(side / 2, side / 2, radius, 0, 2 * Math.PI);
  drawing.fillStyle = accent;
  drawing.fill();
  drawing.lineWidth = 1.25;
  drawing.strokeStyle = sheet;
  drawing.stroke();
  drawing.font = `600 ${radius < 14 ? 10 : 11}px "Public Sans Variable", sans-serif`;
  drawing.textAlign = 'center';
  drawing.textBaseline = 'alphabetic';
  drawing.fillStyle = ink;
  const { actualBoundingBoxAscent: ascent } = drawing.measureText('0');
  drawing.fillText(text, side / 2, side / 2 + ascent / 2);
  return { data: drawing.getImageData(0, 0, canvas.width, canvas.height), pixelRatio };
}
