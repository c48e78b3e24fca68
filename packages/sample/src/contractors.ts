/**
 * The contractors of a state by trade and number: names, licence, phone, e-mail, address, habits of spelling.
 *
 * Names and licence numbers are unique in the state; phone numbers reserved for fiction are given to the
 * busiest contractors first, as long as there are any. Everything is invented.
 */
import { dayOf } from './calendar.js';
import { domains, type SampleSeed } from './domains.js';
import type { Locality } from './localities.js';
import { Random, seedOf } from './random.js';
import { type Trade, tradeFacts, trades } from './trades.js';
import { areaCodes, compoundName, compoundNames, givenNames } from './words/names.js';

type BusinessType = 'LLC' | 'Corporation' | 'Partnership' | 'Sole Proprietor';

export interface Contractor {
  readonly state: string;
  readonly trade: Trade;
  /** Position among all contractors of the state, the busiest of each trade first. */
  readonly rank: number;
  readonly businessType: BusinessType;
  /** Full legal name, for example `Harrowgate Roofing LLC`. */
  readonly name: string;
  /** Spellings of the name in permits; the first is the most common. */
  readonly spellings: readonly string[];
  readonly person: string;
  readonly dba: string | null;
  readonly license: string;
  /** Ten digits. */
  readonly phone: string | null;
  readonly email: string | null;
  readonly website: string | null;
  readonly street: string;
  readonly city: string;
  readonly zip: string;
  /** Day on which it was licensed and began to work. */
  readonly since: number;
  /** Chance that an inspection of its work fails. */
  readonly failing: number;
  readonly employees: string;
  readonly revenue: string;
}

export interface ContractorPool {
  readonly state: string;
  /** How many there are, over all trades. */
  readonly size: number;
  readonly counts: Readonly<Record<Trade, number>>;
  /** Number `index` of a trade. */
  contractor(trade: Trade, index: number): Contractor;
  /** The contractor for a job filed on `day`: busy ones more often, none before it was licensed. */
  choose(trade: Trade, day: number, random: Random): Contractor;
}

/** Average number of permits per contractor over all years. */
const permitsPerContractor = 26;
/** Cached contractors of a state. */
const cacheLimit = 3000;
const shareSum = trades.reduce((sum, trade) => sum + tradeFacts[trade].share, 0);

/** The contractors of one state, for about `permits` permits there. */
export function contractorPool(
  state: string,
  permits: number,
  localities: readonly Locality[],
  worldSeed: string | number,
): ContractorPool {
  const seed = seedOf(`${worldSeed}/contractors/${state}`);
  const countOf = (trade: Trade) =>
    Math.max(3, Math.round((permits / permitsPerContractor) * (tradeFacts[trade].share / shareSum)));
  const counts = Object.fromEntries(trades.map((trade) => [trade, countOf(trade)])) as Record<Trade, number>;
  const random = new Random();
  const cache = new Map<number, Contractor>();

  function contractor(trade: Trade, index: number): Contractor {
    const rank = index * trades.length + trades.indexOf(trade);
    const known = cache.get(rank);
    if (known) return known;
    if (cache.size >= cacheLimit) cache.clear();
    const made = makeContractor({ state, trade, index, rank, localities, seed, random });
    cache.set(rank, made);
    return made;
  }

  function choose(trade: Trade, day: number, draws: Random): Contractor {
    const count = counts[trade];
    for (let attempt = 0; attempt < 4; attempt++) {
      const draw = draws.unit();
      const candidate = contractor(trade, Math.floor(count * draw * draw));
      if (candidate.since <= day) return candidate;
    }
    return contractor(trade, 0);
  }

  const size = trades.reduce((sum, trade) => sum + counts[trade], 0);
  return { state, size, counts, contractor, choose };
}

interface Making {
  readonly state: string;
  readonly trade: Trade;
  readonly index: number;
  readonly rank: number;
  readonly localities: readonly Locality[];
  readonly seed: SampleSeed;
  readonly random: Random;
}

const officeStreets = [
  'Industrial Blvd',
  'Commerce Dr',
  'Enterprise Way',
  'Depot St',
  'Mill Rd',
  'Trade Center Dr',
];
const forms: Readonly<Record<BusinessType, readonly string[]>> = {
  LLC: ['LLC'],
  Corporation: ['Inc', 'Inc', 'Corp', 'Co'],
  Partnership: ['LP', 'Partners'],
  'Sole Proprietor': [''],
};

function makeContractor({ state, trade, index, rank, localities, seed, random }: Making): Contractor {
  random.start(seed, domains.contractor, rank);
  const businessType = pickType(random);
  const compound = compoundName((index * 811 + rank + (seed.a >>> 8)) % compoundNames);
  const bare = `${compound}${nameTurn(index)} ${random.pick(tradeFacts[trade].nouns)}`;
  const form = random.pick(forms[businessType]);
  const name = form === '' ? bare : `${bare} ${form}`;
  const given = random.pick(givenNames);
  const family = compoundName(random.below(compoundNames));
  const locality = random.pick(localities);
  const slug = `${bare.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${state.toLowerCase()}`;
  const listed = random.chance(0.75);
  const size = Math.min(4, Math.floor(random.unit() * random.unit() * 5 + (index < 3 ? 2 : 0)));
  return {
    state,
    trade,
    rank,
    businessType,
    name,
    spellings: spellingsOf(bare, form, random),
    person: `${given} ${family}`,
    dba: random.chance(0.1) ? `${compound} ${random.pick(tradeFacts[trade].nouns)}` : null,
    license: licenseOf(state, trade, rank, seed),
    phone: phoneOf(state, rank),
    email: listed ? `${random.pick(['office', 'permits', 'info'])}@${slug}.example.com` : null,
    website: listed && random.chance(0.7) ? `https://${slug}.example.com` : null,
    street: `${random.between(100, 9900)} ${random.pick(officeStreets)}`,
    city: locality.city,
    zip: locality.zip,
    since: startOf(index, random),
    failing: 0.04 + random.unit() * random.unit() * 0.3,
    employees: ['1-4', '5-9', '10-19', '20-49', '50-99'][size] ?? '1-4',
    revenue: ['< $500K', '$500K-$1M', '$1M-$5M', '$5M-$10M', '$10M-$25M'][size] ?? '< $500K',
  };
}

function pickType(random: Random): BusinessType {
  const draw = random.unit();
  if (draw < 0.48) return 'LLC';
  if (draw < 0.86) return 'Corporation';
  return draw < 0.9 ? 'Partnership' : 'Sole Proprietor';
}

/** The busiest of a trade existed before the world began, so that every day has someone to hire. */
function startOf(index: number, random: Random): number {
  const first = dayOf('1984-01-01');
  const last = dayOf(index < 2 ? '2011-06-01' : '2024-12-31');
  return first + random.below(last - first);
}

/** Keeps names distinct once all compound names of a trade are used. */
function nameTurn(index: number): string {
  const turn = Math.floor(index / compoundNames);
  return turn === 0 ? '' : ` ${turn + 1}`;
}

function spellingsOf(bare: string, form: string, random: Random): string[] {
  const full = form === '' ? bare : `${bare} ${form}`;
  const dotted = form === 'LLC' ? `${bare}, L.L.C.` : form === '' ? bare : `${bare}, ${form}.`;
  const variants = [full, full.toUpperCase(), bare, dotted, bare.toUpperCase(), full.replace('&', 'and')];
  const first = random.chance(0.5) ? full.toUpperCase() : full;
  return [...new Set([first, random.pick(variants), random.pick(variants)])];
}

/** Whether licence numbers of a state begin with letters of the trade. */
export function lettersFirst(state: string): boolean {
  return !['AZ', 'CA', 'IL', 'MA', 'TN'].includes(state);
}

/** Licence numbers rise with rank, with gaps; the trade's letters are where the state puts them. */
function licenseOf(state: string, trade: Trade, rank: number, seed: SampleSeed): string {
  const number = 210_000 + rank * 7 + ((((rank * 5 + seed.b) % 7) + 7) % 7);
  const { prefix } = tradeFacts[trade];
  switch (state) {
    case 'CA':
    case 'TN':
      return String(number);
    case 'AZ':
      return `ROC ${number}`;
    case 'FL':
      return `${prefix}C1${number}`;
    case 'IL':
      return `104.${number}`;
    case 'WA':
      return `${prefix}${tradeFacts[trade].nouns[0]?.slice(0, 3).toUpperCase() ?? 'CON'}*${number}`;
    case 'MA':
      return `CS-${number}`;
    default:
      return `${prefix}${number}`;
  }
}

const numbersPerAreaCode = 100;

/** A number reserved for fiction, each for one contractor only; null when the state's numbers are used up. */
function phoneOf(state: string, rank: number): string | null {
  const codes = areaCodes[state] ?? [];
  const code = codes[rank % codes.length];
  const line = Math.floor(rank / codes.length);
  if (code === undefined || line >= numbersPerAreaCode) return null;
  return `${code}55501${String(line).padStart(2, '0')}`;
}

/** A phone number as someone typed it. */
export function typedPhone(digits: string, style: number): string {
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  switch (style % 5) {
    case 0:
      return `${area}-${exchange}-${line}`;
    case 1:
      return digits;
    case 2:
      return `${area}.${exchange}.${line}`;
    case 3:
      return `1-${area}-${exchange}-${line}`;
    default:
      return `(${area}) ${exchange}-${line}`;
  }
}
