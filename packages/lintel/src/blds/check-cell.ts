/** Checks one value of a BLDS file against the type and the words of its column. */
import { type BldsRule, shown } from './finding.js';
import type { BldsColumn, BldsType } from './standard.js';

interface Fault {
  readonly rule: BldsRule;
  readonly message: string;
}

const faults: Readonly<Record<BldsType, (value: string) => Fault | null>> = {
  text: () => null,
  date: (value) =>
    isDate(value) ? null : { rule: 'date_format', message: `${shown(value)} is not a date as YYYY-MM-DD.` },
  integer: (value) =>
    /^-?\d+$/.test(value)
      ? null
      : { rule: 'number_format', message: `${shown(value)} is not a whole number.` },
  number: (value) =>
    isNumber(value)
      ? null
      : { rule: 'number_format', message: `${shown(value)} is not a number in plain digits.` },
  latitude: (value) => degreeFault(value, 90),
  longitude: (value) => degreeFault(value, 180),
  url: (value) =>
    /^https?:\/\/\S+$/i.test(value)
      ? null
      : { rule: 'url_format', message: `${shown(value)} is not a web address.` },
  json: (value) => (isJson(value) ? null : { rule: 'json_format', message: `${shown(value)} is not JSON.` }),
};

/** What is wrong with a value that is not empty; null if nothing is. */
export function cellFault({ type, words }: BldsColumn, value: string): Fault | null {
  if (words !== null && !words.includes(value)) {
    return { rule: 'not_in_list', message: `${shown(value)} is not one of ${words.join(', ')}.` };
  }
  return faults[type](value);
}

/** Whether the text is a day of the calendar, YYYY-MM-DD. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function isNumber(text: string): boolean {
  return /^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text);
}

function degreeFault(value: string, most: number): Fault | null {
  if (!isNumber(value)) {
    return { rule: 'number_format', message: `${shown(value)} is not a number in plain digits.` };
  }
  if (Math.abs(Number(value)) <= most) return null;
  return { rule: 'coordinate_range', message: `${value} is not between -${most} and ${most} degrees.` };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
