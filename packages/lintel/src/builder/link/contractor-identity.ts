/**
 * Which mentions are the same contractor: union-find over their names, linked by shared keys.
 *
 * Each mention has one anchor: its name where it counts, combined with its strongest other key where the name
 * is common. Anchors are joined in steps, each based on the state after the previous step, so the result does
 * not depend on the order of the rows (C9). The contractor's id comes from the strongest key that no other
 * contractor has; a private person's comes from name and place (person-ids.ts), so that it does not reveal
 * contact data.
 */
import { contractorId } from '@lintel/contract/plain';
import { at } from '../../base/memory/at.js';
import { GrowableU32 } from '../../base/memory/growable.js';
import { TextTable } from '../../base/memory/text-table.js';
import { namesAgree } from '../../refine/contractor/contractor-fold.js';
import { type KeyKind, keyKinds } from '../../refine/contractor/contractor-keys.js';
import { isSamePerson, nearNames, personForm } from './near-names.js';
import { namesakes, personText } from './person-ids.js';
import { joinTruncatedNames } from './truncated-names.js';

const idLength = 10;
const none = 0xffffffff;

/** A key that more anchors share is a switchboard or a placeholder, and not evidence. */
const maxSharing = 64;
/** Persons that may appear with a firm's own telephone; with more it is a permit service. */
const maxPersons = 3;
/** Different names that one licence may have over time. */
const maxLicenseNames = 8;

/** Why two anchors were joined. */
type JoinRule =
  | 'blanks'
  | 'same person'
  | 'near name'
  | 'shared key'
  | 'only bearer of the key'
  | 'only bearer in the city'
  | 'dba'
  | 'truncated name';

/** Two anchors found to be one contractor, and why. */
export interface Join {
  readonly rule: JoinRule;
  readonly a: string;
  readonly b: string;
  /** The key that they share, null where the names alone decided. */
  readonly key: string | null;
}

type Pair = readonly [a: number, b: number, key: string | null];

/** A key that mentions share, and the anchors of those. */
interface Sharing {
  readonly number: number;
  readonly key: string;
  readonly anchors: readonly number[];
}

export class ContractorIdentity {
  readonly #anchors = new TextTable();
  readonly #parents = new GrowableU32();
  /** Licences, telephones, e-mail addresses, offices and doing-business-as names. */
  readonly #keys = new TextTable();
  /** Pairs of a key and an anchor that has it. */
  readonly #pairKey = new GrowableU32();
  readonly #pairAnchor = new GrowableU32();
  /**
   * For each root, the number of the key that decides its id, or `none` when an anchor does. Filled by
   * `resolve`.
   */
  #decidingKey = new Uint32Array(0);
  #decidingAnchor = new Uint32Array(0);
  /**
   * 1 for each root whose anchors are all persons: its telephone is withheld, and must not be used for its
   * id.
   */
  #isPerson = new Uint8Array(0);
  #namesakes: ReadonlyMap<number, number> = new Map();
  #ids = Buffer.alloc(0);
  readonly #joined: ((join: Join) => void) | null;

  /** `joined` is called with each join as it is made, to explain the result. */
  constructor(joined: ((join: Join) => void) | null = null) {
    this.#joined = joined;
  }

  /** Takes a mention's keys (at least one); returns a number by which to look up its contractor later. */
  link(keys: readonly string[]): number {
    const anchor = this.#anchors.number(anchorOf(keys));
    if (anchor === this.#parents.length) this.#parents.push(anchor);
    for (const key of keys) {
      if (!isShared(kindOf(key))) continue;
      this.#pairKey.push(this.#keys.number(key));
      this.#pairAnchor.push(anchor);
    }
    return anchor;
  }

  /**
   * Joins the anchors of one contractor and finds every contractor's deciding key, once all mentions are
   * linked.
   */
  resolve(): void {
    const pairs = this.#sortedPairs();
    this.#joinSqueezed();
    for (const sharing of this.#sharing(pairs)) this.#joinAgreeing(sharing);
    this.#joinAll('near name', this.#nearNames(pairs));
    this.#joinAll('only bearer of the key', [...this.#attached(pairs)]);
    this.#joinAll('only bearer in the city', this.#localJoins());
    this.#joinAll('dba', [...this.#dbaJoins(pairs)]);
    const truncated = joinTruncatedNames(this.#anchorTexts(), (anchor) => this.contractor(anchor));
    this.#joinAll(
      'truncated name',
      truncated.map(([a, b]) => [a, b, null]),
    );
    this.#decide(pairs);
  }

  /** The number of the contractor for a number that `link` returned. */
  contractor(node: number): number {
    let root = node;
    for (let parent = this.#parents.at(root); parent !== root; parent = this.#parents.at(root)) {
      const grandparent = this.#parents.at(parent);
      this.#parents.set(root, grandparent);
      root = grandparent;
    }
    return root;
  }

  /** The contractor's id as ten bytes of text. Valid after `resolve`; not to be modified. */
  id(contractor: number): Buffer {
    const from = contractor * idLength;
    if (at(this.#ids, from) === 0) {
      const key = at(this.#decidingKey, contractor);
      const text = key === none ? this.#anchorId(contractor) : this.#keys.text(key);
      this.#ids.write(contractorId(text), from, 'latin1');
    }
    return this.#ids.subarray(from, from + idLength);
  }

  /** What the id is made from where no key decides. */
  #anchorId(contractor: number): string {
    const anchor = this.#anchors.text(at(this.#decidingAnchor, contractor));
    if (this.#isPerson[contractor] === 0) return anchor;
    const namesake = this.#namesakes.get(contractor);
    return namesake === undefined ? personText(anchor) : `${personText(anchor)}|${namesake}`;
  }

  /** Distinct pairs of a key and an anchor as `key * 2 ** 32 + anchor`, sorted. */
  #sortedPairs(): Float64Array {
    const pairs = new Float64Array(this.#pairKey.length);
    for (let i = 0; i < pairs.length; i++) pairs[i] = this.#pairKey.at(i) * 2 ** 32 + this.#pairAnchor.at(i);
    pairs.sort();
    let count = 0;
    for (const pair of pairs) {
      if (count === 0 || pairs[count - 1] !== pair) pairs[count++] = pair;
    }
    return pairs.subarray(0, count);
  }

  /** Each shared key with its number and its distinct anchors. */
  *#sharing(pairs: Float64Array): Generator<Sharing, void, void> {
    for (let from = 0, to = 0; from < pairs.length; from = to) {
      const number = Math.floor(at(pairs, from) / 2 ** 32);
      const anchors: number[] = [];
      for (; to < pairs.length && Math.floor(at(pairs, to) / 2 ** 32) === number; to++) {
        anchors.push(at(pairs, to) - number * 2 ** 32);
      }
      yield { number, key: this.#keys.text(number), anchors };
    }
  }

  *#anchorTexts(): Generator<readonly [number, string], void, void> {
    for (let anchor = 0; anchor < this.#parents.length; anchor++) yield [anchor, this.#anchors.text(anchor)];
  }

  /** Names with a typing error. */
  #nearNames(pairs: Float64Array): [number, number, null][] {
    const hasContact = new Uint8Array(this.#parents.length);
    for (const { key, anchors } of this.#sharing(pairs)) {
      if (isContact(kindOf(key))) for (const anchor of anchors) hasContact[this.contractor(anchor)] = 1;
    }
    const near = nearNames(
      this.#anchorTexts(),
      (anchor) => this.#anchors.text(anchor),
      (anchor) => this.contractor(anchor),
      (contractor) => hasContact[contractor] === 1,
    );
    return near.map(([a, b]) => [a, b, null]);
  }

  /** Names that differ only in spaces (`SUN RAY`, `SUNRAY`) are one name, and so are spellings of a person. */
  #joinSqueezed(): void {
    const squeezed = new TextTable();
    const first: number[] = [];
    for (const [anchor, text] of this.#anchorTexts()) {
      const isFirm = isOfBusiness(kindOf(text));
      const form = isFirm ? text.replaceAll(' ', '') : personForm(text);
      if (form === null) continue;
      const number = squeezed.number(form);
      const other = first[number];
      if (other === undefined) first[number] = anchor;
      else if (isFirm) this.#union(other, anchor, 'blanks', null);
      else if (isSamePerson(this.#anchors.text(other), text)) this.#union(other, anchor, 'same person', null);
    }
    // The blanks also decide how far a name counts: `local:SUNRAY|IL|ELGIN` is `name:SUN RAY|IL`.
    for (const [anchor, text] of this.#anchorTexts()) {
      if (kindOf(text) !== 'local') continue;
      const [name = '', state = ''] = text.slice('local:'.length).split('|');
      const number = squeezed.find(`name:${name.replaceAll(' ', '')}|${state}`);
      const other = number < 0 ? undefined : first[number];
      if (other !== undefined) this.#union(other, anchor, 'blanks', null);
    }
  }

  /** Anchors that share a key and have matching names are one contractor. */
  #joinAgreeing({ key, anchors }: Sharing): void {
    if (anchors.length < 2 || anchors.length > maxSharing || kindOf(key) === 'dba') return;
    const names = anchors.map((anchor) => nameIn(this.#anchors.text(anchor)));
    const isSure = kindOf(key) === 'same' || (isSureLicense(key) && new Set(names).size <= maxLicenseNames);
    for (const [i, name] of names.entries()) {
      for (let j = i + 1; j < names.length; j++) {
        const other = at(names, j);
        if (!isSure && !namesAgree(name, other)) continue;
        this.#union(at(anchors, i), at(anchors, j), 'shared key', key);
      }
    }
  }

  /** Nameless and personal mentions belong to the one firm that has their key, if there is exactly one. */
  *#attached(pairs: Float64Array): Generator<Pair, void, void> {
    for (const { key, anchors } of this.#sharing(pairs)) {
      if (anchors.length < 2 || anchors.length > maxSharing || !isContact(kindOf(key))) continue;
      const firms = new Set<number>();
      const persons: number[] = [];
      const nameless: number[] = [];
      for (const anchor of anchors) {
        const text = this.#anchors.text(anchor);
        if (kindOf(text) === 'person') persons.push(anchor);
        else if (nameIn(text) === '') nameless.push(anchor);
        else firms.add(this.contractor(anchor));
      }
      const names = new Set(persons.map((anchor) => nameIn(this.#anchors.text(anchor))));
      const [bearer = firms.size === 0 && names.size === 1 ? persons[0] : undefined] = firms;
      if (bearer === undefined || firms.size > 1) continue;
      for (const anchor of nameless) yield [bearer, anchor, key];
      if (names.size <= maxPersons) for (const anchor of persons) yield [bearer, anchor, key];
    }
  }

  /**
   * A common name in a city without any other key belongs to the only contractor there with that name; what
   * looks like a person's name belongs to the firm with exactly that name.
   */
  #localJoins(): Pair[] {
    const bearers = new Map<string, Set<number>>();
    const bare: [number, string][] = [];
    for (const [anchor, text] of this.#anchorTexts()) {
      const kind = kindOf(text);
      if (kind !== 'common' && kind !== 'person') continue;
      const [name = '', state = '', city = '', other] = text.split('|');
      const place = `${name}|${state}|${city}`;
      if (other === undefined) bare.push([anchor, place]);
      else bearers.set(place, (bearers.get(place) ?? new Set()).add(this.contractor(anchor)));
    }
    return bare.flatMap(([anchor, place]): Pair[] => {
      const [only, ...others] = bearers.get(place) ?? [];
      if (only !== undefined) return others.length > 0 ? [] : [[only, anchor, null]];
      const [name = '', state = ''] = place.split('|');
      if (!name.startsWith('person:')) return [];
      const firm = ['', ' ASSOCIATES']
        .map((end) => this.#anchors.find(`name:${name.slice('person:'.length)}${end}|${state}`))
        .find((found) => found >= 0);
      return firm === undefined ? [] : [[firm, anchor, null]];
    });
  }

  /** `X DBA Y` is the firm called Y elsewhere, unless several firms do business as Y. */
  *#dbaJoins(pairs: Float64Array): Generator<Pair, void, void> {
    for (const { key, anchors } of this.#sharing(pairs)) {
      if (kindOf(key) !== 'dba') continue;
      const [only, ...others] = new Set(anchors.map((anchor) => this.contractor(anchor)));
      const named = ['name', 'local', 'common']
        .map((kind) => this.#anchors.find(`${kind}:${key.slice('dba:'.length)}`))
        .find((found) => found >= 0);
      if (only !== undefined && others.length === 0 && named !== undefined) yield [only, named, key];
    }
  }

  #joinAll(rule: JoinRule, pairs: readonly Pair[]): void {
    for (const [a, b, key] of pairs) this.#union(a, b, rule, key);
  }

  #union(a: number, b: number, rule: JoinRule, key: string | null): void {
    const rootA = this.contractor(a);
    const rootB = this.contractor(b);
    if (rootA < rootB) this.#parents.set(rootB, rootA);
    else this.#parents.set(rootA, rootB);
    if (rootA === rootB) return;
    this.#joined?.({ rule, a: this.#anchors.text(a), b: this.#anchors.text(b), key });
  }

  #decide(pairs: Float64Array): void {
    const count = this.#parents.length;
    this.#ids = Buffer.alloc(count * idLength);
    this.#decidingKey = new Uint32Array(count).fill(none);
    this.#decidingAnchor = new Uint32Array(count).fill(none);
    this.#isPerson = new Uint8Array(count).fill(1);
    for (const [anchor, text] of this.#anchorTexts()) {
      if (kindOf(text) !== 'person') this.#isPerson[this.contractor(anchor)] = 0;
    }
    for (const { number, key, anchors } of this.#sharing(pairs)) {
      const [root, ...others] = new Set(anchors.map((anchor) => this.contractor(anchor)));
      if (root === undefined || others.length > 0 || !isContact(kindOf(key))) continue;
      if (this.#isPerson[root] === 1 && kindOf(key) !== 'license') continue;
      const best = at(this.#decidingKey, root);
      if (best === none || isStronger(key, this.#keys.text(best))) this.#decidingKey[root] = number;
    }
    for (let anchor = 0; anchor < count; anchor++) {
      const root = this.contractor(anchor);
      const best = at(this.#decidingAnchor, root);
      if (best === none || isStronger(this.#anchors.text(anchor), this.#anchors.text(best))) {
        this.#decidingAnchor[root] = anchor;
      }
    }
    this.#namesakes = namesakes(this.#persons());
  }

  /** The roots whose ids come from a person's anchor, with that anchor. */
  *#persons(): Generator<readonly [number, string], void, void> {
    for (let root = 0; root < this.#parents.length; root++) {
      if (this.#isPerson[root] === 0 || this.#decidingKey[root] !== none) continue;
      const anchor = at(this.#decidingAnchor, root);
      if (anchor !== none) yield [root, this.#anchors.text(anchor)];
    }
  }
}

/** The text that identifies a mention before anything is joined. */
function anchorOf(keys: readonly string[]): string {
  const [strongest] = keys;
  if (strongest === undefined) throw new Error('a mention without identity keys');
  const name = keys.find((key) => !isShared(kindOf(key)));
  if (name === undefined || name === strongest) return strongest;
  const kind = kindOf(name);
  return kind === 'common' || kind === 'person' ? `${name}|${strongest}` : name;
}

function kindOf(key: string): KeyKind {
  return key.slice(0, key.indexOf(':')) as KeyKind;
}

/** Whether different contractors may share a key of this kind. */
function isShared(kind: KeyKind): boolean {
  return (
    kind === 'license' ||
    kind === 'phone' ||
    kind === 'email' ||
    kind === 'dba' ||
    kind === 'site' ||
    kind === 'same'
  );
}

/** Whether a key of this kind belongs to one contractor; an office may have several. */
function isContact(kind: KeyKind): boolean {
  return kind === 'license' || kind === 'phone' || kind === 'email';
}

function isOfBusiness(kind: KeyKind): boolean {
  return kind === 'name' || kind === 'local' || kind === 'common';
}

/** The folded name in an anchor; empty when there is none. */
function nameIn(anchor: string): string {
  const colon = anchor.indexOf(':');
  return isShared(anchor.slice(0, colon) as KeyKind) ? '' : anchor.slice(colon + 1, anchor.indexOf('|'));
}

/** A short number may occur in several registers of a state. */
function isSureLicense(key: string): boolean {
  return kindOf(key) === 'license' && !/:\d{1,5}$/.test(key);
}

function isStronger(a: string, b: string): boolean {
  const strengthA = keyKinds.indexOf(kindOf(a));
  const strengthB = keyKinds.indexOf(kindOf(b));
  return strengthA !== strengthB ? strengthA < strengthB : a < b;
}
