/** What is the matter with a source, in words: what it is called, what it means, and what to do about it. */
import type { Incident, ListedSource } from '@lintel/contract/account';
import { count } from '../words/format';

type Named = Pick<ListedSource, 'id' | 'name' | 'updates'>;

const dayMs = 86_400_000;
const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** The id of its page: a source has one incident of a kind at a time. */
export const incidentId = ({ id }: Named, { kind }: Incident) => `${kind}:${id}`;

/** The incident of a page's id; undefined once it is over. */
export function findIncident<S extends ListedSource>(
  sources: readonly S[],
  id: string,
): { readonly source: S; readonly incident: Incident } | undefined {
  return sources
    .flatMap((source) => source.findings.map((incident) => ({ source, incident })))
    .find(({ source, incident }) => incidentId(source, incident) === id);
}

/** `Denver has been silent for nine days: it publishes daily`. */
export function titleOf({ id, name, updates }: Named, { kind, since }: Incident, nowMs = Date.now()): string {
  // `City of Denver, building permits`
  const subject = name.split(',')[0] || id;
  switch (kind) {
    case 'silent': {
      const days = Math.floor((nowMs - Date.parse(since)) / dayMs);
      const publishes = updates === null ? '' : `: it publishes ${updates}`;
      return `${subject} has been silent for ${words[days] ?? count(days)} ${days === 1 ? 'day' : 'days'}${publishes}`;
    }
    case 'blocked':
      return `The portal of ${subject} lets no program in`;
    case 'lost_rows':
      return `${subject} has lost rows`;
    case 'few_rows':
      return `${subject} brought far fewer rows than on other nights`;
    case 'many_rows':
      return `${subject} brought far more rows than on other nights`;
    case 'unread':
      return `${subject} was not read whole`;
  }
}

/** What to do, a step each. */
export const steps: Readonly<Record<Incident['kind'], readonly string[]>> = {
  silent: [
    'Open the page of the publisher: has it moved, or does it say that it pauses?',
    'Fetch all rows: a portal that changes old rows without their dates looks silent.',
    'If it only publishes more seldom, set silent_days of the source in lintel.json.',
  ],
  blocked: [
    'Open the page of the publisher in a browser: does it ask to sign in?',
    'Say who asks (fetch.operator in lintel.json), or ask the publisher to let this service in.',
    'Until then load files that were downloaded: lintel ingest FILE --source ID.',
  ],
  lost_rows: [
    'Fetch all rows, which shows which ones are gone.',
    'The gate stops a release that has lost too many: look at it under Releases.',
    'If the publisher took them down on purpose, set vanished_share of the source in lintel.json.',
  ],
  few_rows: [
    'Look at the last runs: did one end early?',
    'Fetch all rows. If the publisher sends them in bursts, set any_rows of the source in lintel.json.',
  ],
  many_rows: [
    'Look at the permits that are new: the publisher may have added years, or written all rows anew.',
    'If it sends them in bursts, set any_rows of the source in lintel.json.',
  ],
  unread: [
    'The sentence says what was left out: look whether the portal has changed its columns or pages.',
    'Try the definition on real rows: lintel source verify ID.',
  ],
};
