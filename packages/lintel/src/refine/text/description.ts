/**
 * Makes a short clean text of a permit's type and text: the statements that name work, as far as they fit, else
 * the first, without codes, starred notes, contact persons, portal boilerplate and capitals. Adds nothing; null
 * if type and text say nothing. Its word lists are in `data/description-words.json`.
 */
import { readFileSync } from 'node:fs';
import { memoize } from '../../base/memory/lru-cache.js';
import { maxDerivedLength, textCache } from '../record/limits.js';
import { cutText, decodeEntities, oneLine, withoutEnd } from '../record/text.js';
import { isShortWord, writeOut } from './short-words.js';

interface WordFile {
  readonly acronyms: string;
  readonly abbreviations: string;
  readonly units: string;
  readonly openings: readonly string[];
  readonly work: readonly string[];
  readonly rules: readonly string[];
  readonly things: string;
  readonly boilerplate: readonly string[];
  readonly names: string;
  readonly people: string;
  readonly firstNames: string;
  readonly notSurnames: string;
}

const file = JSON.parse(
  readFileSync(new URL('../data/description-words.json', import.meta.url), 'utf8'),
) as WordFile;
/** Abbreviations that keep their capitals. */
const acronyms = new Set(file.acronyms.split(' '));
/** Words after which a point does not end the sentence. */
const abbreviations = new Set(file.abbreviations.split(' '));
/** Abbreviations that end a statement where a named value follows: `200 SQ. FT. LOCATION: rear`. */
const measures = new Set(['ft', 'sq', 'yd', 'yds', 'in', 'lb', 'lbs', 'gal', 'hp']);

const opening = new RegExp(`^(?:\\W*(?:${file.openings.join('|')})\\b\\W*(?:20\\d\\d\\b\\W*)?)+`, 'i');
const work = new RegExp(`(?<![\\w-])(?:${file.work.join('|')})(?![\\w])`, 'i');
const things = new RegExp(`\\b(?:${file.things})\\b`, 'i');
const rules = new RegExp(`\\b(?:${file.rules.join('|')})\\b`, 'i');
const boilerplate = new RegExp(`^\\W*(?:${file.boilerplate.join('|')})\\W*$`, 'i');
/** The same behind a statement: `New deck - ePlans filed`. */
const trailingBoilerplate = new RegExp(`[-\u2013,;:(]\\s*(?:${file.boilerplate.join('|')})\\W*$`, 'i');
/** Characters at the end of a statement in which boilerplate is looked for. */
const longestBoilerplate = 50;
/** `FOR PERMIT B200442606: …` */
const forPermit = /^\s*for permit\s+(?=\S*\d)\S+\s*/i;
const notes = /\*{1,3}[^*]{0,200}\*{1,3}|\([^()]{0,12}\d{4,}[^()]{0,12}\)/g;
/** A permit, job or case number, with the words that introduce it. */
const codes = new RegExp(
  '(?:\\b(?:(?:per|under|for|to|with|see|refer to|on|of) )?(?:(?:master|shell|building|bldg|previous|expired|related) )?' +
    '(?:permit|pmt|appl(?:ication|n)?|app|bp|case|job|wo|po|record)s?\\b[\\s:.,-]*(?:(?:number|no|nos)\\b\\.?\\s*)?)?#?\\s*' +
    '\\b(?:(?=[A-Z0-9-]*\\d{4})(?=[A-Z-]*\\d[A-Z0-9-]{4,}\\b)(?:[A-Z]{1,5}-?|(?=\\d+-\\d))\\d[A-Z0-9-]{4,}|\\d{7,}|FL ?\\d{3,5}(?=[.-]))(?:[.-]R?\\d+)*' +
    `(?!\\s?(?:${file.units.split(' ').join('|')})\\b)\\b[,:]?`,
  'gi',
);
const phones = /\(?\b\d{3}\)?[-. ]\d{3}[-. ]\d{4}\b|\S[^\s@]*@\S+\.\S+/g;
/** A contact person, up to the end of the statement. */
const contact =
  /[\s,;(*"\u201c-]*\b(?:p\.?o\.?c\b[.: ]|attn\b[.: ]|contact(?: person)?:|call \(?\d|applicant:? (?=[A-Z\d(])|(?:owner|contractor)(?: name)?:|this permit (?:authorizes|covers|allows|does not|is valid)\b).*$/i;
/** Occupancy and type of construction in brackets at the end: `(OCCUPANCY GROUP R-5; TYPE IIIA CONSTRUCTION)`. */
const occupancy = /[\s,;.]*\(\s*(?:occ(?:upancy|up)?|const?r?(?:uction)? (?:type|class)|con)\b[^()]*\)?$/i;
/** What every permit of an office is subject to. */
const subjectTo =
  /[\s,;(*-]*\b(?:pursuant to (?:the )?(?:plans|codes?|ordinances?)|subject to (?:the )?(?:city|town|county|field|inspections?|audit|approvals?|all))\b.*$/i;
const typeCodes = /^(?:[A-Z]{1,3}-? ?\d{1,4}[A-Z]{0,3},?\s*|PERMIT\s*[-\u2013:]\s*|[A-Z]{2,3}-(?=[A-Z]))+/;
/** The address of the work at the beginning of a text: `4418 ORANGEWOOD LOOP W Screen room`. */
const leadingAddress =
  /^\d{2,5} (?!(?:SQ|SF|FT|LF|AMPS?|STORY|STORIES|KW|TON|GALLON|UNITS?|X|CAR|WINDOWS?)\b)(?:[A-Z0-9']+ ){1,3}(?:ST|STREET|AVE|AV|AVENUE|LN|LANE|DR|DRIVE|RD|ROAD|CT|PL|CIR|LOOP|BLVD|TRL|TER|TERRACE|WAY|PKWY|HWY|CIRCLE|COURT|PLACE|CRES|CRESCENT|TRAIL|RUN|COVE|TRACE|PASS|PATH|ROW|SQ|BND|XING|PLZ|PT|CV|RDG|HWY|HOLW|TPKE|EXPY)\b\.?(?: [NSEW]{1,2}\b)?(?: (?:#|UNIT|STE|SUITE|APT|LOT) ?[\w-]+)?[\s,:*\u2013-]*/i;
/** A person's name alone, or after a dash at the end: `EV charger - Jane Q Sample`. */
const person = new RegExp(
  `(?:^|[-\\u2013:,(]\\s*)(?:${file.firstNames.replaceAll(' ', '|')})(?: [A-Z]\\.?)? (?!(?:${file.notSurnames.replaceAll(' ', '|')})\\b)[A-Z][A-Za-z'-]+\\)?$`,
  'i',
);
/** Filler words before the verb. */
const needless =
  /^(?:(?:this )?permit is (?:for|to) |(?:for|to permit) the (?=[a-z]+ion\b)|to (?=(?:construct|erect|build|install|conduct|demolish|remove|replace|renovate|rehab|remodel|repair|add|convert|finish|perform|legalize|relocate|enclose|expand)\b))/i;

/** How many characters of a description are read. */
const readLength = 400;
/** A statement of fewer characters is joined with the next one. */
const shortStatement = 25;

/** A sentence of at most 160 characters, or null. */
export function deriveDescription(
  type: string | null,
  subtype: string | null,
  description: string | null,
): string | null {
  const kind = typePhrase(type, subtype);
  const said = description === null ? '' : sayWork(description);
  if (said === '') return kind === '' ? null : sentence(kind);
  if (kind !== '' && isShorterThanThreeWords(said) && !said.toLowerCase().includes(kind.toLowerCase())) {
    return sentence(`${kind}: ${/ [A-Z]/.test(said) ? said : lowerFirst(said)}`);
  }
  return sentence(said);
}

function isShorterThanThreeWords(text: string): boolean {
  const blank = text.indexOf(' ');
  return blank < 0 || text.indexOf(' ', blank + 1) < 0;
}

const kindOf = memoize(typeWords, textCache);

/** Type and subtype as words, without codes, repetitions and the word "permit" alone or before a dash. */
function typePhrase(type: string | null, subtype: string | null): string {
  const first = type === null ? '' : kindOf(type);
  const second = subtype === null ? '' : kindOf(subtype);
  if (second === '' || first.toLowerCase().includes(second.toLowerCase())) return first;
  return first === '' || second.toLowerCase().includes(first.toLowerCase())
    ? second
    : `${first}, ${lowerFirst(second)}`;
}

function typeWords(text: string): string {
  if (/^permit$/i.test(text) || (/^[A-Z]{1,3}$/.test(text) && !acronyms.has(text))) return '';
  const words = oneLine(writeOut(calm(text.replace(typeCodes, '')))).replace(
    /(?<=[a-z/,&-] )[A-Z][a-z]+/g,
    lowerFirst,
  );
  return /[A-Za-z]{2}/.test(words) ? words : '';
}

/** HTML tags and mojibake. */
const noise = /<\/?[a-z][^<>]{0,40}>|[\u00bf\ufffd]/gi;
/** `S.F.`, `U.S.`, `H.O.A.` */
const initials = /\b([A-Z])\.([A-Z])\.(?:([A-Z])\.)?/g;
const sentenceEnds = /[.!;](?=\s|$)|\n|\u2026/g;

/** A part of a text, and what stands between it and the one before. */
interface Statement {
  readonly text: string;
  readonly joint: '; ' | '. ';
}

/**
 * The statements that name work, as far as they fit; without any the first. A very short one is joined with the
 * next.
 */
function sayWork(description: string): string {
  const all = statements(description);
  const [first, ...others] = all;
  if (first === undefined) return '';
  if (others.length === 0) return writeOut(calm(first.text));
  const named = others.filter(({ text }) => namesWork(text));
  if (named.length === 0 || work.test(first.text) || things.test(first.text)) named.unshift(first);
  const [begin = first, ...more] = named;
  let said = begin.text;
  for (const { text, joint } of more) {
    if (said.length + joint.length + text.length < maxDerivedLength) said += `${joint}${text}`;
  }
  const next = all[all.indexOf(begin) + 1];
  if (next !== undefined && (said.length < shortStatement || isOfWhat(next.text, said)))
    said += `${next.joint}${next.text}`;
  return writeOut(calm(said));
}

/** Whether a statement says on what the work is done that the text before it names: `Legalize work. Wood fence`. */
function isOfWhat(text: string, said: string): boolean {
  return (
    said.length + text.length + 2 < maxDerivedLength &&
    work.test(said) &&
    !things.test(said) &&
    things.test(text) &&
    !rules.test(text) &&
    !text.startsWith('(')
  );
}

function namesWork(text: string): boolean {
  return work.test(text) && !rules.test(text);
}

/**
 * The first part of a text, the one behind it if it is very short, and those that name work, until their length
 * is that of a long derived text. Only these are trimmed: that costs most.
 */
function statements(description: string): Statement[] {
  const text = withoutNotes(
    decodeEntities(description.slice(0, readLength)).replace(noise, ' ').replace(initials, '$1$2$3'),
  );
  const found: Statement[] = [];
  let start = 0;
  let length = 0;
  let joint: Statement['joint'] = '. ';
  sentenceEnds.lastIndex = 0;
  while (start < text.length && length < maxDerivedLength) {
    const match = sentenceEnds.exec(text);
    const end = match?.index ?? text.length;
    if (match !== null && match[0] === '.' && isInside(text, start, end)) continue;
    const raw = text.slice(start, end);
    start = end + 1;
    const [first, second] = found;
    const isWanted =
      first === undefined ||
      (second === undefined && (length < shortStatement || isOfWhat(raw.trimStart(), first.text))) ||
      namesWork(raw.trimStart());
    const part = isWanted ? trimStatement(raw) : '';
    if (/[A-Za-z]{3}|\bfl\b/i.test(part) && !boilerplate.test(part)) found.push({ text: part, joint });
    length += part.length;
    joint = match?.[0] === ';' ? '; ' : '. ';
  }
  return found;
}

/** Whether the point at `end` belongs to an abbreviation within the statement. */
function isInside(text: string, start: number, end: number): boolean {
  const word = /(?:^|[\s(/.])([A-Za-z']+)$/
    .exec(text.slice(Math.max(start, end - 12), end))?.[1]
    ?.toLowerCase();
  if (word === undefined || (word.length > 1 && !abbreviations.has(word) && !isShortWord(word))) return false;
  return !(measures.has(word) && /^\.\s+(?:[A-Za-z]+ ){0,2}[A-Za-z]+:/.test(text.slice(end, end + 40)));
}

function withoutNotes(text: string): string {
  const plain = /[*(]/.test(text) ? text.replace(notes, ' ') : text;
  const said = plain.replace(opening, '').replace(forPermit, '');
  return /^\d/.test(said) ? said.replace(leadingAddress, '').replace(opening, '') : said;
}

function trimStatement(text: string): string {
  let plain = /\d{4}|@/.test(text) ? text.replace(phones, ' ').replace(codes, ' ') : text;
  if (/poc|attn|contact|call|p\.o|applicant|owner|this permit/i.test(plain))
    plain = plain.replace(contact, '');
  if (/ to /i.test(plain)) plain = plain.replace(subjectTo, '');
  if (plain.includes('(')) plain = plain.replace(occupancy, '');
  plain = oneLine(plain)
    .replace(/ (?=[,.;:])/g, '')
    .replace(/^[\s,:;.*?#\u2013-]+/, '');
  const end = Math.max(0, plain.length - longestBoilerplate);
  plain = plain.slice(0, end) + plain.slice(end).replace(trailingBoilerplate, '');
  plain = withoutEnd(plain, tail).replace(needless, '');
  plain = plain.replace(person, '').trimEnd();
  if (/^(?:for|by|with|to|of|and)$/i.test(plain.slice(plain.lastIndexOf(' ') + 1))) {
    plain = plain.replace(/\s(?:for|by|with|to|of|and)$/i, '');
  }
  const open = plain.lastIndexOf('(');
  return open > plain.lastIndexOf(')') ? withoutEnd(plain.slice(0, open), /[\s,:;-]/) : plain;
}

const tail = /[\s,:;.*#\u2013-]/;

/** Puts text in capitals, or runs of capitals in other text, into lower case. Abbreviations keep theirs. */
function calm(text: string): string {
  let capitals = 0;
  let letters = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 65 && code <= 90) capitals += 1;
    else if (code >= 97 && code <= 122) letters += 1;
  }
  letters += capitals;
  if (letters < 4 || capitals < 8 || capitals < letters * 0.7) {
    if (capitals < 12) return capitals < letters * 0.7 || letters < 4 ? text : lowerWords(text);
    return text.replace(/\b[A-Z]{2,}(?:[ ,/&-]+[A-Z]{2,}){2,}\b/g, lowerWords);
  }
  return lowerWords(text);
}

const ordinalEnds = new Set(['ST', 'ND', 'RD', 'TH']);

function lowerWords(text: string): string {
  return text.replace(/[A-Z][A-Z/']*(?:-\d)?/g, (word, at: number) => {
    if (/\d/.test(text.charAt(at - 1))) {
      if (word.length === 1) return word;
      if (ordinalEnds.has(word)) return word.toLowerCase();
    }
    if (acronyms.has(word) || /^[A-Z]{1,3}-\d$/.test(word)) return word;
    if (!word.includes('/')) return lowerWord(word);
    return initialPairs.test(word) ? word : word.split('/').map(lowerPart).join('/');
  });
}

const names = new Set(file.names.toUpperCase().split(' '));
const people = new Set(file.people.toUpperCase().split(' '));

/** One word in lower case; a name keeps its first capital: `WENDY'S`, `MCDONALD`, `O'BRIEN`. */
function lowerWord(word: string): string {
  const mayBeName = names.has(word) || word.includes("'") || word.startsWith('MC');
  const part = mayBeName ? /^(MC|O')?([A-Z])([A-Z]*)('S)?$/.exec(word) : null;
  if (part === null) return word.toLowerCase();
  const [, before = '', first = '', rest = '', owner = ''] = part;
  const isOwner = owner !== '' && !people.has(first + rest);
  if (!names.has(word) && !isOwner && (before === '' || rest.length < 3)) return word.toLowerCase();
  const begun = before === '' ? '' : before.charAt(0) + before.slice(1).toLowerCase();
  return `${begun}${first}${rest.toLowerCase()}${owner.toLowerCase()}`;
}

/** Short forms of two words or more: `W/H C/O`, `R/R`, `B/E/M/P`. */
const initialPairs = /^[A-Z](?:\/[A-Z])+$/;

/** One part of words joined by slashes: `HVAC/PLUMBING`. */
function lowerPart(part: string): string {
  return part.length > 1 && acronyms.has(part) ? part : part.toLowerCase();
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

function sentence(text: string): string {
  let cut = text;
  if (text.length >= maxDerivedLength) {
    const short = cutText(text, maxDerivedLength - 1);
    cut = withoutDangling(short.slice(0, Math.max(short.lastIndexOf(' '), 40)));
    const open = cut.lastIndexOf('(');
    if (open > cut.lastIndexOf(')')) cut = withoutDangling(cut.slice(0, open));
  }
  const begun = /^[a-z]/.test(cut) ? cut.charAt(0).toUpperCase() + cut.slice(1) : cut;
  const proper = begun.includes('. ')
    ? begun.replace(/([A-Za-z]{3,}|[\d)])\. ([a-z])/g, (all, word: string, letter: string) =>
        abbreviations.has(word.toLowerCase()) ? all : `${word}. ${letter.toUpperCase()}`,
      )
    : begun;
  return endsSentence(proper) ? proper : `${proper}.`;
}

/** String comparison: an expression anchored only at the end would be tried at every character. */
function endsSentence(text: string): boolean {
  return text.endsWith('.') || text.endsWith('!') || text.endsWith('?');
}

/** What a sentence cannot end with: punctuation, and words that need another after them. */
const danglingMark = /[\s,;:(&/-]/;
const danglingWord =
  /\s(?:and|or|of|to|the|a|an|with|w\/?|in|on|at|for|from|by|per|as|new|existing|including|include|includes|no|is|are|be|will|that|which|max|min|qty|approx|rear|front|side|detached|attached|approved|accessory)\.?$/i;
/** Length of the longest of these words, with the blank before it and the point after it. */
const danglingLength = 11;

/**
 * The text without dangling punctuation and words at its end. Works from the end: an expression would try
 * every split.
 */
function withoutDangling(text: string): string {
  let end = text.length;
  for (;;) {
    const before = end;
    while (end > 0 && danglingMark.test(text.charAt(end - 1))) end -= 1;
    const word = danglingWord.exec(text.slice(Math.max(0, end - danglingLength), end));
    if (word !== null) end -= word[0].length;
    if (end === before) return end === text.length ? text : text.slice(0, end);
  }
}
