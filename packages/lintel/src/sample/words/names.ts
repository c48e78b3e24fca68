/**
 * Names of invented people and businesses. Surnames and business names are put together from two halves, so they
 * sound like names but are nobody's; phone numbers and e-mail addresses are of the ranges kept for fiction.
 */

const nameStarts =
  'Alder Amber Arrow Ash Bark Bell Birch Black Blue Bram Bright Cald Cedar Clay Cobble Copper Crest Dale Dun Elder Elm Ember Fair Fen Fern Flint Frost Garn Glen Gold Gran Green Grey Hale Harrow Hart Hazel Heron High Holl Iron Juniper Kel Kest Lark Lin Loch Maple Marl Mill Moss North Oak Orch Pell Pine Quill Raven Red Row Sel Silver Stan Summer Tallow Thorn Thistle Tolle Vale Wake Wether Whit Wild Winter Wolf Wren Yarrow'.split(
    ' ',
  );
const nameEnds =
  'bridge brook crest dale field ford forge gate grove haven hill hold hurst land ley marsh mere mont moor more peak point ridge rock shaw shore stead stone vale wick wind wood worth'.split(
    ' ',
  );

/** How many different compound names there are. */
export const compoundNames = nameStarts.length * nameEnds.length;

/** The n-th compound name, 0 ≤ n < `compoundNames`: `Harrowgate`, `Thornmere` … Neighbouring n differ in both halves. */
export function compoundName(n: number): string {
  const start = nameStarts[n % nameStarts.length] ?? 'Alder';
  const end =
    nameEnds[(Math.floor(n / nameStarts.length) + (n % nameStarts.length)) % nameEnds.length] ?? 'ford';
  return start.endsWith(end[0] ?? '') ? `${start.slice(0, -1)}${end}` : `${start}${end}`;
}

export const givenNames =
  'Aaron Adela Adrian Aisha Alan Alma Amir Ana Andre Anita Arturo Bao Beatriz Ben Bianca Boris Brenda Caleb Camila Carlos Carmen Cecil Chen Chloe Cyrus Dalia Damon Daria Deepak Delia Devon Diego Dmitri Dora Edgar Elena Eli Elise Emeka Erin Esther Fatima Felix Fiona Gita Gloria Hana Hector Hugo Ines Ingrid Iris Ivan Jada Jamal Javier Jin Joel Jonas Jorge Kai Kamala Karim Keiko Lena Leon Lila Linh Lorena Luis Mai Malik Marco Marisol Mateo Mei Mila Miriam Nadia Naomi Nico Noor Olga Omar Oscar Paloma Pavel Pilar Priya Quinn Rafael Ravi Rosa Ruben Samir Selma Simone Sofia Tariq Tess Thuy Tomas Uma Vera Victor Wanda Xavier Yara Yusuf Zora'.split(
    ' ',
  );

/** Area codes in use in a state; with 555-0100 to 555-0199 behind each, kept for fiction. */
export const areaCodes: Readonly<Record<string, readonly string[]>> = {
  AZ: ['480', '520', '602', '623', '928'],
  CA: [
    '209',
    '213',
    '310',
    '323',
    '408',
    '415',
    '510',
    '530',
    '559',
    '562',
    '619',
    '626',
    '650',
    '661',
    '707',
  ],
  CO: ['303', '719', '720', '970'],
  FL: [
    '239',
    '305',
    '321',
    '352',
    '407',
    '561',
    '727',
    '754',
    '772',
    '786',
    '813',
    '850',
    '863',
    '904',
    '941',
  ],
  GA: ['229', '404', '470', '478', '678', '706', '770', '912'],
  IL: ['217', '224', '309', '312', '331', '618', '630', '708', '773', '815', '847'],
  MA: ['339', '351', '413', '508', '617', '774', '781', '857', '978'],
  MN: ['218', '320', '507', '612', '651', '763', '952'],
  NC: ['252', '336', '704', '828', '910', '919', '980', '984'],
  NY: ['212', '315', '347', '516', '518', '585', '607', '631', '646', '716', '718', '845', '914', '917'],
  OH: ['216', '234', '330', '419', '440', '513', '614', '740', '937'],
  TN: ['423', '615', '629', '731', '865', '901', '931'],
  TX: [
    '210',
    '214',
    '254',
    '281',
    '325',
    '361',
    '409',
    '432',
    '512',
    '713',
    '737',
    '806',
    '817',
    '830',
    '832',
  ],
  WA: ['206', '253', '360', '425', '509'],
};
