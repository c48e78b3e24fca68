/** A permit tag as the tag list returns it (interface 2.6). */
import { type Static, Type } from '../schema.js';
import { TagName } from './vocabulary.js';

export const Tag = Type.Object(
  { id: TagName, description: Type.String({ description: 'Which permits carry the tag.' }) },
  { title: 'Tag' },
);
export type Tag = Static<typeof Tag>;
