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

/** Whether the text says that there is no contractor, or that it is the owner. */
export function isNobody(text: string): boolean {
  return nobody.test(text.toUpperCase());
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
  return who === null || who === name.business || who === name.person
    ? name
    : { ...withBusiness(name), person: who };
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
  const bare = withoutEnd(text.replace(joinedForm, '$1. ').replace(/^[\s"'*,._-]+/, ''), /[\s"*,;-]/);
  const stars = bare.indexOf('**');
  return (stars < 0 ? bare : bare.slice(0, stars))
    .replace(/\s*\(?\d{3}\)?[-. ]?\d{3}[-. ]?\d{4}\)?$/, '')
    .replace(/\s*\((?:FORMERLY|FKA|SEE)\b.*$/i, '')
    .trim();
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

/** `First Last, Company` names both; otherwise the whole is a business or a person. */
function splitPerson(text: string): ContractorName {
  const comma = text.indexOf(',');
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
