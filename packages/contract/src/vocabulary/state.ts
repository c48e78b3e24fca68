/**
 * USPS codes of the states, the District of Columbia and the territories that have counties (C9), ascending.
 */
export const stateCodes = [
  ...[
    'AK',
    'AL',
    'AR',
    'AS',
    'AZ',
    'CA',
    'CO',
    'CT',
    'DC',
    'DE',
    'FL',
    'GA',
    'GU',
    'HI',
    'IA',
    'ID',
    'IL',
    'IN',
  ],
  ...[
    'KS',
    'KY',
    'LA',
    'MA',
    'MD',
    'ME',
    'MI',
    'MN',
    'MO',
    'MP',
    'MS',
    'MT',
    'NC',
    'ND',
    'NE',
    'NH',
    'NJ',
    'NM',
  ],
  ...[
    'NV',
    'NY',
    'OH',
    'OK',
    'OR',
    'PA',
    'PR',
    'RI',
    'SC',
    'SD',
    'TN',
    'TX',
    'UT',
    'VA',
    'VI',
    'VT',
    'WA',
    'WI',
  ],
  ...['WV', 'WY'],
] as const;

const known: ReadonlySet<string> = new Set(stateCodes);

/** Whether a state has the code, which is in capital letters. */
export function isStateCode(text: string): boolean {
  return known.has(text);
}
