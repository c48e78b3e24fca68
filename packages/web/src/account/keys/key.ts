/** API keys as the interface of the dashboard gives them. */

export interface Key {
  readonly id: string;
  readonly name: string | null;
  readonly hint: string;
  readonly scopes: readonly string[] | null;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

export interface NewKey extends Key {
  readonly secret: string;
}

export interface Keys {
  readonly scopes: readonly string[];
  readonly keys: readonly Key[];
}

export const nameOf = ({ name, hint }: Key) => name ?? `${hint}…`;
export const isOver = ({ revoked_at, expires_at }: Key) =>
  revoked_at !== null || (expires_at !== null && Date.parse(expires_at) <= Date.now());

/** What the steps of making a key call. */
export interface MakerProps {
  onClose(): void;
  onMade(key: NewKey): void;
}
