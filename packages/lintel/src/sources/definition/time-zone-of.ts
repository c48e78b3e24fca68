/** The time zone of an authority by its state and county. */

const zones: readonly (readonly [string, string])[] = [
  ['America/New_York', 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV'],
  ['America/Chicago', 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI'],
  ['America/Denver', 'CO ID MT NM UT WY'],
  ['America/Phoenix', 'AZ'],
  ['America/Los_Angeles', 'CA NV OR WA'],
  ['America/Anchorage', 'AK'],
  ['Pacific/Honolulu', 'HI'],
  ['America/Puerto_Rico', 'PR VI'],
  ['Pacific/Guam', 'GU MP'],
  ['Pacific/Pago_Pago', 'AS'],
];
/** Counties with many people in another zone than most of their state. */
const otherZones: Readonly<Record<string, string>> = {
  '12033': 'America/Chicago',
  '12005': 'America/Chicago',
  '12091': 'America/Chicago',
  '12113': 'America/Chicago',
  '47065': 'America/New_York',
  '47093': 'America/New_York',
  '48141': 'America/Denver',
  '16055': 'America/Los_Angeles',
};

/** The time zone of most of a state, or of a county known to differ. */
export function timeZoneOf(state: string, countyGeoid: string | null): string {
  const zone = zones.find(([, states]) => states.split(' ').includes(state))?.[0] ?? 'UTC';
  return otherZones[countyGeoid ?? ''] ?? zone;
}
