/**
 * Splits the name of a contractor into person, business and doing-business-as name, in reading order. A text
 * that only says "owner", "none" or the like names no contractor; from a list of names the first business is
 * taken.
 */
import { readFileSync } from 'node:fs';
import { asciiLetters, decodeEntities, oneLine, withoutEnd } from '../record/text.js';

interface ContractorName {
  readonly person: string | null;
  readonly business: string | null;
  readonly dba: string | null;
}

interface WordLists {
  readonly legal: readonly string[];
  readonly trade: readonly string[];
  readonly roles: readonly string[];
  readonly filling: readonly string[];
}

const lists = JSON.parse(
  readFileSync(new URL('../data/business-words.json', import.meta.url), 'utf8'),
) as WordLists;
const legal = new Set(lists.legal);
const trade = new Set(lists.trade);

const nobody =
  /^(?:N\.?\/?A\.?|NONE?|NO|NIL|NULL|TBD|T\.B\.D\.?|TO BE (?:DETERMINED|ANNOUNCED|SELECTED|NAMED).*|UNKNOWN.*|UNDECIDED|PENDING.*|WAITING FOR .*|\W*DO NOT USE.*|\{[^}]*\}?|VARIOUS|SAME(?: AS.*)?|SELF\b.*|(?:HOME|PROPERTY|BUILDING)? ?-?OWNERS?(?:\/.*|\s*[-(,:].*|S? (?:AS|IS|ACTING|DOING|BUILDER|CONTRACTOR|OCCUPIED|PERFORM|OF|AFFIDAVIT).*)?|.*\(OWNER\)|.*\bOWNER ?[-/]? ?BUILDER\b.*|.*\b(?:AS|ACTING AS) OWNER\b.*|CONTRACTOR(?: OF RECORD)? NOT .*|NO CONTRACTOR.*|NO LICENSE.*|NOT? (?:APPLICABLE|ASSIGNED|AVAILABLE|DESIGNATED|LISTED|PROVIDED|SELECTED|REQUIRED|YET).*|TENANT|APPLICANT|CONTRACTOR|GENERAL CONTRACTOR|TEST.?|X+|[-.*?0\s]*)$/;
const dbaWord = /[\s,]+(?:D\.?\s?\/?\s?B\.?\s?\/?\s?A\.?|T\/A|DOING BUSINESS AS)(?::|\s|$)\s*/;
const legalEnd =
  /^(?:LLC|L\.L\.C\.?|INC|INCORPORATED|CORP|CORPORATION|CO|COMPANY|LTD|LP|L\.P\.?|LLP|PLLC|P\.?C|P\.?A|II|III|IV|JR|SR)\b\.?/;

/** Words that say a role or that nobody is named: a text of these and `filling` alone names no one. */
const roles = new Set(lists.roles);
const filling = new Set(lists.filling);
/** A text that refers to another one, whatever follows. */
const reference =
  /^(?:PLEASE )?(?:SEE|REFER TO|PER)\b.{0,12}\b(?:NOTES?|COMMENTS?|ATTACHED|ATTACHMENTS?|BELOW|ABOVE|FILE|PLANS?|LIST|REMARKS|DESCRIPTION|APPLICATION|PERMIT)\b/;

/** Whether the text says that there is no contractor, or that it is the owner or another role. */
export function isNobody(text: string): boolean {
  const upper = text.toUpperCase();
  return nobody.test(upper) || reference.test(upper) || saysOnlyRoles(upper);
}

/** `BUSINESS OWNER`, `CONTRACTOR TO BE NAMED`, `HOME OWNER PERMIT`, `LLC`, `IN`: no word of it is a name. */
function saysOnlyRoles(upper: string): boolean {
  const words = upper.split(/[^A-Z0-9']+/).filter(Boolean);
  const [only = ''] = words;
  if (words.length === 1 && (only.length === 1 || filling.has(only))) return true;
  if (words.length > 0 && words.every((word) => legal.has(word))) return true;
  return words.some((word) => roles.has(word)) && words.every((word) => roles.has(word) || filling.has(word));
}

/** Words of a name in upper case, without leading and trailing punctuation. */
function nameWords(text: string): string[] {
  return text
    .toUpperCase()
    .split(/[\s,/]+/)
    .map((word) => withoutEnd(word.replace(/^[.("']+/, ''), /[.)"',]/).replaceAll('.', ''))
    .filter(Boolean);
}

function isBusiness(text: string): boolean {
  return (
    /[&#\d]/.test(text) ||
    nameWords(text).some((word) => trade.has(word) || (legal.has(word) && word !== 'THE'))
  );
}

/** Two to four words of letters, none of them a business word: possibly a person. */
export function looksPersonal(text: string): boolean {
  const words = nameWords(text);
  return (
    words.length >= 2 &&
    words.length <= 4 &&
    words[0] !== 'THE' &&
    !isBusiness(text) &&
    words.every((w) => /^[A-Z][A-Z'-]*$/.test(w))
  );
}

/** Person, business and DBA name from a company column and a person column; null if they name no one. */
export function readName(company: string | undefined, person: string | undefined): ContractorName | null {
  const personName = cleanName(person);
  const who = personName === null ? null : readingOrder(personName);
  const text = cleanName(company);
  if (text === null) {
    if (who === null) return null;
    return isBusiness(who)
      ? { person: null, business: who, dba: null }
      : { person: who, business: null, dba: null };
  }
  const name = splitDba(text);
  if (who === null || who === name.business || who === name.person) return name;
  // The person once more, with or without a middle name.
  if (name.person !== null && name.dba === null && isSamePerson(who, name.person))
    return { ...name, person: who };
  return { ...withBusiness(name), person: who };
}

/** Whether two names have the same first and last word, and at most one of them others between. */
function isSamePerson(a: string, b: string): boolean {
  const [one, other] = [nameWords(a), nameWords(b)];
  return one[0] === other[0] && one.at(-1) === other.at(-1) && Math.min(one.length, other.length) === 2;
}

/**
 * A company column names a business, even if it looks like a person, when another column names the person.
 */
function withBusiness(name: ContractorName): ContractorName {
  return name.business === null ? { ...name, business: name.person } : name;
}

/** The name in a text: the first business of several separated by bars, else the first that names someone. */
function cleanName(text: string | undefined): string | null {
  if (text === undefined) return null;
  const names = oneLine(asciiLetters(decodeEntities(text)))
    .split('|')
    .map(trimName)
    .filter((name) => /[A-Za-z]/.test(name) && !isNobody(name));
  return names.find((name) => isBusiness(name)) ?? names[0] ?? null;
}

/** A legal form joined to the next one by a point: `Quill Concrete Co.LTD`. */
const joinedForm = /\b(CO|CORP|INC|LTD|BROS)\.(?=(?:CO|CORP|INC|LTD|LLC|LLP|LP|PLLC)\b)/gi;

function trimName(text: string): string {
  const bare = withoutEnd(text.replace(joinedForm, '$1. ').replace(/^[\s"'*,.@_-]+/, ''), /[\s"*,;-]/);
  const stars = bare.indexOf('**');
  return (stars < 0 ? bare : bare.slice(0, stars)).replace(/\s*\((?:FORMERLY|FKA|SEE)\b.*$/i, '').trim();
}

function splitDba(text: string): ContractorName {
  const match = dbaWord.exec(text.toUpperCase());
  if (!match) return splitPerson(text);
  const before = text.slice(0, match.index).trim();
  const after = text.slice(match.index + match[0].length).trim();
  if (after !== '') return { ...splitPerson(before), dba: readingOrder(after) };
  const comma = before.indexOf(',');
  if (
    comma < 0 ||
    legalEnd.test(
      before
        .slice(comma + 1)
        .trim()
        .toUpperCase(),
    )
  )
    return splitPerson(before);
  return { ...splitPerson(before.slice(comma + 1).trim()), dba: readingOrder(before.slice(0, comma).trim()) };
}

/** The first comma that is not before `Jr.` or the like; -1 if there is none. */
function commaAfterName(text: string): number {
  const first = text.indexOf(',');
  return /^,\s*(?:JR|SR|II|III|IV)\b\.?\s*,/i.test(text.slice(first)) ? text.indexOf(',', first + 1) : first;
}

/** `First Last, Company` names both; otherwise the whole is a business or a person. */
function splitPerson(text: string): ContractorName {
  const comma = commaAfterName(text);
  if (comma > 0) {
    const left = text.slice(0, comma).trim();
    const right = text.slice(comma + 1).trim();
    if (looksPersonal(left) && !legalEnd.test(right.toUpperCase()) && right !== '' && !looksPersonal(right)) {
      return { person: left, business: readingOrder(right), dba: null };
    }
  }
  const name = readingOrder(text);
  const personal = looksPersonal(name);
  return { person: personal ? name : null, business: personal ? null : name, dba: null };
}

/**
 * Undoes `LAST, FIRST`, `HORTON, D R INC` and `GROUP INC, THE`; drops a comma before a legal form. Only a
 * single word before the comma is taken for a family name.
 */
function readingOrder(text: string): string {
  let name = text.replace(/,\s*THE$/i, '').trim();
  const comma = name.indexOf(',');
  if (comma < 0) return name;
  const left = name.slice(0, comma).trim();
  const right = name
    .slice(comma + 1)
    .replaceAll(',', ' ')
    .trim();
  if (right === '') return left;
  name = `${left} ${right}`.replace(/\s+/g, ' ');
  if (/[\s&\d]/.test(left) || legalEnd.test(right.toUpperCase())) return name.replaceAll(',', '');
  const words = right.split(/\s+/);
  let given = words.findIndex((word) => /^&$/.test(word) || isBusinessWord(word));
  if (given < 0) given = words.length;
  const isGiven =
    given > 0 && given <= 3 && words.slice(0, given).every((word) => /^[A-Za-z][A-Za-z.'-]*$/.test(word));
  if (!isGiven) return name;
  return [...words.slice(0, given), left, ...words.slice(given)].join(' ');
}

function isBusinessWord(word: string): boolean {
  const plain = word.toUpperCase().replace(/[.,]/g, '');
  return /\d/.test(plain) || trade.has(plain) || legal.has(plain);
}
