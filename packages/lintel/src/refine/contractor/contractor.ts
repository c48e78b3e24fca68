/**
 * Makes a contractor mention of a permit's contractor columns or of an entry of a licence list: what it tells in
 * wire form, and the identity keys by which mentions of one contractor find each other, strongest first.
 *
 * Nothing is known of a contractor but what its columns say; whoever links mentions decides by their keys.
 */
import { readFileSync } from 'node:fs';
import type { ContractorAddress, ContractorClassification } from '@lintel/contract';
import type { Geography } from '../../geography/geography.js';
import { addressGeoId, type LinePlaces, nothing, parseAddress } from '../address/address.js';
import { linePlaces, placeName } from '../address/place.js';
import { readZip } from '../address/zip.js';
import type { CanonicalPermit, contractorColumns } from '../record/canonical.js';
import { type DefectList, note } from '../record/defects.js';
import { noAddress, noFacts } from '../record/empty-records.js';
import { Memo, TellingMemo } from '../record/memo.js';
import type { ContractorFacts, ContractorMention, Defect } from '../record/refined.js';
import type { RowContext } from '../record/source-context.js';
import { oneLine } from '../record/text.js';
import { identityKeys } from './contractor-keys.js';
import { isNobody, readName } from './contractor-name.js';
import { readEmail, readPhone } from './phone.js';
import { isOfOwner, withoutPrivateContacts } from './private-person.js';

interface ClassTable {
  readonly words: readonly (readonly [ContractorClassification, string])[];
  readonly codes: Readonly<Record<string, Readonly<Record<string, ContractorClassification>>>>;
}

const classes = JSON.parse(
  readFileSync(new URL('../data/contractor-classes.json', import.meta.url), 'utf8'),
) as ClassTable;
const classWords = classes.words.map(([id, words]) => ({
  id,
  pattern: new RegExp(`\\b(?:${words})\\b`, 'i'),
}));

/** What the contractor columns of a row tell, and the defects met in them. */
interface Sighted {
  readonly mention: ContractorMention | null;
  readonly defects: readonly Defect[];
}

/** Mentions of one name that are remembered: contractors change their telephones, and clerks leave columns out. */
const maxOfName = 6;

type ContractorColumns = { readonly [column in (typeof contractorColumns)[number]]?: string | undefined };

/** What is remembered of the source whose rows are read: one contractor pulls many permits, and most are of the same few cities. */
interface SourceMemory {
  readonly source: RowContext;
  readonly geography: Geography;
  /** What was sighted lately under a name. */
  readonly mentions: TellingMemo<ContractorColumns, Sighted>;
  /** What reading a contractor's address line must know, by its state and city. */
  readonly places: Memo<string, LinePlaces>;
}

/** Only of one source: their rows come one source after another. */
let memory: SourceMemory | null = null;

function memoryOf(source: RowContext, geography: Geography): SourceMemory {
  if (memory === null || memory.source !== source || memory.geography !== geography) {
    const mentions = new TellingMemo<ContractorColumns, Sighted>(maxOfName, isSameContractor);
    memory = { source, geography, mentions, places: new Memo() };
  }
  return memory;
}

/** The contractor that a permit names, or null. Rows with the same contractor columns share one mention. */
export function mentionContractor(
  fields: CanonicalPermit,
  source: RowContext,
  geography: Geography,
  defects: DefectList,
): ContractorMention | null {
  const { contractor_name: company, contractor_person: person } = fields;
  if (company === undefined && person === undefined && fields.contractor_license === undefined) return null;
  const { mentions } = memoryOf(source, geography);
  const name = company ?? person ?? fields.contractor_license ?? '';
  let sighted = mentions.get(name, fields);
  if (sighted === undefined) {
    const met: DefectList = [];
    sighted = { mention: readMention(fields, source, geography, met), defects: met };
    mentions.set(name, columnsOf(fields), sighted);
  }
  const { mention } = sighted;
  if (mention !== null && fields.owner_name !== undefined && isOwnerHimself(mention, fields.owner_name)) {
    note(defects, 'contractor_owner', 'contractor_name');
    return null;
  }
  for (const defect of sighted.defects) defects.push(defect);
  return mention;
}

/** Whether the contractor is a person without business and licence who bears the name of the owner. */
function isOwnerHimself({ facts }: ContractorMention, owner: string): boolean {
  const { name, business_name: business, license, dba } = facts;
  return name !== null && business === null && license === null && dba === null && isOfOwner(name, owner);
}

function columnsOf(fields: CanonicalPermit): ContractorColumns {
  return {
    contractor_name: fields.contractor_name,
    contractor_person: fields.contractor_person,
    contractor_license: fields.contractor_license,
    contractor_license_state: fields.contractor_license_state,
    contractor_phone: fields.contractor_phone,
    contractor_email: fields.contractor_email,
    contractor_address: fields.contractor_address,
    contractor_city: fields.contractor_city,
    contractor_state: fields.contractor_state,
    contractor_zip: fields.contractor_zip,
    contractor_trade: fields.contractor_trade,
  };
}

function isSameContractor(one: ContractorColumns, other: ContractorColumns): boolean {
  return (
    one.contractor_name === other.contractor_name &&
    one.contractor_person === other.contractor_person &&
    one.contractor_license === other.contractor_license &&
    one.contractor_license_state === other.contractor_license_state &&
    one.contractor_phone === other.contractor_phone &&
    one.contractor_email === other.contractor_email &&
    one.contractor_address === other.contractor_address &&
    one.contractor_city === other.contractor_city &&
    one.contractor_state === other.contractor_state &&
    one.contractor_zip === other.contractor_zip &&
    one.contractor_trade === other.contractor_trade
  );
}

function readMention(
  fields: CanonicalPermit,
  source: RowContext,
  geography: Geography,
  defects: DefectList,
): ContractorMention | null {
  const { contractor_name: company, contractor_person: person } = fields;
  const name = readName(company, person);
  if (name === null && (company !== undefined || person !== undefined)) {
    const isNone = isNobody(company ?? '') && isNobody(person ?? '');
    note(defects, isNone ? 'contractor_none' : 'contractor_unreadable', 'contractor_name');
  }
  const home = source.jurisdiction.state ?? '';
  const license = readLicense(fields.contractor_license, 'contractor_license', defects);
  if (name === null && (license === null || isOwner(company) || isOwner(person))) return null;
  const address = readContractorAddress(
    {
      address: fields.contractor_address,
      city: fields.contractor_city,
      state: fields.contractor_state,
      zip: fields.contractor_zip,
    },
    source,
    geography,
  );
  const phone = readPhone(fields.contractor_phone, 'contractor_phone', defects);
  const email = readEmail(fields.contractor_email, 'contractor_email', defects);
  const trade = fields.contractor_trade === undefined ? null : oneLine(fields.contractor_trade) || null;
  const state = stateCode(fields.contractor_license_state, geography) ?? home;
  const facts: ContractorFacts = {
    ...noFacts,
    license,
    name: name?.person ?? null,
    business_name: name?.business ?? null,
    dba: name?.dba ?? null,
    classification: trade,
    primary_phone: phone,
    primary_email: email,
    address,
    classification_derived: deriveClasses(trade, state),
  };
  const keys = identityKeys(facts, {
    licenseState: state,
    home,
    city: source.jurisdiction.defaultCity,
    place: source.jurisdiction.name ?? '',
    nameWidth: source.contractorNameWidth ?? null,
  });
  return { keys, facts: withoutPrivateContacts(facts, keys, defects) };
}

function isOwner(text: string | undefined): boolean {
  return text !== undefined && isNobody(oneLine(text)) && /OWNER|SELF/i.test(text);
}

/** Two-letter code of a state text, or null. */
export function stateCode(text: string | undefined, geography: Geography): string | null {
  return text === undefined ? null : (geography.state(oneLine(text).replaceAll('.', ''))?.code ?? null);
}

/** A licence number as written, upper case; null with a defect for placeholders and texts without a digit. */
export function readLicense(text: string | undefined, field: string, defects: DefectList): string | null {
  if (text === undefined) return null;
  const license = oneLine(text)
    .toUpperCase()
    .replace(/^(?:LIC(?:ENSE)?\.?\s*)?(?:NO\.?|#)\s*/, '');
  const plain = license.replace(/[^A-Z0-9]/g, '');
  if (/\d/.test(plain) && plain.length >= 3 && plain.length <= 30 && !/^(\d)\1*$|^123456789?$/.test(plain))
    return license;
  if (!isNobody(license)) note(defects, 'license_unreadable', field);
  return null;
}

/** Classifications of a licence class or trade (C23), sorted; empty when it tells none. */
export function deriveClasses(trade: string | null, state: string): ContractorClassification[] {
  if (trade === null) return [];
  const found = new Set<ContractorClassification>();
  const codes = classes.codes[state];
  for (const part of trade.toUpperCase().split(/[|,;\s]+/)) {
    const code = codes?.[part] ?? codes?.[part.replace(/^([A-Z])0*(\d+)$/, '$1-$2')];
    if (code !== undefined) found.add(code);
  }
  if (found.size === 0) {
    for (const { id, pattern } of classWords) if (pattern.test(trade)) found.add(id);
  }
  return [...found].sort();
}

/** Classifications that several texts tell together, sorted. */
export function deriveAll(texts: readonly (string | null)[], state: string): ContractorClassification[] {
  return [...new Set(texts.flatMap((text) => deriveClasses(text, state)))].sort();
}

/** What reading an address line near a city must know. */
function placesNear(
  state: string | null,
  city: string | null,
  source: RowContext,
  geography: Geography,
): LinePlaces {
  const { places } = memoryOf(source, geography);
  const key = `${state ?? ''}|${city ?? ''}`;
  let near = places.get(key);
  if (near === undefined) {
    near = linePlaces({ ...source.jurisdiction, state, defaultCity: city, name: '' }, geography);
    places.set(key, near);
  }
  return near;
}

/** The address columns of a contractor as a contractor's address; all null where they tell nothing. */
export function readContractorAddress(
  fields: {
    readonly address?: string | undefined;
    readonly city?: string | undefined;
    readonly state?: string | undefined;
    readonly zip?: string | undefined;
  },
  source: RowContext,
  geography: Geography,
): ContractorAddress {
  const { address, city, zip } = fields;
  if (address === undefined && city === undefined && zip === undefined && fields.state === undefined)
    return noAddress;
  const told = stateCode(fields.state, geography);
  const nearState = told ?? source.jurisdiction.state;
  const parsed =
    address === undefined
      ? nothing
      : parseAddress({ address }, placesNear(nearState, city ?? null, source, geography));
  const state = told ?? parsed.state;
  const cityName = placeName(city ?? parsed.city ?? '') || null;
  const ignored: DefectList = [];
  const code = readZip(zip ?? parsed.zip ?? undefined, state ?? nearState, geography, ignored);
  const zipPlace = code.code === null ? null : geography.zip(code.code);
  const countyGeoid = zipPlace?.countyGeoid ?? null;
  const county = countyGeoid === null ? null : geography.countyByGeoid(countyGeoid);
  const where = state ?? zipPlace?.state ?? null;
  const found =
    cityName === null || where === null
      ? null
      : geography.city(cityName, where, { zip: code.code, countyGeoid });
  const area = geography.addressArea(found, cityName, code.code);
  return {
    street_no: parsed.streetNo,
    street: parsed.street,
    city: cityName,
    county: county === null ? null : placeName(county.name),
    zip_code: code.code,
    zip_code_ext: code.ext,
    state: where,
    jurisdiction: null,
    address_id: addressGeoId(where, area, parsed.streetNo, parsed.street),
    latlng: null,
  };
}
