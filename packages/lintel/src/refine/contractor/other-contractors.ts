/**
 * Reads the further contractors of a permit from what a source says of its parties.
 *
 * A party whose trade the source states is a contractor unless the trade is another role: architect, engineer, owner or
 * expeditor. In a list of names of all sorts only a firm that has a craft in its name is one: `LEON ELECTRIC`.
 */
import type { ContractorClassification } from '@lintel/contract';
import type { Geography } from '../../geography/geography.js';
import { type CanonicalPermit, contractorColumns } from '../record/canonical.js';
import { type DefectList, note } from '../record/defects.js';
import type { OtherMention } from '../record/refined.js';
import type { RowContext } from '../record/source-context.js';
import { deriveClasses, mentionContractor } from './contractor.js';

/** The contractor columns of one party. */
type Party = CanonicalPermit;

/** Further contractors of a permit that are kept. */
const maxContractors = 50;
const noContractors: readonly OtherMention[] = [];
const prefix = 'contractor_';

const otherRole =
  /\b(?:owners?|lessees?|tenants?|architects?|engineers?|designers?|surveyors?|planners?|expedit[eo]rs?|consultants?|applicants?|agents?|attorneys?|inspectors?|lenders?)\b/i;
/** Words of firms that plan work or apply for it. */
const noBuilder =
  /\b(?:architects?|architecture|engineers?|engineering|designs?|consult\w*|expedit\w*|permits?)\b/i;

/** The crafts that a name tells. */
const crafts: ReadonlySet<ContractorClassification> = new Set([
  'concrete_and_paving',
  'demolition_and_excavation',
  'electrical',
  'fencing_and_glazing',
  'framing_and_carpentry',
  'hvac',
  'plumbing',
  'roofing',
]);

/** The further contractors that a row names, each once; none for most permits. */
export function readOtherContractors(
  { other_contractors: text, owner_name: owner }: CanonicalPermit,
  source: RowContext,
  geography: Geography,
  defects: DefectList,
): readonly OtherMention[] {
  if (text === undefined) return noContractors;
  const found = new Map<string, OtherMention>();
  for (const party of partiesOf(text, defects)) {
    const { contractor_trade: trade } = party;
    // Reading a name costs more than looking for a craft in it.
    const hasRole = trade === undefined ? craftsOf(party.contractor_name).length > 0 : isContractor(trade);
    if (!hasRole) continue;
    // Defects of a party are not those of the permit: most parties are no contractors.
    const mention = mentionContractor({ ...party, owner_name: owner }, source, geography, []);
    const [key] = mention?.keys ?? [];
    if (mention === null || key === undefined || found.has(key)) continue;
    const { business_name: business } = mention.facts;
    const classes =
      trade === undefined ? craftsOf(business) : deriveClasses(trade, source.jurisdiction.state ?? '');
    if (trade === undefined && classes.length === 0) continue;
    if (found.size === maxContractors) break;
    const [role = null, ...more] = classes;
    found.set(key, { mention, role: more.length === 0 ? role : null });
  }
  return [...found.values()];
}

function partiesOf(text: string, defects: DefectList): Party[] {
  if (!text.startsWith('[')) return text.split('|').map((name) => ({ contractor_name: name.trim() }));
  try {
    return (JSON.parse(text) as Readonly<Record<string, string>>[]).map((party) =>
      Object.fromEntries(
        contractorColumns.flatMap((column) => {
          const value = party[column.slice(prefix.length)];
          return typeof value === 'string' && value !== '' ? [[column, value]] : [];
        }),
      ),
    );
  } catch {
    note(defects, 'contractor_unreadable', 'other_contractors');
    return [];
  }
}

/** Whether a stated trade is that of a contractor: `CONTRACTOR-ELECTRICAL`, not `STRUCTURAL ENGINEER`. */
function isContractor(trade: string): boolean {
  return !otherRole.test(trade) && (/contract/i.test(trade) || deriveClasses(trade, '').length > 0);
}

/** The crafts that a firm has in its name. */
function craftsOf(business: string | null | undefined): ContractorClassification[] {
  if (business == null || noBuilder.test(business)) return [];
  return deriveClasses(business, '').filter((each) => crafts.has(each));
}
