/** Shapes of points and of names in legends, so that series differ without their colours. */
export const marks = [
  'M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
  'M-3-3h6v6h-6z',
  'M0-4 4 3h-8z',
  'M0-4 4 0 0 4-4 0z',
  'M-4-3h8L0 4z',
];
