/** The permit software that authorities run: what its public pages give, and whether Lintel reads them. */

/** What is known of a portal without having asked it. */
export const portalStates = ['described', 'login only', 'blocked', 'no portal', 'unverified'] as const;
export type PortalState = (typeof portalStates)[number];

export interface Software {
  readonly name: string;
  /** Null: Lintel reads it. */
  readonly refusal: { readonly state: PortalState; readonly reason: string } | null;
}

const read = (name: string): Software => ({ name, refusal: null });
const refused = (name: string, state: PortalState, reason: string): Software => ({
  name,
  refusal: { state, reason },
});
const byNumber = 'it finds a permit by its number or address, and lists none';
const unseen = 'no page of results was seen, so Lintel does not read it';

/** By the name that the inventory has. */
const known = {
  energov: read('EnerGov'),
  accela: read('Accela'),
  etrakit: refused('eTRAKiT', 'unverified', unseen),
  smartgov: refused('SmartGov', 'unverified', unseen),
  opengov: refused('OpenGov', 'login only', 'its records need a sign-in, and its terms forbid programs'),
  mgoconnect: refused('MGO Connect', 'login only', 'its search needs a sign-in'),
  iworq: refused('iWorQ', 'blocked', 'its robots.txt forbids programs, its search asks for a captcha'),
  govbuilt: refused('GovBuilt', 'blocked', 'its terms forbid copying'),
  citizenserve: refused('Citizenserve', 'blocked', 'its search asks for a captcha'),
  cityview: refused('CityView', 'blocked', 'its search asks for a captcha, or gives 20 permits at most'),
  bsa: refused('BS&A', 'blocked', 'a page against programs stands before it'),
  click2gov: refused('Click2Gov', 'no portal', byNumber),
  civicgov: refused('CivicGov', 'no portal', byNumber),
  geocivix: refused('GeoCivix', 'no portal', byNumber),
  maintstar: refused('MaintStar', 'no portal', byNumber),
  mygov: refused('MyGov', 'no portal', byNumber),
  'tyler-portico': refused('Tyler Portico', 'no portal', 'it leads to other portals, and lists no permits'),
} satisfies Record<string, Software>;

export type SoftwareId = keyof typeof known;
export const software: Readonly<Record<SoftwareId, Software>> = known;
export const softwareIds = Object.keys(known) as SoftwareId[];
