/**
 * Withholds personal data: the name of an owner who is not an organisation (with an address it shows where
 * somebody lives), and telephone, e-mail and street of a contractor who is only a person.
 *
 * Telephone numbers and e-mail addresses inside the texts of permits and decisions are withheld too, because
 * their owners are unknown. Contacts still distinguish contractors within a build. Whatever is withheld is
 * noted as a defect and counted.
 */
import type { PropertyFacts } from '@lintel/contract';
import { type DefectList, note } from '../record/defects.js';
import { emptyAddress } from '../record/empty-records.js';
import type { ContractorFacts } from '../record/refined.js';

/** Words of organisations: a name without one is taken for a private person's. */
const organisation =
  /\b(?:LLC|L\.L\.C|INC|CORP(?:ORATION)?|CO|COMPANY|LTD|L\.?P|LLP|CITY|COUNTY|STATE|UNITED STATES|DISTRICT|AUTHORITY|DEPARTMENT|DEPT|UNIVERSITY|COLLEGE|SCHOOLS?|ISD|CHURCH|HOSPITAL|BANK|ASSOCIATION|ASSN|HOA|FOUNDATION|PARTNERS(?:HIP)?|PROPERTIES|HOLDINGS|INVESTMENTS|REALTY|DEVELOPMENT|HOUSING|BOARD|COMMISSION|INCORPORATED|PLLC|GROUP|MANAGEMENT|ASSOCIATES|CONDOMINIUMS?|APARTMENTS|HOTEL|INSTITUTE|SOCIETY|CLUB|CENTER|ENTERPRISES|VENTURES|CONGREGATION|(?:ARCH)?DIOCESE|MINISTRIES|MUSEUM|EQUITIES|ACADEMY|LIBRARY|RAILROAD|AIRPORT|EMBASSY|CEMETERY|SYNAGOGUE|YESHIVA|SEMINARY|FEDERATION|COOPERATIVE)\b/i;

/** Legal forms of companies: no individual is called one, whatever a column of owner kinds says. */
const legalForm = /\b(?:L\.?L\.?C|P\.?L\.?L\.?C|INC|INCORPORATED|CORP|CORPORATION|LTD|L\.?L\.?P|L\.P)\b/i;

/**
 * Words of organisations that are also family names: `CHURCH, FRANK A` is a person.
 */
const alsoFamilyNames =
  /^(?:CO|CHURCH|BANK|STATE|COLLEGE|CITY|DEPT|SCHOOLS?|BOARD), [A-Z'.-]+(?: [A-Z'.-]+){0,2}$/i;

/** A family trust or estate counts as the family. */
const family = /\b(?:FAMILY|LIVING|REVOCABLE|TRUST|ET ?(?:AL|UX)|ESTATE OF)\b/i;

/** What sources call the kind of an owner who is a private person. */
const individual = /individual|person|homeowner/;
/** What they call a company, a public body or a trust. */
const corporate =
  /compan|corp|partnership|llc|business|government|gov_?t|agency|authority|public|municipal|city|county|state|federal|trust|institution|non_?profit|religious|exempt/;

/** A person's name in the order of a register: `QUILL, JOAN M`. */
const registered = /^[A-Z'-]+, ?[A-Z'-]+(?: [A-Z'-]+\.?)?$/i;

/**
 * Whether an owner is taken for a private person. `type`: the kind of owner in the source, which is believed: without
 * it, an owner is an organisation by its words only.
 */
export function isPrivateOwner(owner: string, type: string | null): boolean {
  if (isCompany(owner)) return false;
  if (type !== null && individual.test(type)) return true;
  if (type !== null && corporate.test(type))
    return family.test(withoutTrust(owner)) || registered.test(owner.trim());
  return !organisation.test(owner) || family.test(owner) || alsoFamilyNames.test(owner.trim());
}

/** A name without the one word that alone says nothing of a family where the source calls the owner a trust. */
function withoutTrust(owner: string): string {
  return owner.replace(/\bTRUST\b/gi, '');
}

/** Whether the name has the legal form of a company, and not of a family's. */
function isCompany(owner: string): boolean {
  return legalForm.test(owner) && !family.test(owner);
}

const generation = /^(?:JR|SR|II|III|IV)$/;

/** The words of a name, in upper case, without initials. */
function wordsOf(name: string): string[] {
  return (name.toUpperCase().match(/[\p{L}'-]{2,}/gu) ?? []).filter((word) => !generation.test(word));
}

/**
 * Whether a person named as contractor has the owner's name: the family name, or two words of it. Somebody
 * who builds for the family is not a contractor.
 */
export function isOfOwner(person: string, owner: string): boolean {
  const own = new Set(wordsOf(owner));
  const words = wordsOf(person);
  return own.has(words.at(-1) ?? '') || words.filter((word) => own.has(word)).length >= 2;
}

/** The facts without the name of a private owner; the kind of owner stays, unless a company is an individual. */
export function withoutPrivateOwner(facts: PropertyFacts, defects: DefectList): PropertyFacts {
  const { property_legal_owner: owner, property_owner_type: type } = facts;
  if (owner === null) return facts;
  if (type !== null && individual.test(type) && isCompany(owner)) {
    note(defects, 'owner_is_company', 'owner_type');
    return { ...facts, property_owner_type: 'company_owned' };
  }
  if (!isPrivateOwner(owner, type)) return facts;
  note(defects, 'private_owner', 'owner_name');
  return { ...facts, property_legal_owner: null, property_owner_type: type ?? 'individual' };
}

/**
 * The facts of a contractor, without contacts if it is only a person (no business, no licence). City and
 * state stay. `keys`, its identity keys, show whether the name is a person's.
 */
export function withoutPrivateContacts(
  facts: ContractorFacts,
  keys: readonly string[],
  defects: DefectList,
): ContractorFacts {
  const isPerson = keys.some((key) => key.startsWith('person:'));
  if (!isPerson || facts.license !== null || facts.business_name !== null || facts.dba !== null) return facts;
  const { city, county, state } = facts.address;
  const { primary_phone: phone, primary_email: email, website } = facts;
  if (phone === null && email === null && website === null && facts.address.street === null) return facts;
  note(defects, 'private_contact', 'contractor_name');
  const address = { ...emptyAddress, city, county, state };
  return { ...facts, primary_phone: null, primary_email: null, website: null, address };
}

/** The domain after the `@` of an e-mail address, and one character before it. */
const emailDomain = /(?:[\w-]+\.)+[a-z]{2,}/iy;
const emailName = /[\w.+-]/;
const phone = /(?<![\d#-])(?:\+?1[-. ])?(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}(?![\d-])/g;
/** Ten digits in a row, or seven, after a word for telephone: permit numbers look the same. */
const namedPhone =
  /(?<=\b(?:ph|phone|tel|telephone|cell|mobile|call|fax)\b[.:#]{0,2} ?)(?:1?\d{10}|\d{3}[-. ]\d{4})(?![\d-])/gi;
/** Ten digits in a row: in a name they are a telephone number. */
const tenDigits = /(?<![\d#-])1?\d{10}(?![\d-])/g;
const withheld = '[withheld]';
/** Matches every telephone number: a cheap test that rules out nearly all texts. */
const digitsOfPhone = /\d{3}[-. ]\d{4}|\d{10}/;

/**
 * A text without telephone numbers and e-mail addresses, which are often residents'. `field`: the canonical
 * field of the text, for the defect.
 */
export function withoutContacts(text: string | null, field: string, defects: DefectList): string | null {
  if (text === null || !(text.includes('@') || digitsOfPhone.test(text))) return text;
  const clean = withoutEmails(text).replace(phone, withheld).replace(namedPhone, withheld);
  if (clean !== text) note(defects, 'contact_in_text', field);
  return clean;
}

/**
 * A name without telephone numbers and e-mail addresses, which leave nothing behind but a space; undefined where nothing
 * else is in it. `field`: the canonical field of the name, for the defect.
 */
export function nameWithoutContacts(
  name: string | undefined,
  field: string,
  defects: DefectList,
): string | undefined {
  if (name === undefined || !(name.includes('@') || digitsOfPhone.test(name))) return name;
  const clean = [phone, namedPhone, tenDigits].reduce(
    (text, pattern) => text.replace(pattern, withheld),
    withoutEmails(name),
  );
  if (clean === name) return name;
  note(defects, 'contact_in_text', field);
  const rest = clean
    .replaceAll(withheld, ' ')
    .replace(/\b(?:PHONE|PH|TEL|CELL|FAX|EMAIL|E-MAIL)\b[.:#]*(?=\s*(?:$|[,;|]))/gi, ' ')
    .replace(/\(\s*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return rest === '' ? undefined : rest;
}

/** Searches for e-mail addresses from their `@`: a regular expression would be tried at every letter. */
function withoutEmails(text: string): string {
  let clean = '';
  let from = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', Math.max(at + 1, from))) {
    let start = at;
    while (start > from && emailName.test(text.charAt(start - 1))) start -= 1;
    emailDomain.lastIndex = at + 1;
    if (start === at || !emailDomain.test(text)) continue;
    clean += `${text.slice(from, start)}${withheld}`;
    from = emailDomain.lastIndex;
  }
  return from === 0 ? text : clean + text.slice(from);
}
