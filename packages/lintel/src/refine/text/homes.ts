/**
 * Reads how many homes a description says that a new building has: `4 STORY, 8 DWELLING UNIT BUILDING`.
 *
 * Only a plain statement counts: where the text gives different numbers, or speaks of a part of the work, of
 * other buildings or of one unit of several, nothing is read.
 */

const words = [
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** A number in words or figures, neither part of a longer one nor of an address or a fraction. */
const number = `(?<![\\d.,#&-]|\\d/)\\b(\\d{1,3}|single|${words.join('|')})`;

/** What may stand between the number and the homes. */
const sorts =
  'new|total|\\d-story|residential|dwelling|living|apartment|condo(?:minium)?|rental|standard|efficiency|studio|affordable|senior';

/** `8 dwelling units`, `(73) residential units`, `47 D.U.`, `9 new 3-story townhouses` */
const units = new RegExp(
  `${number}\\)?[ ,-]*(?:\\(\\d{1,3}\\) )?(?:(?:${sorts})[ ,-]+)*` +
    "(?:d\\.? ?u\\.?(?:'?s)?(?![a-z])|(?:units?|dwellings?|apartments|condo(?:minium)s?|flats?|(?:town|row) ?(?:house|home)s?)\\b)",
  'gi',
);

/** `two-family house`, `single family residence` */
const families = new RegExp(`${number}[ -]+family\\b`, 'gi');

/** A house for one family, by its abbreviation. */
const singleHouse = /\bn?sf[rdh]\b/i;

/** Buildings named by their number of homes. In other texts a duplex is a home on two floors. */
const plexes = [
  [/\bduplex\b(?! unit)/i, 2],
  [/\btriplex\b/i, 3],
  [/\b(?:four|quad(?:ru)?)[ -]?plex\b/i, 4],
] as const;

/** What makes a number that of something else: a stage of the work, other buildings, other homes. */
const doubtful = new RegExp(
  [
    '\\b(?:foundations?|caissons?|excavation|shell|core|phase|adus?|accessory dwelling|hotel|motel)\\b',
    '\\b(?:revis|amend|reinstat|renew|convert|conversion)',
    '\\bexisting (?:[\\w-]+ ){0,4}(?:building|house|home|residence|dwelling|structure|units?|d\\.?u|sf[rd]|apartments?)\\b',
    '\\b(?:each|per) (?:building|house|home|floor|unit|with)|\\bunits? each\\b|\\bone unit with\\b',
  ].join('|'),
  'i',
);

/** A permit for one of several homes names it: `Unit 101`. What it says of several is of the whole building. */
const namesUnit = /\bunits? (?:#|no\.? ?)?(?:\d+(?!\d*[a-z])|[a-z]\b)/i;

/** The homes that the description of a permit for a new building states; null where it states none, or not plainly. */
export function homesOf(description: string): number | null {
  if (doubtful.test(description)) return null;
  const [whole = '', ...parts] = description.split(/\bincluding\b|\bincludes\b|\bof which\b/i);
  const counted = countsOf(whole);
  const [homes = 0, ...others] = new Set(counted.length > 0 ? counted : parts.flatMap(countsOf));
  if (others.length > 0 || homes === 0) return null;
  return homes === 1 || !namesUnit.test(description) ? homes : null;
}

function countsOf(text: string): number[] {
  const numbers = [...text.matchAll(units), ...text.matchAll(families)].map(([, number = '']) =>
    numberOf(number),
  );
  if (singleHouse.test(text)) numbers.push(1);
  return numbers.length > 0 ? numbers : plexes.filter(([plex]) => plex.test(text)).map(([, homes]) => homes);
}

function numberOf(text: string): number {
  const word = text.toLowerCase();
  return word === 'single' ? 1 : words.indexOf(word) + 1 || Number(word);
}
