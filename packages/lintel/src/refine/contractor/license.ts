/**
 * Makes a contractor mention from one entry of a licence list. An entry without a name and without a licence
 * number names no contractor and is refused.
 */
import type { CanonicalContractor } from '../record/canonical.js';
import { type DateContext, readDate } from '../record/dates.js';
import { emptyContractor } from '../record/empty-records.js';
import { maxLicenseYearsAhead } from '../record/limits.js';
import type { RefineContext } from '../record/refine-context.js';
import type { ContractorFacts, RefinedContractor, RefusedRow } from '../record/refined.js';
import { readLine } from '../record/text.js';
import { deriveAll, readContractorAddress, readLicense, stateCode } from './contractor.js';
import { identityKeys } from './contractor-keys.js';
import { readName } from './contractor-name.js';
import { furtherPhones, readEmail, readPhone } from './phone.js';
import { nameWithoutContacts } from './private-person.js';

/** Mention and defects of a licence-list row. */
export function refineContractor(
  fields: CanonicalContractor,
  { source, geography, today, defects }: RefineContext,
): RefinedContractor | RefusedRow {
  const license = readLicense(fields.license, 'license', defects);
  const name = readName(
    nameWithoutContacts(fields.business_name, 'business_name', defects),
    nameWithoutContacts(fields.name, 'name', defects),
  );
  if (license === null && name === null)
    return { kind: 'refused', reason: 'has no name and no license number' };
  const context: DateContext = { timeZone: source.timeZone, today, yearsAhead: maxLicenseYearsAhead };
  const home = source.jurisdiction.state ?? '';
  const licenseState = stateCode(fields.license_state, geography) ?? home;
  const classification = readLine(fields.classification, 'classification', defects);
  const facts: ContractorFacts = {
    ...emptyContractor,
    license,
    name: name?.person ?? null,
    business_name: name?.business ?? null,
    business_type: readLine(fields.business_type, 'business_type', defects),
    classification,
    license_issue_date: readDate(fields.license_issue_date, 'license_issue_date', context, defects),
    license_exp_date: readDate(fields.license_exp_date, 'license_exp_date', context, defects),
    license_act_date: readDate(fields.license_act_date, 'license_act_date', context, defects),
    license_inact_date: readDate(fields.license_inact_date, 'license_inact_date', context, defects),
    primary_phone: readPhone(fields.phone, 'phone', defects),
    primary_email: readEmail(fields.email, 'email', defects),
    website: readWebsite(fields.website),
    dba: readLine(fields.dba, 'dba', defects) ?? name?.dba ?? null,
    revenue: readLine(fields.revenue, 'revenue', defects),
    employee_count: readLine(fields.employee_count, 'employee_count', defects),
    primary_industry: readLine(fields.primary_industry, 'primary_industry', defects),
    address: readContractorAddress(fields, source, geography),
    classification_derived: deriveAll([classification, fields.trade ?? null], licenseState),
  };
  const keys = identityKeys(facts, {
    licenseState,
    home,
    homeName: geography.state(home)?.name ?? null,
    phones: furtherPhones(fields.phone, fields.business_name),
    city: source.jurisdiction.defaultCity,
    place: source.jurisdiction.name ?? '',
    nameWidth: source.contractorNameWidth ?? null,
  });
  return { kind: 'contractor', contractor: { keys, facts }, defects };
}

/** A web address in lower case without protocol and trailing slash; null for anything without a domain. */
function readWebsite(text: string | undefined): string | null {
  if (text === undefined) return null;
  const site = text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/+$/, '');
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:\/\S*)?$/.test(site) ? site : null;
}
