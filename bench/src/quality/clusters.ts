/**
 * Draws contractors that a build made of several mentions, and near names that it kept apart, for people to
 * judge.
 *
 * Both come as pairs of mentions. A pair is identified by a hash of both mentions, so a verdict can be kept
 * without its rows, and stays valid as long as the source does not change them. The draw depends on the seed
 * and the rows only.
 */
import { createHash } from 'node:crypto';
import { editDistance } from '@lintel/contract';
import { ContractorIdentity } from 'lintel/dist/builder/link/contractor-identity.js';
import { foldName, namesAgree } from 'lintel/dist/refine/contractor/contractor-fold.js';
import type { ContractorMention } from 'lintel/dist/refine/record/refined.js';

/** What identifies one mention, for people to read. */
export interface Told {
  readonly name: string;
  readonly dba: string | null;
  readonly license: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly place: string;
}

/** Two mentions that are, or may be, one contractor. */
export interface Pair {
  readonly hash: string;
  readonly a: Told;
  readonly b: Told;
}

/** One contractor of the build: its mentions in pairs with the most frequent of them. */
export interface DrawnCluster {
  readonly pairs: readonly Pair[];
  readonly sources: readonly string[];
}

interface Seen {
  readonly told: Told;
  readonly text: string;
  readonly sources: Set<string>;
  node: number;
  count: number;
}

/** Names of one cluster that are judged at most: the most frequent. */
const maxNames = 8;
/** Near names in the sorted list that are compared with each. */
const window = 6;

export class ClusterDraw {
  readonly #identity = new ContractorIdentity();
  readonly #seen = new Map<string, Seen>();
  readonly #seed: string;

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** Takes a mention that a record of the source shows. */
  add(source: string, { keys, facts }: ContractorMention): void {
    if (keys.length === 0) return;
    const name = facts.business_name ?? facts.dba ?? facts.name ?? '';
    const told: Told = {
      name,
      dba: facts.dba,
      license: facts.license,
      phone: facts.primary_phone,
      email: facts.primary_email,
      place: [facts.address.street_no, facts.address.street, facts.address.city, facts.address.state]
        .filter(Boolean)
        .join(' '),
    };
    const text = JSON.stringify(Object.values(told));
    const known = this.#seen.get(text);
    const node = this.#identity.link(keys);
    if (known === undefined) this.#seen.set(text, { told, text, sources: new Set([source]), node, count: 1 });
    else {
      known.count += 1;
      known.sources.add(source);
    }
  }

  /** All mentions by the contractor that they are resolved to. */
  #clusters(): Seen[][] {
    const clusters = new Map<number, Seen[]>();
    for (const seen of this.#seen.values()) {
      const contractor = this.#identity.contractor(seen.node);
      const cluster = clusters.get(contractor);
      if (cluster === undefined) clusters.set(contractor, [seen]);
      else cluster.push(seen);
    }
    return [...clusters.values()];
  }

  /**
   * Draws clusters with something to judge: first those of several names, then those joined by the name alone, those of
   * several sources before the others; and pairs of near names that were kept apart. To be called once, after all mentions.
   */
  draw(clusterCount: number, apartCount: number) {
    this.#identity.resolve();
    const clusters = this.#clusters();
    const several = clusters.filter((cluster) => cluster.length > 1).map((cluster) => this.#drawn(cluster));
    const apart = this.#apart();
    return {
      mentions: this.#seen.size,
      contractors: clusters.length,
      severalNames: several.filter(({ names }) => names > 1).length,
      clusters: several
        .sort((a, b) => b.rank - a.rank || (a.order < b.order ? -1 : 1))
        .slice(0, clusterCount)
        .map(({ pairs, sources }): DrawnCluster => ({ pairs, sources })),
      nearNames: apart.length,
      apart: apart.sort((a, b) => (this.#order(a.hash) < this.#order(b.hash) ? -1 : 1)).slice(0, apartCount),
    };
  }

  #drawn(cluster: readonly Seen[]) {
    const byName = new Map<string, Seen>();
    for (const seen of [...cluster].sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))) {
      const name = foldName(seen.told.name);
      if (!byName.has(name)) byName.set(name, seen);
    }
    const names = [...byName.values()];
    const [first, ...others] = (names.length > 1 ? names : [...cluster].sort(byText)).slice(0, maxNames);
    if (first === undefined) throw new Error('a contractor without a mention');
    const sources = [...new Set(cluster.flatMap((seen) => [...seen.sources]))].sort();
    return {
      pairs: others.map((other) => pairOf(first.told, other.told)),
      sources,
      names: names.length,
      rank:
        (names.length > 1 ? 4 : 0) +
        (others.some((other) => isApart(first, other)) ? 2 : 0) +
        (sources.length > 1 ? 1 : 0),
      order: this.#order(cluster.map(({ text }) => text).sort()[0] ?? ''),
    };
  }

  /** Pairs of different contractors whose names are near each other, or that share a contact, one for each two contractors. */
  #apart(): Pair[] {
    const pairs = new Map<string, Pair>();
    const add = (a: Seen, b: Seen) => {
      const [x, y] = [this.#identity.contractor(a.node), this.#identity.contractor(b.node)].sort(
        (m, n) => m - n,
      );
      if (x === y || pairs.has(`${x} ${y}`)) return;
      pairs.set(`${x} ${y}`, pairOf(a.told, b.told));
    };
    const all = [...this.#seen.values()].sort(byText);
    const named = all.map((seen) => ({ seen, name: foldName(seen.told.name).replaceAll(' ', '') }));
    named.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    for (const [i, { seen, name }] of named.entries()) {
      for (const other of named.slice(i + 1, i + 1 + window)) {
        if (name.length > 5 && editDistance(name, other.name, 2) <= 2) add(seen, other.seen);
      }
    }
    for (const contact of ['phone', 'email', 'license'] as const) {
      const bearers = new Map<string, Seen[]>();
      for (const seen of all) {
        const value = seen.told[contact];
        if (value !== null) bearers.set(value, [...(bearers.get(value) ?? []), seen]);
      }
      for (const group of bearers.values()) {
        const [first, ...others] = group.slice(0, window);
        for (const other of others)
          if (
            first !== undefined &&
            (contact !== 'license' || namesAgree(foldName(first.told.name), foldName(other.told.name)))
          )
            add(first, other);
      }
    }
    return [...pairs.values()];
  }

  #order(text: string): string {
    return hashOf(`${this.#seed}\n${text}`);
  }
}

/** Whether only the name joins them although both have more. */
function isApart({ told: a }: Seen, { told: b }: Seen): boolean {
  const contacts = ['phone', 'email', 'license', 'place'] as const;
  const both = contacts.filter((contact) => a[contact] && b[contact]);
  return both.length > 0 && !both.some((contact) => a[contact] === b[contact]);
}

function byText(a: Seen, b: Seen): number {
  return b.count - a.count || (a.text < b.text ? -1 : 1);
}

function pairOf(a: Told, b: Told): Pair {
  const texts = [a, b].map((told) => JSON.stringify(Object.values(told))).sort();
  return { hash: hashOf(texts.join('\n')), a, b };
}

/** 48 bits of SHA-256: enough to distinguish a few thousand pairs, too few to identify a name. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
