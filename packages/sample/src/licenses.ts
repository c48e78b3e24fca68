/**
 * Licence lists of states: every contractor who takes out permits there, and some who never do, with class,
 * dates, address and contact. Licence numbers match those in the permits, so they resolve to one contractor.
 */
import { isoDate } from './calendar.js';
import { type Contractor, type ContractorPool, lettersFirst, typedPhone } from './contractors.js';
import { domains } from './domains.js';
import { Random, seedOf } from './random.js';
import type { SampleRow } from './shapes/shape.js';
import { type Trade, tradeFacts, trades } from './trades.js';
import type { World } from './world.js';

/** States that publish a list, by source id. */
export const licenseLists = ['AZ', 'CA', 'FL', 'IL', 'TX', 'WA'].map((state) => ({
  id: `sample-licenses-${state.toLowerCase()}`,
  state,
}));

/** Entries that no permit names, relative to those that permits may name. */
const idleShare = 0.2;

/** How many entries a state's list has. */
export function licenseCount(pool: ContractorPool): number {
  return trades.reduce((sum, trade) => sum + listedOf(pool.counts[trade]), 0);
}

function listedOf(active: number): number {
  return active + Math.ceil(active * idleShare);
}

/** The rows of a state's list, by licence number. */
export function* licenseRows(world: World, pool: ContractorPool): Generator<SampleRow> {
  const seed = seedOf(`${world.seed}/licenses/${pool.state}`);
  const random = new Random();
  for (const { trade, index } of inOrder(pool)) {
    const contractor = pool.contractor(trade, index);
    random.start(seed, domains.contractor, contractor.rank);
    yield licenseRow(contractor, index < pool.counts[trade], world.today, random);
  }
}

/** By licence number as text: by trade where the number begins with the trade's letters, else by rank. */
function* inOrder(pool: ContractorPool): Generator<{ trade: Trade; index: number }> {
  if (lettersFirst(pool.state)) {
    for (const trade of trades.toSorted((a, b) => (tradeFacts[a].prefix < tradeFacts[b].prefix ? -1 : 1))) {
      for (let index = 0; index < listedOf(pool.counts[trade]); index++) yield { trade, index };
    }
    return;
  }
  const longest = Math.max(...trades.map((trade) => listedOf(pool.counts[trade])));
  for (let index = 0; index < longest; index++) {
    for (const trade of trades) if (index < listedOf(pool.counts[trade])) yield { trade, index };
  }
}

const renewalDays = 730;

function licenseRow(contractor: Contractor, works: boolean, today: number, random: Random): SampleRow {
  const { trade, businessType } = contractor;
  const active = contractor.since <= today && random.chance(works ? 0.97 : 0.35);
  const renewed = contractor.since + Math.ceil((today - contractor.since + 1) / renewalDays) * renewalDays;
  const expires = active ? renewed : Math.min(today, contractor.since + random.between(2, 9) * 365);
  return {
    license_number: contractor.license,
    license_class: contractor.state === 'CA' ? tradeFacts[trade].code : null,
    license_class_description: tradeFacts[trade].licence,
    license_status: active ? 'Active' : 'Expired',
    business_name: random.chance(0.5) ? contractor.name.toUpperCase() : contractor.name,
    dba: contractor.dba,
    business_type: businessType,
    principal: contractor.person.toUpperCase(),
    issue_date: isoDate(contractor.since),
    effective_date: isoDate(active ? Math.max(renewed - renewalDays, contractor.since) : contractor.since),
    expiration_date: isoDate(expires),
    inactive_date: active ? null : isoDate(expires),
    address: random.chance(0.03) ? `PO Box ${random.between(100, 9999)}` : contractor.street,
    city: contractor.city,
    state: contractor.state,
    zip: contractor.zip,
    phone: contractor.phone === null ? null : typedPhone(contractor.phone, 4),
    email: contractor.email,
    website: contractor.website,
    employees: contractor.employees,
    revenue: contractor.revenue,
  };
}
