/**
 * The draft of a sample of which nothing else is known: a first draft reads where its rows are from, and whether
 * several authorities share them; a second one is made for that place.
 */
import type { SourceKind } from '../../base/source-kind.js';
import type { Geography } from '../../geography/geography.js';
import { makeSource } from '../source/catalog-source.js';
import { draftAuthorities } from './draft-authorities.js';
import { type Draft, draftDefinition, type Sample } from './draft-definition.js';
import { draftPlace, type PlaceOptions } from './draft-place.js';

interface DraftSampleOptions extends PlaceOptions {
  readonly id: string;
  readonly name?: string;
  readonly kind: SourceKind;
}

/** Throws a UserError if neither options nor rows say where the rows are from. */
export function draftSample(sample: Sample, options: DraftSampleOptions, geography: Geography): Draft {
  const { id, kind } = options;
  const anywhere = { geoid: '00000', name: 'Unknown', state: 'US', county_geoid: null, default_city: null };
  const settings = { id, name: options.name ?? id, kind };
  const first = draftDefinition(sample, { ...settings, jurisdiction: anywhere, timeZone: 'UTC' });
  const reading = makeSource({ ...first.definition, row_key: [{ constant: 'any' }] }, 'the draft');
  const given = sample.rows.map((row) => reading.map(row).fields);
  const place = draftPlace(options, given, geography);
  const { jurisdiction, timeZone } = place;
  const { jurisdictions, questions } = draftAuthorities(sample.rows, jurisdiction.state, geography);
  const isInside = (lat: number, lng: number) => {
    const county = geography.countyAt(lat, lng);
    return jurisdictions !== null || jurisdiction.county_geoid === null
      ? county?.state === jurisdiction.state
      : county?.geoid === jurisdiction.county_geoid;
  };
  const draft = draftDefinition(sample, {
    ...settings,
    name: options.name ?? `${jurisdiction.name}, ${kind}`,
    jurisdiction,
    timeZone,
    isInside,
    ...(jurisdictions !== null && { jurisdictions }),
  });
  return { ...draft, questions: [...place.questions, ...questions, ...draft.questions] };
}
