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
const refuseAct = 'release.refuse';
const forced = 'forced although ';

/** All acts that tell of the gate. */
export const gateActs: readonly string[] = [publishAct, refuseAct];

/** What the gate said of a release: nothing against it, or something that kept it out, or did not because of a person. */
export type GateVerdict = 'passed' | 'refused' | 'forced';

interface Judged {
  readonly id: string;
  readonly previous: string | null;
  readonly objections: readonly string[];
}

/** A publication, with the objections that were overridden; `where` says where, if not in the home. */
export function publication({ id, previous, objections }: Judged, where: readonly string[] = []): Act {
  const after = previous === null ? [] : [`in place of ${previous}`];
  const parts = [...after, ...where, ...objections.map((objection) => `${forced}${objection}`)];
  return { act: publishAct, subject: id, detail: parts.join('; ') };
}

/** A release that the gate kept from being published. */
export function gateRefusal({ id, previous, objections }: Judged): Act {
  const instead = previous === null ? [] : [`${previous} stays`];
  return { act: refuseAct, subject: id, detail: [...instead, ...objections].join('; ') };
}

/** What the gate had said, by one of its acts. */
export function verdictOfAct({ act, detail }: Pick<Act, 'act' | 'detail'>): GateVerdict {
  if (act === refuseAct) return 'refused';
  return detail.split('; ').some((part) => part.startsWith(forced)) ? 'forced' : 'passed';
}
