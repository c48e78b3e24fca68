/**
 * Makes a short clean sentence of a permit's type and text: the first thing that the text says, without codes,
 * starred notes and shouting. Adds nothing that they do not say; null when they say nothing.
 */

import { maxDerivedLength } from './limits.js';
import { cutText, oneLine } from './text.js';

/** Abbreviations that keep their capitals. */
const acronyms = new Set(
  (
    'HVAC AC A/C ADU RTU RTUS EV EVSE PV LED LLC INC PVC BTU BTUS KW KWH KVA CMU TPO EPDM LVL USA US NE NW SE SW II III IV ' +
    'MEP RPZ SFR SFD TI CO LP DU DUS VAV AHU NFPA ADA TV IT ATM'
  ).split(' '),
);
const preamble =
  /^(?:\W*(?:PURPOSE|SCOPE(?: OF WORK)?|SELF[- ]?CERT(?:IFICATION)?|S\.?C\.?(?= C| 2)|SPR|DRR|STANDARD PLAN REVIEW|(?:20\d\d )?(?:CBC|CBRC|IBC|IRC|IEBC)(?: 20\d\d)?|MASTER PERMIT|PP (?:REVS & )?INSP|REVISION|REJECTED)\b\W*(?:20\d\d\b\W*)?)+/i;
/** `FOR PERMIT B200442606: …` */
const forPermit = /^\s*for permit\s+(?=\S*\d)\S+\s*/i;
const notes = /\*{1,3}[^*]{0,200}\*{1,3}|\([^()]{0,12}\d{4,}[^()]{0,12}\)/g;
const codes = /(?:#\s*)?\b(?=[A-Z0-9-]*\d{4})(?=[A-Z-]*\d[A-Z0-9-]{4,}\b)[A-Z]{0,5}-?\d[A-Z0-9-]{4,}\b/g;
const typeCodes = /^(?:[A-Z]{1,3}-? ?\d{1,4}[A-Z]{0,3},?\s*|PERMIT\s*[-\u2013:]\s*|[A-Z]{2,3}-(?=[A-Z]))+/;

/** Characters of a description that are looked at. */
const readLength = 400;
/** Statements of fewer characters take the next one with them. */
const shortStatement = 25;

/** A sentence of at most 160 characters, or null. */
export function deriveDescription(
  type: string | null,
  subtype: string | null,
  description: string | null,
): string | null {
  const kind = typePhrase(type, subtype);
  const said = description === null ? '' : firstStatement(description);
  if (said === '') return kind === '' ? null : sentence(kind);
  if (kind !== '' && said.split(' ').length < 3 && !said.toLowerCase().includes(kind.toLowerCase())) {
    return sentence(`${kind}: ${said}`);
  }
  return sentence(said);
}

/** Type and subtype as words: codes, the word "permit" before a dash and repetitions dropped. */
function typePhrase(type: string | null, subtype: string | null): string {
  const first = type === null ? '' : oneLine(calm(type.replace(typeCodes, '')));
  const second = subtype === null ? '' : oneLine(calm(subtype.replace(typeCodes, '')));
  if (second === '' || first.toLowerCase().includes(second.toLowerCase())) return first;
  return first === '' || second.toLowerCase().includes(first.toLowerCase())
    ? second
    : `${first}, ${lowerFirst(second)}`;
}

const sentenceEnds = /[.!;](?=\s|$)|\n|\u2026/g;
/** Words whose point ends no sentence. */
const abbreviated = /(?:^|[\s(])(?:sq|ft|no|st|ave|max|min|approx|bldg|apt|incl|qty|dr|ext|int|[a-z])$/i;

/** The first sentence that says something, and the next where the first is very short. */
function firstStatement(description: string): string {
  const text = withoutNotes(description.slice(0, readLength));
  let first = '';
  let start = 0;
  sentenceEnds.lastIndex = 0;
  while (start < text.length) {
    const match = sentenceEnds.exec(text);
    const end = match?.index ?? text.length;
    if (match !== null && match[0] === '.' && abbreviated.test(text.slice(Math.max(start, end - 8), end)))
      continue;
    const part = trimStatement(text.slice(start, end));
    start = end + 1;
    if (!/[A-Za-z]{3}/.test(part)) continue;
    if (first !== '') return calm(`${first}. ${part}`);
    if (part.length >= shortStatement) return calm(part);
    first = part;
  }
  return calm(first);
}

function withoutNotes(text: string): string {
  const plain = /[*(]/.test(text) ? text.replace(notes, ' ') : text;
  return plain.replace(preamble, '').replace(forPermit, '');
}

function trimStatement(text: string): string {
  const plain = /\d{4}/.test(text) ? text.replace(codes, '') : text;
  return oneLine(plain).replace(/^[\s,:;.*\u2013-]+|[\s,:;.*\u2013-]+$/g, '');
}

/** Text in capitals in lower case, abbreviations kept. */
function calm(text: string): string {
  let capitals = 0;
  let letters = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 65 && code <= 90) capitals += 1;
    else if (code >= 97 && code <= 122) letters += 1;
  }
  letters += capitals;
  if (letters < 4 || capitals < letters * 0.7) return text;
  return text.replace(/[A-Z][A-Z/']*/g, (word) => (acronyms.has(word) ? word : word.toLowerCase()));
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

function sentence(text: string): string {
  let cut = text;
  if (text.length >= maxDerivedLength) {
    const short = cutText(text, maxDerivedLength - 1);
    cut = short.slice(0, Math.max(short.lastIndexOf(' '), 40)).replace(/[\s,;:-]+$/, '');
  }
  const proper = cut.replace(/^[a-z]|(?<=[a-z]{3}\. )[a-z]/g, (letter) => letter.toUpperCase());
  return /[.!?]$/.test(proper) ? proper : `${proper}.`;
}
