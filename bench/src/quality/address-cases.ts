/**
 * Address cases of a file or of all files of a directory: one JSON object a line (`.ndjson`), or the labelled lines of
 * usaddress (`.xml`), whose elements say what each word is.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { stateCodes } from 'lintel/dist/geography/usps/words.js';
import { SaxesParser } from 'saxes';
import { readLines } from './read-lines.js';
import type { AddressCase } from './score-addresses.js';

const endings = ['.ndjson', '.xml'];

/** The files with cases that the path names; throws if there are none. */
export function caseFiles(path: string): string[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => endings.includes(extname(name)));
  if (names.length === 0) throw new Error(`${path} has no file that ends with ${endings.join(' or ')}`);
  return names.sort().map((name) => join(path, name));
}

/** The cases of a file, or null if it is not there. */
export function readCases(path: string): AddressCase[] | null {
  if (extname(path) !== '.xml') {
    return readLines<AddressCase>(
      path,
      ({ in: given, expected }) => typeof given === 'object' && Array.isArray(expected),
    );
  }
  if (!statSync(path, { throwIfNoEntry: false })) return null;
  try {
    return labelledLines(readFileSync(path, 'utf8')).map(caseOf);
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** A line, and its words by what they are. */
interface LabelledLine {
  readonly text: string;
  readonly words: readonly { readonly label: string; readonly text: string }[];
}

function labelledLines(xml: string): LabelledLine[] {
  const lines: { text: string; words: { label: string; text: string }[] }[] = [];
  const open: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => {
    open.push(name);
    if (name === 'AddressString') lines.push({ text: '', words: [] });
    else lines.at(-1)?.words.push({ label: name, text: '' });
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.on('text', (text) => {
    const line = lines.at(-1);
    if (line === undefined || !open.includes('AddressString')) return;
    line.text += text;
    const word = line.words.at(-1);
    if (word !== undefined && open.at(-1) === word.label) word.text += text;
  });
  parser.write(xml).close();
  return lines;
}

const ofStreet = /^StreetName(?:PreDirectional|PreModifier|PreType|PostType|PostModifier|PostDirectional)?$/;

function caseOf({ text, words }: LabelledLine): AddressCase {
  const said = (isMeant: (label: string) => boolean) =>
    words
      .filter(({ label }) => isMeant(label))
      .map((word) => word.text.trim().replace(/[,.;]+$/, ''))
      .join(' ');
  const state = said((label) => label === 'StateName').toUpperCase();
  return {
    in: { text: text.trim() },
    expected: [
      {
        housenumber: said((label) => /^AddressNumber(?:Prefix|Suffix)?$/.test(label)),
        street: said((label) => ofStreet.test(label)),
        locality: said((label) => label === 'PlaceName'),
        region_a: stateCodes.get(state) ?? state,
        postalcode: said((label) => label === 'ZipCode').slice(0, 5),
      },
    ],
  };
}
