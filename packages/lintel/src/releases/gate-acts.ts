/**
 * What the audit log says of the gate: an act for each release that was published or refused. `lintel` writes it when that
 * is done; trends of operators read it.
 */

/** An act of the audit log. */
interface Act {
  readonly act: string;
  readonly subject: string;
  readonly detail: string;
}

const publishAct = 'release.publish';
const forceAct = 'release.force';
const refuseAct = 'release.refuse';

/** All acts that tell of the gate. */
export const gateActs: readonly string[] = [publishAct, forceAct, refuseAct];

/** What the gate said of a release: nothing against it, or something that kept it out, or did not because of a person. */
export type GateVerdict = 'passed' | 'refused' | 'forced';

interface Judged {
  readonly id: string;
  readonly previous: string | null;
  readonly objections: readonly string[];
}

/** A publication, which is an act of its own where objections were overridden; `where` says where, if not in the home. */
export function publication({ id, previous, objections }: Judged, where: readonly string[] = []): Act {
  const after = previous === null ? [] : [`in place of ${previous}`];
  const parts = [...after, ...where, ...objections.map((objection) => `although ${objection}`)];
  return { act: objections.length === 0 ? publishAct : forceAct, subject: id, detail: parts.join('; ') };
}

/** A release that the gate kept from being published. */
export function gateRefusal({ id, previous, objections }: Judged): Act {
  const instead = previous === null ? [] : [`${previous} stays`];
  return { act: refuseAct, subject: id, detail: [...instead, ...objections].join('; ') };
}

/** What the gate had said, by one of its acts. */
export function verdictOfAct({ act }: Pick<Act, 'act'>): GateVerdict {
  if (act === refuseAct) return 'refused';
  return act === forceAct ? 'forced' : 'passed';
}
