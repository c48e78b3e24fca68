/** The members with their roles, and what may be done to each. */
import type { Member, Role } from '@lintel/contract/account';
import { mayManage } from '../../api/account';
import { acts, DataTable, TwoLines } from '../../design/data-table';
import { sentence } from '../../words/format';
import { useSession } from '../session';

/** How a member is called. */
export const whoIs = ({ user }: Member) => user.name || user.email;

interface MemberTableProps {
  readonly members: readonly Member[];
  /** They leave, or are removed. */
  onEnd(member: Member): void;
  onRole(member: Member, role: Role): void;
}

export function MemberTable({ members, onEnd, onRole }: MemberTableProps) {
  const session = useSession();
  const isSelf = ({ userId }: Member) => userId === session.user.id;
  const isOwner = session.organization?.role === 'owner';
  const mayChange = (member: Member) =>
    mayManage(session) && !isSelf(member) && (isOwner || member.role !== 'owner');
  return (
    <DataTable
      label="Members"
      isCards
      rows={members}
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'Person',
          is: 'name',
          cell: ({ user: { name, email } }) =>
            name && name !== email ? <TwoLines first={name} second={email} /> : email,
        },
        {
          head: 'Role',
          cell: (member) =>
            mayChange(member) ? (
              <select
                className="input small"
                aria-label={`Role of ${whoIs(member)}`}
                value={member.role}
                onChange={({ target }) => onRole(member, target.value as Role)}
              >
                {isOwner ? <option value="owner">Owner</option> : null}
                <option value="admin">Admin</option>
                <option value="member">Member</option>
              </select>
            ) : (
              sentence(member.role)
            ),
        },
        {
          ...acts,
          cell: (member) =>
            isSelf(member) ? (
              <button type="button" className="button small" onClick={() => onEnd(member)}>
                Leave
              </button>
            ) : mayChange(member) ? (
              <button
                type="button"
                className="button small danger"
                aria-label={`Remove ${whoIs(member)}`}
                onClick={() => onEnd(member)}
              >
                Remove
              </button>
            ) : null,
        },
      ]}
    />
  );
}
