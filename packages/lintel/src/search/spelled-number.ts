/** House numbers in words: `ONE`, `TWENTY FIVE`, `ONE HUNDRED TEN`, `TWO THOUSAND`. */

const units = 'ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE'.split(' ');
const teens = 'TEN ELEVEN TWELVE THIRTEEN FOURTEEN FIFTEEN SIXTEEN SEVENTEEN EIGHTEEN NINETEEN'.split(' ');
const tens = 'TWENTY THIRTY FORTY FIFTY SIXTY SEVENTY EIGHTY NINETY'.split(' ');

interface SpelledNumber {
  readonly value: number;
  /** How many words it takes. */
  readonly length: number;
}

/** The number from 1 to 99,999 at the start of the words, as long as possible; null without one. */
export function spelledNumber(words: readonly string[]): SpelledNumber | null {
  const head = belowHundred(words, 0);
  if (head === null) return null;
  const thousands = words[head.length] === 'THOUSAND';
  if (!thousands && words[head.length] !== 'HUNDRED') return head;
  const length = head.length + 1;
  const rest = thousands ? (belowThousand(words, length) ?? none) : (belowHundred(words, length) ?? none);
  return { value: head.value * (thousands ? 1000 : 100) + rest.value, length: length + rest.length };
}

const none: SpelledNumber = { value: 0, length: 0 };

function belowThousand(words: readonly string[], at: number): SpelledNumber | null {
  const head = belowHundred(words, at);
  if (head === null || head.value > 9 || words[at + head.length] !== 'HUNDRED') return head;
  const rest = belowHundred(words, at + head.length + 1) ?? none;
  return { value: head.value * 100 + rest.value, length: head.length + 1 + rest.length };
}

function belowHundred(words: readonly string[], at: number): SpelledNumber | null {
  const ten = tens.indexOf(words[at] ?? '');
  const unit = units.indexOf(words[ten < 0 ? at : at + 1] ?? '') + 1;
  if (ten >= 0) return { value: (ten + 2) * 10 + unit, length: unit > 0 ? 2 : 1 };
  if (unit > 0) return { value: unit, length: 1 };
  const teen = teens.indexOf(words[at] ?? '');
  return teen < 0 ? null : { value: teen + 10, length: 1 };
}
