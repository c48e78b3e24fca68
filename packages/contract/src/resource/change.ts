/** A change of a record between two releases. */
import { Nullable, OneOf, type Static, Text, Type } from '../schema.js';
import { changedKinds, changeTypes, permitEvents } from '../vocabulary/change.js';
import { Contractor } from './contractor.js';
import { Decision } from './decision.js';
import { Permit } from './permit.js';
import { Property } from './property.js';

export const ChangedKindName = OneOf(changedKinds, 'Kind of record.', 'ChangedKind');
export const ChangeTypeName = OneOf(
  changeTypes,
  '`new`: only the current release has it. `changed`: its fields differ. `rekeyed`: the same record under a new id. `vanished`: only the earlier release has it.',
  'ChangeType',
);

export const FieldChange = Type.Object(
  {
    field: Type.String({ description: 'Name of the field; a dot leads into an object: `address.zip_code`.' }),
    old: Type.Unknown({ description: 'Value in the earlier release; null if it had none.' }),
    new: Type.Unknown({ description: 'Value in the current release; null if it has none.' }),
  },
  { title: 'FieldChange' },
);
export type FieldChange = Static<typeof FieldChange>;

export const Change = Type.Object(
  {
    id: Type.String({ description: 'ID of the record.' }),
    kind: ChangedKindName,
    change: ChangeTypeName,
    previous_id: Text('ID in the earlier release of a `rekeyed` record; null for all others.'),
    changes: Type.Array(FieldChange, {
      description: 'The fields that differ, in the order of the record; of `changed` and `rekeyed` records.',
    }),
    events: Type.Optional(
      Type.Array(
        OneOf(
          permitEvents,
          '`issued`: it became active, or its day of issue appeared. `finaled`: it became final, or its last day appeared. `inspection_failed`: the share of passed inspections fell.',
          'PermitEvent',
        ),
        { description: 'What happened to a changed permit, by `changes`; absent where none of these did.' },
      ),
    ),
    record: Nullable(
      Type.Union([Permit, Contractor, Decision, Property]),
      'The record as it is now; null if it vanished.',
    ),
  },
  { title: 'Change' },
);
export type Change = Static<typeof Change>;
