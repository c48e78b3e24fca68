/** A value at once, as files give it, or once a database has answered. */
export type Awaitable<T> = T | Promise<T>;
