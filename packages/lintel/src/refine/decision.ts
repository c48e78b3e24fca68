/**
 * Makes the wire record of a zoning or land-use decision (C24) from one canonical row.
 *
 * Category, asset class, zoning change and applicant come from their columns or, if those are missing, from
 * the title. A row without title and description is refused.
 */
import type { AssetClass, Decision, PropertyType } from '@lintel/contract';
import { assetClasses, decisionCategories, decisionId } from '@lintel/contract/plain';
import { lazily } from '../base/lazily.js';
import { addressGeoId } from './address/address-key.js';
import { linkPlace } from './address/place.js';
import { isPrivateOwner, withoutContacts } from './contractor/private-person.js';
import type { CanonicalDecision, DecisionField } from './record/canonical.js';
import { readDate } from './record/dates.js';
import { type DefectList, note } from './record/defects.js';
import { readMoney } from './record/money.js';
import { readArea } from './record/numbers.js';
import type { RefineContext } from './record/refine-context.js';
import type { RefinedDecision, RefusedRow } from './record/refined.js';
import { readLine, readText, readUrl } from './record/text.js';
import { PhraseSet } from './text/phrase.js';
import { readProperty, snakeCase } from './text/property.js';
import { decisionWords, lexicon } from './text/rule-files.js';
import { whyItMatters } from './text/why-it-matters.js';
import { readZoningChange } from './text/zoning-change.js';

const applicant =
  /\b(?:submitted by(?: submitted by)?|concerning the petition of|petition of) (?:the )?(.{3,160}?),? (?:pursuant|under (?:section|article|the|§)|for (?:an?|the (?:grant|amendment|approval|designation|disposition|acquisition|site|cancellation|elimination)|approval|property)|requesting|to (?:establish|construct|continue)|in accordance|concerning|as a)\b/i;

const noNames: ReadonlySet<string> = new Set();

/** The property type of an asset class; null for mixed use. */
const propertyTypeOf: Readonly<Record<AssetClass, PropertyType | null>> = {
  commercial: 'commercial',
  detached_housing: 'residential',
  land: 'vacant land',
  mixed_use: null,
  multifamily: 'residential',
  specialized_housing: 'residential',
};

/** A value found in a text, and the phrase that gave it. */
interface PhraseFinding<T> {
  readonly value: T;
  readonly phrase: string;
}

/** Compiles `[value, phrases]` lists into a function that gives the first value with a phrase in the text. */
function firstOf<T>(
  lists: readonly (readonly [T, readonly string[]])[],
): (text: string) => PhraseFinding<T> | null {
  const all = lists.flatMap(([value, phrases]) => phrases.map((phrase) => ({ value, phrase })));
  const phrases = lazily(
    () =>
      new PhraseSet(
        all.map(({ phrase }) => phrase),
        lexicon(),
      ),
  );
  return (text) => {
    const first = phrases().firstIn(text);
    return first === null ? null : (all[first] ?? null);
  };
}

/** Category and asset class found in a text. */
export const categoryInText = firstOf(decisionWords.categories);
export const assetClassInText = firstOf(decisionWords.assets);

/** The text searched for the category: the title, or the description if there is none. */
export function categoryText(fields: CanonicalDecision): string {
  return `${fields.category ?? ''}. ${fields.title ?? `. ${fields.description ?? ''}`}`;
}

/** The text searched for everything else. */
export function decisionText(fields: CanonicalDecision): string {
  return `${fields.title ?? ''}. ${fields.description ?? ''}`;
}

/** Wire record (keys in the contract's order) and defects of a decision row. */
export function refineDecision(
  key: string,
  fields: CanonicalDecision,
  { source, geography, today, defects }: RefineContext,
): RefinedDecision | RefusedRow {
  const title = publicText('title', fields, defects);
  const description = publicText('description', fields, defects);
  if (title === null && description === null)
    return { kind: 'refused', reason: 'has no title and no description' };
  const text = decisionText({ ...fields, title: title ?? '', description: description ?? '' });
  const place = linkPlace(fields, source, geography, defects);
  const { streetNo, street } = place.parsed;
  const fullStreet = street === null ? null : `${streetNo ?? ''} ${street}`.trim();
  const change = readZoningChange(text);
  const previous = readLine(fields.zoning_previous, 'zoning_previous', defects) ?? change.previous;
  const next = readLine(fields.zoning_new, 'zoning_new', defects) ?? change.next;
  const allowed = publicLine('allowed_uses', fields, defects);
  const projectValue = readMoney(fields.project_value, 'project_value', [], defects);
  const assetClass =
    oneOf(assetClasses, fields.asset_class) ??
    assetClassInText(`${fields.asset_class ?? ''}. ${text}`)?.value ??
    null;
  const kind = readProperty(fields.property_type, undefined, {}, noNames, defects);
  const category =
    oneOf(decisionCategories, fields.category) ?? categoryInText(categoryText(fields))?.value ?? null;
  const record: Decision = {
    id: decisionId(source.namespace, key),
    address_id: addressGeoId(place.state, place.area, streetNo, street),
    city_id: place.cityId,
    county_id: place.countyId,
    jurisdiction_id: place.jurisdictionId,
    street: fullStreet,
    city: place.city,
    state: place.state,
    latitude: place.latlng?.[0] ?? null,
    longitude: place.latlng?.[1] ?? null,
    title,
    decision_date: readDate(
      fields.decision_date,
      'decision_date',
      { timeZone: source.timeZone, today },
      defects,
    ),
    description,
    source_url: readUrl(fields.source_url),
    asset_class: assetClass,
    category,
    subcategory: snakeCase(fields.subcategory ?? ''),
    property_type: kind.type ?? (assetClass === null ? null : propertyTypeOf[assetClass]),
    why_it_matters: whyItMatters({
      text: `${text}. ${fields.subcategory ?? ''}`,
      outcome: fields.outcome ?? null,
      previous,
      next,
      street: fullStreet,
      category,
    }),
    applicant_name: publicLine('applicant_name', fields, defects) ?? readApplicant(text),
    owner_name: organisationOwner(fields.owner_name, defects),
    representative_name: publicLine('representative_name', fields, defects),
    developer_name: publicLine('developer_name', fields, defects),
    zoning_previous: previous,
    zoning_new: next,
    allowed_uses: allowed,
    project_value: projectValue,
    lot_size: readArea(fields.lot_size, 'lot_size', defects),
  };
  return { kind: 'decision', record, defects };
}

/** A text of a decision without telephone numbers and e-mail addresses. */
function publicText(
  field: 'title' | 'description',
  fields: CanonicalDecision,
  defects: DefectList,
): string | null {
  return withoutContacts(readText(fields[field], field, defects), field, defects);
}

function publicLine(field: DecisionField, fields: CanonicalDecision, defects: DefectList): string | null {
  return withoutContacts(readLine(fields[field], field, defects), field, defects);
}

/** The value of a closed set that a column names in any case and with any separators, or null. */
function oneOf<const T extends readonly string[]>(values: T, text: string | undefined): T[number] | null {
  const name = text === undefined ? null : snakeCase(text);
  return values.find((value) => value === name) ?? null;
}

/** The owner, if an organisation; a private one is never published with the address. */
function organisationOwner(text: string | undefined, defects: DefectList): string | null {
  const owner = readLine(text, 'owner_name', defects);
  if (owner === null || !isPrivateOwner(owner, null)) return owner;
  note(defects, 'private_owner', 'owner_name');
  return null;
}

/** The applicant that a text names. */
function readApplicant(text: string): string | null {
  return applicant.exec(text)?.[1]?.replace(/^\s+|[\s,/]+$/g, '') ?? null;
}
