/** What the parts of the page of keys share. */
import type { NewKey, OwnKey } from '@lintel/contract/account';

export const nameOf = ({ name, hint }: OwnKey) => name ?? `${hint}…`;
export const isOver = ({ revoked_at, expires_at }: OwnKey) =>
  revoked_at !== null || (expires_at !== null && Date.parse(expires_at) <= Date.now());

/** What the steps of making a key call. */
export interface MakerProps {
  onClose(): void;
  onMade(key: NewKey): void;
}
