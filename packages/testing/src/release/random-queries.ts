/**
 * Random questions, made from values in the records, so that most find something: of many filters at once, or of some
 * that are named.
 */
import { type Decision, endpoints, type Permit } from '@lintel/contract';
import {
  comparisons,
  contractorSorts,
  facetIds,
  factSources,
  groupingIds,
  measureIds,
  permitSorts,
  propertySorts,
} from '@lintel/contract/plain';
import type {
  AggregateQuery,
  ContractorQuery,
  DecisionFilter,
  DecisionQuery,
  PermitFilter,
  PermitQuery,
  PermitViewQuery,
  PropertyFilter,
  PropertyQuery,
} from 'lintel/dist/query/questions.js';
import { emptyQuery } from './empty-query.js';
import type { AllRecords } from './naive-search.js';
import { type Chance, Random } from './random.js';
import { decisionValues, permitValues, pointOf, propertyValues, questionOf } from './random-filters.js';

/** A search must have a place and a period. */
const allDecisions = { geo_id: ['CA'], decision_from: '1900-01-01', decision_to: '2100-01-01' };

export class RandomQueries {
  readonly #all: AllRecords;
  readonly random: Random;

  constructor(all: AllRecords, chance: Chance) {
    this.#all = all;
    this.random = new Random(chance);
  }

  permits(): PermitQuery {
    return { ...this.views(), sort: this.random.chance() < 0.3 ? this.#one(permitSorts) : 'date' };
  }

  contractors(): ContractorQuery {
    const { permit_has_contractor: _, ...shared } = this.views();
    return {
      ...shared,
      include_tallies: this.random.chance() < 0.8,
      sort: this.#one(contractorSorts),
    };
  }

  /** A question of a view over permits; without names, of any filters. */
  views(names: readonly PermitFilter[] | null = null): PermitViewQuery {
    const permit = this.permit();
    const own = this.#all.contractors.find(({ id }) => id === permit.contractor_id);
    const contractor = own ?? this.random.pick(this.#all.contractors);
    const example = { permit, contractor, other: this.permit() };
    return questionOf(permitValues, emptyQuery(endpoints.permit_search), this.random, example, names);
  }

  /** A search with some facets. */
  facets() {
    const { random } = this;
    const asked = [...new Set(random.some(facetIds, 4))];
    const facet_size = 1 + Math.floor(random.chance() ** 2 * 40);
    return { ...this.views(), facets: asked, facet_size };
  }

  /** An aggregate of permits, of all groupings and measures. */
  aggregates(): AggregateQuery {
    const { random } = this;
    const groupings = random.chance() < 0.1 ? [] : [...new Set(random.some(groupingIds, 2))];
    // A permit is in several tags and areas: together they are refused.
    const isBoth = groupings.includes('tag') && groupings.includes('area');
    const group_by = isBoth ? groupings.slice(1) : groupings;
    const measures = random.chance() < 0.2 ? [] : [...new Set(random.some(measureIds, 4))];
    const by = random.pick([...group_by, ...measureIds]) ?? 'count';
    const compared = `${random.pick(measureIds)}${random.pick(comparisons)}${Math.floor(random.chance() ** 3 * 1000)}`;
    const having = random.pick([`count>=${Math.floor(random.chance() * 4)}`, compared]) ?? compared;
    return {
      ...emptyQuery(endpoints.permit_aggregate),
      ...this.views(),
      group_by,
      area_set: random.pick([null, 'wards', 'zones']) ?? null,
      measures,
      order: random.chance() < 0.4 ? null : `${random.chance() < 0.5 ? '-' : ''}${by}`,
      having: random.chance() < 0.3 ? [having] : null,
      limit: random.chance() < 0.5 ? 1 + Math.floor(random.chance() ** 2 * 40) : 5_000,
      facts: this.#one(factSources),
    };
  }

  properties(names: readonly PropertyFilter[] | null = null): PropertyQuery {
    const property = this.#one(this.#all.properties);
    const example = { property, permit: this.permit() };
    const empty = emptyQuery(endpoints.property_search);
    const filters = questionOf(propertyValues, empty, this.random, example, names);
    const query = { ...filters, sort: this.#one(propertySorts) };
    // A search must say where, or whose.
    const isSomewhere = [query.geo_id, query.bbox, query.near, query.within, query.legal_owner].some(
      (value) => value !== null,
    );
    return isSomewhere ? query : { ...query, geo_id: [property.address.state ?? 'CA'] };
  }

  /** `words` are some that decisions have. */
  decisions(
    decisions: readonly Decision[],
    words: readonly string[],
    names: readonly DecisionFilter[] | null = null,
  ): DecisionQuery {
    const decision = this.#one(decisions);
    const { state } = decision;
    const empty = { ...emptyQuery(endpoints.decision_search), ...allDecisions, geo_id: [state ?? 'CA'] };
    return questionOf(decisionValues, empty, this.random, { decision, words }, names);
  }

  /** One of the permits. */
  permit(): Permit {
    return this.#one(this.#all.permits);
  }

  /** The point of one of them. */
  point(): readonly [lat: number, lng: number] {
    return pointOf(this.permit());
  }

  #one<T>(values: readonly T[]): T {
    const one = this.random.pick(values);
    if (one === undefined) throw new Error('a release without records cannot be compared');
    return one;
  }
}
