/**
 * The further contractors of a permit on their way through a build. In the JSON of a prepared permit, the number of the
 * mention stands for the id of each, in as many digits; once all mentions are linked, the id takes its place.
 */
import type { OtherContractor } from '@lintel/contract';
import { noContractorId } from '../entry/permit-entry.js';
import type { PermitView } from '../entry/permit-view.js';
import type { Mentions } from './mentions.js';

const idKey = '{"id":"';

/** Puts the numbers of the mentions, in their order, into the JSON of a prepared permit. */
export function numberMentions({ bytes, otherContractors }: PermitView, mentions: readonly number[]): void {
  let at = otherContractors.from;
  for (const mention of mentions) {
    // No text contains it: there, quotation marks are escaped.
    at = bytes.indexOf(idKey, at) + idKey.length;
    bytes.write(String(mention).padStart(noContractorId.length, '0'), at, 'latin1');
  }
}

/** A further contractor: its number in the build, its mention, and how the record has it. */
interface LinkedContractor {
  readonly contractor: number;
  readonly mention: number;
  readonly record: OtherContractor;
}

const none: readonly LinkedContractor[] = [];

/** The further contractors of a permit whose mentions are linked, each once, without the main one. */
export function linkedContractors(
  { otherContractors: { bytes, from, to } }: PermitView,
  main: number,
  mentions: Mentions,
): readonly LinkedContractor[] {
  if (from === to) return none;
  const linked = new Map<number, LinkedContractor>();
  for (const { id, ...rest } of JSON.parse(bytes.toString('utf8', from, to)) as OtherContractor[]) {
    const mention = Number(id);
    const contractor = mentions.contractor(mention);
    if (contractor === main || linked.has(contractor)) continue;
    const record = { id: mentions.identity.id(contractor).toString('latin1'), ...rest };
    linked.set(contractor, { contractor, mention, record });
  }
  return [...linked.values()];
}
