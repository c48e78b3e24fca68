/** A permit tag as the tag list returns it (interface 2.6). */
import { type Static, Type } from '../schema.js';

export const Tag = Type.Object(
  { id: Type.String(), description: Type.String() },
  { title: 'Tag', additionalProperties: false },
);
export type Tag = Static<typeof Tag>;
