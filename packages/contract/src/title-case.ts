/** Postal capitals as people write them, for pages and their documents. */

/** Short forms that stay in capitals. */
const capitals = /^(?:N|S|E|W|NE|NW|SE|SW|US|FM|SR|CR|PO|LLC|LLP|LP|HVAC|II|III|IV|USA|NYC)$/;

/** Words that stay small but at the beginning: `City of Austin`. */
const small = /^(?:OF|THE|AND)$/i;

/** Postal capitals (`7861 6TH AVE # 1C`) in the letters of running text (`7861 6th Ave # 1C`). */
export function titleCase(value: string): string {
  return value.replace(/[\p{L}\d]['’\p{L}\d]*/gu, (word, at: number) => {
    if (capitals.test(word)) return word;
    // Who writes both has chosen them: McDonald.
    if (/\p{Ll}/u.test(word) && /\p{Lu}/u.test(word)) return word;
    if (at > 0 && small.test(word)) return word.toLowerCase();
    if (/^\d/.test(word)) return /^\d+(?:ST|ND|RD|TH)$/.test(word) ? word.toLowerCase() : word;
    return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
  });
}
