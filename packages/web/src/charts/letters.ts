/**
 * How much room texts of charts take, without a page to measure them on: pictures are drawn on the server too. Letters
 * are as wide as browsers measure those of Public Sans, the font of the pages; others that may take its place are
 * hardly wider.
 */

/** Hundredths of the font size, from the space to the tilde (ASCII). */
const widths = [
  24, 25, 43, 60, 66, 90, 71, 25, 30, 31, 39, 55, 24, 38, 23, 35, 61, 41, 60, 63, 63, 64, 62, 60, 65, 62, 23,
  24, 55, 55, 55, 52, 83, 71, 67, 69, 69, 62, 59, 73, 77, 28, 39, 68, 58, 89, 75, 73, 64, 75, 68, 67, 59, 70,
  67, 95, 69, 61, 64, 30, 35, 30, 47, 52, 22, 55, 60, 54, 60, 57, 40, 62, 58, 25, 26, 56, 30, 87, 58, 57, 60,
  60, 39, 51, 39, 58, 50, 78, 56, 54, 48, 33, 26, 33, 57,
];
/** Of the others, most of which are letters with an accent. */
const otherWidth = 60;

/** Bold texts take so much more room. */
export const boldness = 1.05;

/** The width of a text, in the unit of the font size. */
export function textWidth(text: string, size: number): number {
  let width = 0;
  for (const letter of text) width += widths[letter.charCodeAt(0) - 32] ?? otherWidth;
  return (width * size) / 100;
}

/** A text in lines of a width; a longer word has a line of its own. */
export function linesOf(text: string, width: number, size: number): string[] {
  const made: string[] = [];
  for (const word of text.split(' ')) {
    const longer = made.length === 0 ? word : `${made.at(-1)} ${word}`;
    if (made.length === 0 || textWidth(longer, size) > width) made.push(word);
    else made[made.length - 1] = longer;
  }
  return made;
}

/** As much of a text as a width has room for. */
export function shortened(text: string, width: number, size: number): string {
  if (textWidth(text, size) <= width) return text;
  const letters = [...text];
  while (letters.length > 1 && textWidth(`${letters.join('')}…`, size) > width) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** Where the names of a legend are, each with its mark before it, in as many lines as they need. */
export function legendPlaces(names: readonly string[], width: number, size: number) {
  let [left, line] = [0, 0];
  const places = names.map((name) => {
    const room = 34 + textWidth(name, size);
    if (left > 0 && left + room > width) [left, line] = [0, line + 1];
    const place = { name, left, line };
    left += room;
    return place;
  });
  return { places, lines: names.length === 0 ? 0 : line + 1 };
}
