/**
 * Pages of single permits in Accela Citizen Access, as others describe them: the licensed professionals in a table of
 * their own, a line each for person, firm, street, city, telephones and licence, further ones numbered; applicant and
 * owner beside them. All names are made up.
 */
import type { AccelaPermit } from './accela-server.js';

interface MadeProfessional {
  readonly person: string | null;
  readonly firm: string | null;
  readonly type: string;
  readonly license: string;
}

const roofer: MadeProfessional = {
  person: 'PAT L EXAMPLE pat@example.test',
  firm: 'BLUE ROOFS OF ELM INC',
  type: 'Roofing Contractor',
  license: 'CCC0000051',
};
const plumber: MadeProfessional = {
  person: 'SAM EXAMPLE',
  firm: 'CLEAR PIPES LLC',
  type: 'Plumbing',
  license: 'CFC0000432',
};
const builder: MadeProfessional = { person: null, firm: 'ELM BUILDERS LLC', type: 'CCB', license: '223690' };
const electrician: MadeProfessional = {
  person: 'LEE EXAMPLE',
  firm: null,
  type: 'Master Electrician',
  license: 'ME-0042',
};

/** What the pages of permits differ in, by turns. */
export const detailKinds = [
  'one',
  'several',
  'no section',
  'a firm alone',
  'a person alone',
  'broken',
] as const;
export type DetailKind = (typeof detailKinds)[number];

const named: Readonly<Record<DetailKind, readonly MadeProfessional[]>> = {
  one: [roofer],
  several: [roofer, plumber, electrician],
  'no section': [],
  'a firm alone': [builder],
  'a person alone': [electrician],
  broken: [plumber],
};

export function kindOf({ id }: AccelaPermit): DetailKind {
  return detailKinds[id % detailKinds.length] ?? 'one';
}

/** The page of a permit; `safe` makes a text safe in it. */
export function detailHtml(permit: AccelaPermit, kind: DetailKind, safe: (text: string) => string): string {
  const cells = named[kind].map(cellOf);
  const [first, ...further] = cells;
  const more = further.map(
    (cell, at) =>
      `<tr tips="tr_licenseProfessional" style="display:none"><td></td><td>${at + 1}) ${cell}</td></tr>`,
  );
  const link =
    '<tr><td></td><td><strong><a id="link_licenseProfessional" href="#">View Additional Licensed Professionals&gt;&gt;</a></strong></td></tr>';
  const rows = `<tr><td></td><td>${first}</td></tr>${more.length > 0 ? link : ''}${more.join('')}`;
  // A page that was cut off, or whose author forgot to close what he began.
  const table = `<table id="tbl_licensedps"><tbody>${kind === 'broken' ? rows.replaceAll(/<\/t[dr]>/g, '') : `${rows}</tbody></table>`}`;
  const section = `<h1><span id="ctl00_detail_label_license">Licensed Professional:</span></h1><span>${table}</span>`;
  return `<html><body><span id="ctl00_PlaceHolderMain_lblPermitNumber">${permit.number}</span>
<span id="ctl00_PlaceHolderMain_lblPermitType">${safe(permit.type)}</span>
<span id="ctl00_PlaceHolderMain_lblRecordStatus">${permit.status}</span>
<table id="tbl_worklocation"><tr><td><span>${permit.address} *</span></td></tr></table>
<div><h1><span id="ctl00_detail_label_applicant">Applicant:</span></h1><table class="table_child"><tr><td>
<span class="contactinfo_firstname">Ann</span> <span class="contactinfo_lastname">Example</span> 555-0100</td></tr></table></div>
<div>${kind === 'broken' ? '' : 'Additional Information'} <h2>Job Value($):</h2><span class="ACA_SmLabel">$12,500.00</span></div>
${kind === 'no section' ? '' : section}
${kind === 'broken' ? '' : '<h1><span id="ctl00_detail_label_owner">Owner:</span></h1><table class="table_child"><tr><td>Ann Example</td></tr></table></body></html>'}`;
}

function cellOf({ person, firm, type, license }: MadeProfessional): string {
  const names = [person, firm].filter((name) => name !== null);
  const telephones =
    '<table class="ACA_TDAlignLeftOrRightTop"><tr><td>Home Phone:</td><td><div class="ACA_PhoneNumberLTR">5550100199</div></td></tr></table>';
  return [...names, '640 ELM RD', 'ELM CITY, KS, 67001', `${telephones}${type} ${license}`, ''].join(
    '<br />\n',
  );
}
