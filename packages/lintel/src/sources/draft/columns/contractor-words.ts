/** What columns of lists of licences are called. */
import { any, type FieldWords, field } from './field-words.js';

/** Words that may say of what an address is. */
const ofBusiness = any('business mailing contractor address company location home');

export const contractors: readonly FieldWords[] = [
  field(
    'license',
    'anything',
    'license number ?contractor ?business ?state, license id ?contractor ?business ?state, license ?contractor, credential|certificate|registration number ?contractor, certificate ?id, license code number',
    'number, alt id, contractor id ?number',
  ),
  field('dba', 'words', 'dba ?name ?business, doing business ?name, trade name'),
  field(
    'business_name',
    'words',
    'business|company|firm|entity name ?contractor ?license ?legal, contractor name ?business ?company, company|business, contractor ?business ?company, legal name',
    'name, name licensee, applicant ?name',
    true,
  ),
  field(
    'name',
    'words',
    'principal|qualifier|licensee name ?main, owner name, contact|person name, qualifier party, contact person ?name',
    'contact, principal, qualifier, name',
  ),
  field(
    'business_type',
    'words',
    'business|entity|ownership type description, business|entity|ownership type, category business, type business code description, organization type',
  ),
  field(
    'classification',
    'anything',
    'class ?license ?code ?contractor, license type code ?contractor, license type ?contractor, specialty code ?main, professional type, credential type, type registration|certificate',
    'occupation code, type, category license, professional',
    false,
    'description',
  ),
  field(
    'trade',
    'words',
    'trade ?description, license type description ?code ?contractor, specialty description ?code, occupation description ?name, class description|detailed ?license, activity main, subtype license, naics description|name, license description',
    'occupation, specialty',
  ),
  field(
    'license_issue_date',
    'dates',
    'issue date ?license ?first ?original, original date ?license ?issue, effective date ?license, start date license',
    'date registration|credential|certificate',
    false,
    'start date',
  ),
  field(
    'license_exp_date',
    'dates',
    'expire date ?license ?certificate ?registration, expire ?license ?date, end date license',
    '',
    false,
    'end date',
  ),
  field('phone', 'anything', 'phone ?number ?business ?main ?contractor ?day ?office ?company', '', true),
  field('email', 'words', 'email ?address ?business ?contact'),
  field('website', 'words', 'website ?address ?business, url business'),
  field(
    'address',
    'words',
    'address business|mailing|street|company ?line, location business ?line, address ?line ?contractor ?street, address line',
  ),
  field('city', 'words', `city ?name ${ofBusiness}`),
  field('state', 'words', `state ?code ${ofBusiness}`),
  field('state', 'states', '', 'street'),
  field('zip', 'zips', `zip ?code ${ofBusiness}`),
];
