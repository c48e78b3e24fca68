/**
 * The closed vocabulary of what refinement repairs or refuses, one sentence each.
 *
 * Every step adds its defects to the record's list; the build report counts them by source and field, so
 * nothing is changed silently.
 */
import type { Defect } from './refined.js';

const table = {
  address_intersection: 'The address names two crossing streets, not a house.',
  address_no_number: 'The address has a street but no house number, so it has no address id.',
  address_po_box: 'The address is a post-office box, not a house.',
  address_rows_differ:
    'Another row of the permit, for another address, has a different value; the last row was believed.',
  address_unreadable: 'The address has no street that can be recognized.',
  address_words_left_out: 'The address has words that are in no part of it; they were left out.',
  addresses_left_out: 'The permit has more addresses than are kept for one permit; the others were left out.',
  amount_implausible: 'The amount is more than any building costs; it was set aside.',
  amount_negative: 'The amount is negative; it was set aside.',
  amount_placeholder: 'The amount is one that the source uses for "not given"; it was set aside.',
  amount_rounded: 'The amount has fractions of a cent; it was rounded.',
  amount_unreadable: 'The amount is not a number; it was set aside.',
  city_from_zip: 'The city is missing or unknown; the preferred city of its ZIP code was taken.',
  city_respelled:
    'The city is misspelled; it was linked to a city that its ZIP code, county or size confirms.',
  city_unknown: 'The city is not in the table of places, so the record has no city id.',
  contact_in_text: 'The text has a telephone number or e-mail address; it was withheld.',
  contractor_none: 'The contractor field says that there is none, or that it is the owner.',
  contractor_owner: 'The contractor is a person with the name of the owner; there is no contractor.',
  contractor_unreadable: 'The contractor field has no readable name; it was set aside.',
  county_conflict: 'The county of the row is not the one of its jurisdiction; the jurisdiction was believed.',
  county_unknown: 'The county name is not in the table of counties.',
  date_implausible: 'The date is before 1850 or too far in the future; it was set aside.',
  date_impossible: 'The date does not exist in the calendar; it was set aside.',
  date_order: 'The date contradicts the issue or file date of the permit; it was set aside.',
  date_placeholder: 'The date is one that systems use for "none"; it was set aside.',
  date_unreadable: 'The date is in no known form; it was set aside.',
  email_unreadable: 'The e-mail address is not valid; it was set aside.',
  job_value_outlier:
    'The value is far beyond what permits of its type are worth in its jurisdiction; it was kept and marked.',
  license_unreadable: 'The license number has no digits or is a placeholder; it was set aside.',
  number_implausible: 'The number is not plausible for its field; it was set aside.',
  number_placeholder: 'The number is one that systems use for "not given"; it was set aside.',
  number_unreadable: 'The text is not a number; it was set aside.',
  owner_is_company: 'The source calls a company an individual; its name was believed.',
  phone_unreadable: 'The phone number is not a North American one; it was set aside.',
  point_elsewhere: 'The point is in another state than the jurisdiction; it was set aside.',
  point_not_degrees: 'The point is not in degrees (for example in State Plane feet); it was set aside.',
  point_outside_us: 'The point is outside the United States; it was set aside.',
  point_placeholder: 'The point is 0,0; it was set aside.',
  point_swapped: 'Latitude and longitude were swapped; they were corrected.',
  point_unreadable: 'The point cannot be read; it was set aside.',
  private_contact:
    'The contractor is a person without business or license; phone, e-mail and street were withheld.',
  private_owner: 'The owner is a private person; the name was withheld.',
  property_conflict:
    'The permit and a newer permit of the address differ on the property; both values were kept.',
  property_type_overruled:
    'The property type is neither residential nor commercial, but the texts say which; they were believed.',
  property_type_unknown: "The source's own property type is unknown; it was not used.",
  record_kind_unknown: "The source's word for the kind of record is unknown, so the record has none.",
  state_conflict: 'The state of the row is not the one of its jurisdiction; the jurisdiction was believed.',
  state_unknown: 'The state is not one of the United States.',
  status_before_issue:
    'The status says that the permit is in review, but it has an issue date; both were kept.',
  status_inferred: 'The status is in no table; it was inferred from a phrase in it.',
  status_unknown: 'The status word is unknown, so the record has no status.',
  text_cut: 'The text is longer than its limit; it was cut.',
  text_no_text: 'The value is a list or an object where a text or number belongs; it was set aside.',
  text_repaired: 'The text had control characters or broken Unicode; they were removed.',
  units_from_text: 'No column states the units; the number of homes that the description gives was taken.',
  zip_conflict: 'The ZIP code is in another state; it was set aside.',
  zip_placeholder: 'The ZIP code is one that systems use for "none"; it was set aside.',
  zip_repaired: 'The ZIP code had lost its leading zeros; they were restored.',
  zip_unknown: 'The ZIP code is not in the table of ZIP codes; it was kept.',
  zip_unreadable: 'The ZIP code has no five digits; it was set aside.',
} as const;

export type DefectName = keyof typeof table;

/** All defects with their sentences, sorted by name. */
export const defectTable: Readonly<Record<DefectName, string>> = table;

export const defectNames = Object.keys(table) as readonly DefectName[];

/** The list of what the steps of one record repaired or refused. */
export type DefectList = Defect[];

/** Notes one defect of one field. */
export function note(defects: DefectList, name: DefectName, field: string): void {
  defects.push({ name, field });
}

/** Notes a defect that another step may have noted already: it counts once per field. */
export function noteOnce(defects: DefectList, name: DefectName, field: string): void {
  if (!defects.some((defect) => defect.name === name && defect.field === field)) note(defects, name, field);
}
