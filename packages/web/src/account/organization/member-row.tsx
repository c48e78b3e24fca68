/** A member with their role, and what may be done to them. */
import type { Member, Role } from '@lintel/contract/account';
import { sentence } from '../../words/format';
import { mayManage } from '../api';
import { useSession } from '../session';

/** How a member is called. */
export const whoIs = ({ user }: Member) => user.name || user.email;

interface MemberRowProps {
  readonly member: Member;
  /** They leave, or are removed. */
  onEnd(): void;
  onRole(role: Role): void;
}

export function MemberRow({ member, onEnd, onRole }: MemberRowProps) {
  const session = useSession();
  const isSelf = member.userId === session.user.id;
  const isOwner = session.organization?.role === 'owner';
  const mayChange = mayManage(session) && !isSelf && (isOwner || member.role !== 'owner');
  const who = whoIs(member);
  return (
    <tr>
      <th scope="row">
        {who}
        {who === member.user.email ? null : (
          <>
            <br />
            <span className="soft">{member.user.email}</span>
          </>
        )}
      </th>
      <td data-label="Role">
        {mayChange ? (
          <select
            className="input small"
            aria-label={`Role of ${who}`}
            value={member.role}
            onChange={({ target }) => onRole(target.value as Role)}
          >
            {isOwner ? <option value="owner">Owner</option> : null}
            <option value="admin">Admin</option>
            <option value="member">Member</option>
          </select>
        ) : (
          sentence(member.role)
        )}
      </td>
      <td className="row-actions">
        {isSelf ? (
          <button type="button" className="button small" onClick={onEnd}>
            Leave
          </button>
        ) : mayChange ? (
          <button type="button" className="button small danger" aria-label={`Remove ${who}`} onClick={onEnd}>
            Remove
          </button>
        ) : null}
      </td>
    </tr>
  );
}
