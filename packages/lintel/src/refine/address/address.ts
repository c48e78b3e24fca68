/**
 * Parses the address of a row, from component columns or one line, into house number and street in USPS
 * notation, with unit, city, state and ZIP code if the line has them. Post-office boxes, intersections and
 * streets without a number are recognised and never become a house address.
 */
import { decodeEntities } from '../record/text.js';
import { poBox, poBoxName } from './address-line-kind.js';
import { wordsLeftOut } from './address-line-rest.js';
import { isNoAddress } from './address-line-text.js';
import { houseNumber } from './house-number.js';
import { addressOf, emptyParsedAddress, type ParsedAddress, type ParseLine } from './parsed-address.js';
import { streetWords, suffixOf, uspsStreet } from './street.js';
import { dropUnit, unitText } from './unit.js';

/** The address columns of a row, as the source sent them. */
export interface AddressFields {
  readonly address?: string | undefined;
  readonly street_no?: string | undefined;
  readonly street_direction?: string | undefined;
  readonly street_name?: string | undefined;
  readonly street_suffix?: string | undefined;
  readonly unit?: string | undefined;
}

/** The address of a row: from its components if it has them, else from its line. */
export function parseAddress(fields: AddressFields, parseLine: ParseLine): ParsedAddress {
  const parsed = parseColumns(fields, parseLine);
  if (fields.unit === undefined) return parsed;
  const unit = unitText(streetWords(decodeEntities(fields.unit))) ?? parsed.unit;
  const whole = addressOf(parsed.kind, parsed.streetNo, parsed.street, { ...parsed, unit });
  const rest = [parsed.rest, wordsLeftOut(`${parsed.unit ?? ''} ${fields.unit}`, whole)].filter(Boolean);
  return rest.length === 0
    ? whole
    : addressOf(whole.kind, whole.streetNo, whole.street, whole, rest.join(' '));
}

function parseColumns(fields: AddressFields, parseLine: ParseLine): ParsedAddress {
  if (fields.street_name !== undefined) {
    const parsed = parseComponents(fields, parseLine);
    if (parsed.kind !== 'none' || fields.address === undefined) return parsed;
  }
  return fields.address === undefined ? emptyParsedAddress : parseLine(fields.address);
}

function parseComponents(fields: AddressFields, parseLine: ParseLine): ParsedAddress {
  const { street_direction = '', street_name = '', street_suffix = '' } = fields;
  if (fields.street_no === undefined) {
    const name = decodeEntities(street_name);
    if (/^\s*\d+\s+\S/.test(name) && suffixOf(street_suffix) === null) {
      return parseLine(`${name} ${street_suffix}`);
    }
  }
  const parsed = parseStreet(street_direction, street_name, street_suffix);
  if (parsed.kind !== 'street') return parsed;
  const streetNo = houseNumber(fields.street_no ?? '');
  return streetNo === null ? parsed : addressOf('house', streetNo, parsed.street, parsed, parsed.rest);
}

/** The street from direction, name and suffix columns. */
function parseStreet(directionColumn: string, nameColumn: string, suffixColumn: string): ParsedAddress {
  const name = decodeEntities(nameColumn);
  if (isNoAddress(name.trim().toUpperCase())) return emptyParsedAddress;
  if (poBox.test(name)) return addressOf('po_box', null, poBoxName(name), emptyParsedAddress);
  const direction = streetWords(directionColumn);
  const named = streetWords(name);
  const words = dropUnit(named);
  const suffix = streetWords(suffixColumn);
  const bare =
    direction.length === 0 && suffix.length > 0 && /^(?:NORTH|SOUTH|EAST|WEST)$/.test(words[0] ?? '');
  const street = uspsStreet([...direction, ...words, ...suffix]);
  if (street === '') return emptyParsedAddress;
  const kept = bare && words.length > 1 ? street.replace(/^[NSEW](?= )/, words[0] ?? '') : street;
  const unit = unitText(named.slice(words.length));
  const parsed = addressOf('street', null, kept, { ...emptyParsedAddress, unit });
  if (words.length === named.length) return parsed;
  return addressOf('street', null, kept, parsed, wordsLeftOut(name, parsed));
}
