/**
 * Makes a contractor mention from the contractor columns of a permit or an entry of a licence list: its facts
 * in wire form, and its identity keys for linking, strongest first.
 */
import { readFileSync } from 'node:fs';
import type { ContractorAddress, ContractorClassification } from '@lintel/contract';
import { LruCache } from '../../base/memory/lru-cache.js';
import type { Geography } from '../../geography/geography.js';
import { parseAddress } from '../address/address.js';
import { addressGeoId } from '../address/address-key.js';
import { lineParser } from '../address/address-line.js';
import { emptyParsedAddress } from '../address/parsed-address.js';
import { linePlaces, placeName } from '../address/place.js';
import { readZip } from '../address/zip.js';
import { type CanonicalPermit, contractorColumns } from '../record/canonical.js';
import { type DefectList, note } from '../record/defects.js';
import { emptyAddress, emptyContractor } from '../record/empty-records.js';
import { maxCached, maxCachedSources } from '../record/limits.js';
import { perSource } from '../record/refine-context.js';
import type { ContractorFacts, ContractorMention, Defect } from '../record/refined.js';
import type { RowContext } from '../record/source-context.js';
import { oneLine } from '../record/text.js';
import { identityKeys } from './contractor-keys.js';
import { isNobody, readName } from './contractor-name.js';
import { furtherPhones, readEmail, readPhone } from './phone.js';
import { isOfOwner, nameWithoutContacts, withoutPrivateContacts } from './private-person.js';

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

/** The contractor that the columns of a row name, and their defects. */
interface ReadMention {
  readonly mention: ContractorMention | null;
  readonly defects: readonly Defect[];
}

/** Cache of mentions by all contractor columns: one contractor pulls many permits. */
const mentionsOf = perSource(maxCachedSources, () => new LruCache<string, ReadMention>(maxCached));

/** The contractor that a permit names, or null. Rows with the same contractor columns share one mention. */
export function mentionContractor(
  fields: CanonicalPermit,
  source: RowContext,
  geography: Geography,
  defects: DefectList,
): ContractorMention | null {
  const { contractor_name: company, contractor_person: person } = fields;
  if (company === undefined && person === undefined && fields.contractor_license === undefined) return null;
  const mentions = mentionsOf(source, geography);
  const key = keyOf(fields);
  let read = mentions.get(key);
  if (read === undefined) {
    const met: DefectList = [];
    read = { mention: readMention(fields, source, geography, met), defects: met };
    mentions.set(key, read);
  }
  const { mention } = read;
  if (mention !== null && fields.owner_name !== undefined && isOwnerHimself(mention, fields.owner_name)) {
    note(defects, 'contractor_owner', 'contractor_name');
    return null;
  }
  for (const defect of read.defects) defects.push(defect);
  return mention;
}

/** Whether the contractor is a person without business or licence whose name is the owner's. */
function isOwnerHimself({ facts }: ContractorMention, owner: string): boolean {
  const { name, business_name: business, license, dba } = facts;
  return name !== null && business === null && license === null && dba === null && isOfOwner(name, owner);
}

/** The contractor columns in one text. No text of a row holds NUL, nor is one empty. */
function keyOf(fields: CanonicalPermit): string {
  let key = '';
  for (const column of contractorColumns) key += `${fields[column] ?? ''}\0`;
  return key;
}

function readMention(
  fields: CanonicalPermit,
  source: RowContext,
  geography: Geography,
  defects: DefectList,
): ContractorMention | null {
  const company = nameWithoutContacts(fields.contractor_name, 'contractor_name', defects);
  const person = nameWithoutContacts(fields.contractor_person, 'contractor_person', defects);
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
    ...emptyContractor,
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
    homeName: geography.state(home)?.name ?? null,
    phones: furtherPhones(fields.contractor_phone, fields.contractor_name),
    city: source.jurisdiction.defaultCity,
    place: source.jurisdiction.name ?? '',
    nameWidth: source.contractorNameWidth ?? null,
  });
  return { keys, facts: withoutPrivateContacts(facts, keys, defects) };
}

function isOwner(text: string | undefined): boolean {
  return text !== undefined && isNobody(oneLine(text)) && /OWNER|SELF|LANDLORD|TENANT/i.test(text);
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

/** Classifications of a licence class or trade (C23), sorted. */
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

/** Classifications of several texts together, sorted. */
export function deriveAll(texts: readonly (string | null)[], state: string): ContractorClassification[] {
  return [...new Set(texts.flatMap((text) => deriveClasses(text, state)))].sort();
}

/** The address of a contractor from its columns; all null if they are empty. */
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
    return emptyAddress;
  const given = stateCode(fields.state, geography);
  const nearState = given ?? source.jurisdiction.state;
  const parsed =
    address === undefined
      ? emptyParsedAddress
      : parseAddress(
          { address },
          lineParser(
            linePlaces(
              { ...source.jurisdiction, state: nearState, defaultCity: city ?? null, name: '' },
              geography,
            ),
          ),
        );
  const state = given ?? parsed.state;
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
