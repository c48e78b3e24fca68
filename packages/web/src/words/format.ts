/** Values as people read them. What is not known is a dash. */
import type { PermitStatus } from '@lintel/client';
import { nameCase, titleCase as title } from '@lintel/contract/title-case';

export { title };

export const unknown = '–';
const whole = new Intl.NumberFormat('en-US');
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const threeDigits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });
const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
const compactDollars = { style: 'currency', currency: 'USD', notation: 'compact' } as const;
const shortDollars = new Intl.NumberFormat('en-US', {
  ...compactDollars,
  minimumSignificantDigits: 3,
  maximumSignificantDigits: 3,
});
const tickDollars = new Intl.NumberFormat('en-US', { ...compactDollars, maximumFractionDigits: 1 });
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const dayOfMonth = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const monthAndYear = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

const conjunction = new Intl.ListFormat('en-US', { type: 'conjunction' });

type Maybe<T> = T | null | undefined;

export const count = (value: Maybe<number>) => (value == null ? unknown : whole.format(value));
/** `1 permit`, `2,000 permits` */
export const counted = (value: number, one: string, many = `${one}s`) =>
  `${whole.format(value)} ${value === 1 ? one : many}`;
/** `fees, owner, and year built` */
export const listed = (words: Iterable<string>) => conjunction.format(words);
export const shortCount = (value: Maybe<number>) => (value == null ? unknown : short.format(value));
/** Cents as dollars. */
export const money = (cents: Maybe<number>) => (cents == null ? unknown : dollars.format(cents / 100));
/** Cents as dollars, from 100,000 dollars on of three digits (`$23.0M`), so that those below each other compare. */
export const shortMoney = (cents: Maybe<number>) =>
  cents == null || Math.abs(cents) < 10_000_000 ? money(cents) : shortDollars.format(cents / 100);
/** Cents as round dollars (`$20M`), as axes and legends have them. */
export const tickMoney = (cents: number) => tickDollars.format(cents / 100);
export const percent = (value: Maybe<number>) => (value == null ? unknown : `${whole.format(value)}%`);
/** A rate of three digits (`0.345`, `12.3`). */
export const rate = (value: number) => threeDigits.format(value);
export const area = (value: Maybe<number>) => (value == null ? unknown : `${whole.format(value)} sq ft`);
export const days = (value: Maybe<number>) =>
  value == null ? unknown : `${whole.format(value)} ${value === 1 ? 'day' : 'days'}`;
/** YYYY-MM-DD as a date. */
export const date = (text: Maybe<string>) => (text ? day.format(utc(text)) : unknown);
/** A day without its year. */
export const shortDate = (text: string) => dayOfMonth.format(utc(text));
export const month = (text: Maybe<string>) => (text ? monthAndYear.format(utc(text)) : unknown);
export const text = (value: Maybe<string | number>) =>
  value == null || value === '' ? unknown : String(value);

export function utc(date: string): Date {
  return new Date(`${date.slice(0, 10)}T00:00:00Z`);
}

/** The date that lies `days` after another, both YYYY-MM-DD. */
export function addDays(date: string, days: number): string {
  return new Date(utc(date).getTime() + days * 86_400_000).toISOString().slice(0, 10);
}

/** A number of the North American plan (`+18305550103`) as it is written there; others as they are. */
export function telephone(value: string): string {
  return value.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
}

interface AddressParts {
  readonly street_no?: string | null;
  readonly street?: string | null;
  readonly unit?: string | null;
  readonly city?: string | null;
  readonly state?: string | null;
  readonly zip_code?: string | null;
}

/** Number, street and unit; null where the record names no street. */
export function streetLine({ street_no, street, unit }: AddressParts): string | null {
  const line = [street_no, street].filter(Boolean).join(' ');
  return line === '' ? null : title([line, unit].filter(Boolean).join(' '));
}

export function cityLine({ city, state, zip_code }: AddressParts): string {
  return [city ? title(city) : null, [state, zip_code].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}

/** Ids whose words alone would not read well. */
const ownWords: Readonly<Record<string, string>> = {
  window_door: 'windows and doors',
  pool_and_hot_tub: 'pools and hot tubs',
  latlng: 'coordinates',
  multi_family: 'multifamily',
  single_family_home: 'single-family home',
};

/** An id of the interface (`heat_pump`) as words (`heat pump`). */
export function words(id: string): string {
  return (ownWords[id] ?? id.replaceAll('_', ' '))
    .replace(/^hvac\b/, 'HVAC')
    .replace(/\bev\b/, 'EV')
    .replace(/\badu\b/, 'ADU')
    .replace(/\bid\b/, 'ID')
    .replace(/^zip\b/, 'ZIP');
}

/** The same at the beginning of a sentence. */
export function sentence(id: string): string {
  const text = words(id);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const namesOfStatuses: Readonly<Record<PermitStatus, string>> = {
  in_review: 'In review',
  active: 'Active',
  final: 'Final',
  inactive: 'Inactive',
};
export const statusNames: Readonly<Record<string, string>> = namesOfStatuses;

/** The name of a contractor as a title. */
export function contractorName(contractor: {
  readonly business_name?: string | null;
  readonly name?: string | null;
}): string {
  const name = contractor.business_name ?? contractor.name;
  return name ? nameCase(name) : 'Contractor without a name';
}
