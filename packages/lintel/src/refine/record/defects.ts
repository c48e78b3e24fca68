/**
 * The closed vocabulary of what refinement repairs or refuses, one sentence each.
 *
 * Every step notes its defects in a list that travels with the record, so that the build report can count them
 * per source and field and nothing is changed in silence.
 */
import type { Defect } from './refined.js';

const table = {
  address_intersection: 'The address names two crossing streets, not a house.',
  address_no_number: 'The address has a street but no house number, so it has no address id.',
  address_po_box: 'The address is a post-office box, not a house.',
  address_rows_differ:
    'A row of another address says something else of the permit; the row seen last was believed.',
  address_unreadable: 'The address has no street that can be told apart.',
  addresses_left_out: 'The permit has more addresses than are kept of one; the further ones were left out.',
  amount_implausible: 'The amount is larger than any building; it was set aside.',
  amount_negative: 'The amount is negative; it was set aside.',
  amount_placeholder: 'The amount is one that the source writes for "not given"; it was set aside.',
  amount_rounded: 'The amount has fractions of a cent and was rounded.',
  amount_unreadable: 'The amount is not a number; it was set aside.',
  city_from_zip: 'The city is missing or in no table; the preferred place name of its ZIP code was taken.',
  city_respelled: 'The city is misspelt; it was linked to the one that ZIP code, county or size confirm.',
  city_unknown: 'The city is not in the table of places, so the record has no city id.',
  contact_in_text: 'The text names a telephone number or e-mail address, which was withheld.',
  contractor_none: 'The contractor field says that there is none, or that it is the owner.',
  contractor_owner: 'The contractor is a person of the name of the owner, who was taken for the owner.',
  contractor_unreadable: 'The contractor field has no name that can be read; it was set aside.',
  county_conflict: 'The county of the row is not the one of its jurisdiction; the jurisdiction was believed.',
  county_unknown: 'The county name is not in the table of counties.',
  date_implausible: 'The date lies before 1850 or too far in the future; it was set aside.',
  date_impossible: 'The date does not exist in the calendar; it was set aside.',
  date_order: 'The date contradicts the issue or file date of the permit; it was set aside.',
  date_placeholder: 'The date is one that systems write for "none"; it was set aside.',
  date_unreadable: 'The date is in no known form; it was set aside.',
  email_unreadable: 'The e-mail address is not one; it was set aside.',
  license_unreadable: 'The licence number is empty of digits or a placeholder; it was set aside.',
  number_implausible: 'The number is outside what is believable for its field; it was set aside.',
  number_placeholder: 'The number is one that systems write for "not given"; it was set aside.',
  number_unreadable: 'The number cannot be read; it was set aside.',
  phone_unreadable: 'The phone number is not a North American one; it was set aside.',
  point_elsewhere: 'The point lies in another state than the jurisdiction; it was set aside.',
  point_not_degrees: 'The point is not in degrees (State Plane or the like); it was set aside.',
  point_outside_us: 'The point lies outside the United States; it was set aside.',
  point_placeholder: 'The point is 0,0; it was set aside.',
  point_swapped: 'Latitude and longitude were exchanged; they were put right.',
  point_unreadable: 'The point cannot be read; it was set aside.',
  private_contact:
    'The contractor is a person without business or licence; phone, e-mail and street were withheld.',
  private_owner: 'The owner is a private person; the name was withheld.',
  property_conflict:
    'The permit states something else of its property than a newer permit of the address; both were kept.',
  property_type_overruled:
    'The type of the property is neither housing nor business; the texts of the permit, which say which, were believed.',
  property_type_unknown: "The source's own property type is not one that can be mapped.",
  state_conflict: 'The state of the row is not the one of its jurisdiction; the jurisdiction was believed.',
  state_unknown: 'The state is none of the United States.',
  status_inferred: 'The status word is not in the tables; its meaning was inferred from a word in it.',
  status_unknown: 'The status word cannot be mapped; the status is unknown.',
  text_cut: 'The text is longer than its limit and was cut.',
  text_no_text: 'The value is a list or an object where a text or number belongs; it was set aside.',
  text_repaired: 'The text had control characters or broken Unicode, which were removed.',
  zip_conflict: 'The ZIP code lies in another state; it was set aside.',
  zip_placeholder: 'The ZIP code is one that systems write for "none"; it was set aside.',
  zip_repaired: 'The ZIP code had lost its leading zeros, which were put back.',
  zip_unknown: 'The ZIP code is not in the table of ZIP codes; it was kept.',
  zip_unreadable: 'The ZIP code has no five digits; it was set aside.',
} as const;

export type DefectName = keyof typeof table;

/** All defects with their sentences, sorted by name. */
export const defectTable: Readonly<Record<DefectName, string>> = table;

export const defectNames = Object.keys(table) as readonly DefectName[];

/** The list to which the steps of one record add what they repaired or refused. */
export type DefectList = Defect[];

/** Notes one defect of one field. */
export function note(defects: DefectList, name: DefectName, field: string): void {
  defects.push({ name, field });
}

/** Notes a defect that another step may have noted already: it counts once a field. */
export function noteOnce(defects: DefectList, name: DefectName, field: string): void {
  if (!defects.some((defect) => defect.name === name && defect.field === field)) note(defects, name, field);
}
