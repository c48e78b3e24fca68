/** Postal capitals as people write them, for pages and their documents. */

/** Short forms that stay in capitals. */
const capitals = /^(?:N|S|E|W|NE|NW|SE|SW|US|FM|SR|CR|PO|LLC|LLP|LP|HVAC|II|III|IV|USA|NYC)$/;

/** Words that stay small but at the beginning: `City of Austin`. */
const small = /^(?:OF|THE|AND)$/i;

/** Letters without a vowel, which in names of firms are initials (`KB HOME`) but for these abbreviations. */
const initials =
  /^(?!(?:BLDG|BLVD|CNTR|CT|CTR|DR|FT|HTG|HWY|JR|LN|LTD|MFG|MGMT|MR|MRS|MT|PKWY|PLBG|RD|SQ|ST|SVC|SVCS|TR)$)[B-DF-HJ-NP-TV-XZ]{2,4}$/;

/** Postal capitals (`7861 6TH AVE # 1C`) in the letters of running text (`7861 6th Ave # 1C`). */
export function titleCase(value: string): string {
  return cased(value, capitals);
}

/** The name of a firm the same way, its initials in capitals: `KB Home`. */
export function nameCase(name: string): string {
  return cased(name, new RegExp(`${capitals.source}|${initials.source}`));
}

function cased(value: string, staying: RegExp): string {
  return value.replace(/[\p{L}\d]['’\p{L}\d]*/gu, (word, at: number) => {
    if (staying.test(word)) return word;
    // Who writes both has chosen them: McDonald.
    if (/\p{Ll}/u.test(word) && /\p{Lu}/u.test(word)) return word;
    if (at > 0 && small.test(word)) return word.toLowerCase();
    if (/^\d/.test(word)) return /^\d+(?:ST|ND|RD|TH)$/.test(word) ? word.toLowerCase() : word;
    const [, before = '', rest = word] = /^(MC|O['’])(\p{Lu}{3,})$/u.exec(word) ?? [];
    return before.replace('MC', 'Mc') + rest.charAt(0).toUpperCase() + rest.slice(1).toLowerCase();
  });
}
