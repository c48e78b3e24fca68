/** The organization in use: its members with their roles, and for managers its invitations. */
import type { Member } from '@lintel/contract/account';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, mayManage, renewSession } from '../../api/account';
import { Part } from '../../design/record-parts';
import { Asked, useAsk } from '../asked';
import { Sheet } from '../dialog';
import { Cancel, Form } from '../form';
import { useSession } from '../session';
import { Invitations } from './invitations';
import { MemberTable, whoIs } from './member-table';

export function Members({ id }: { readonly id: string }) {
  const session = useSession();
  const cache = useQueryClient();
  const asked = useAsk('GET /auth/organization/get-full-organization', { query: { organizationId: id } });
  const [problem, setProblem] = useState<string | null>(null);
  const [ending, setEnding] = useState<Member | null>(null);
  const again = () =>
    void cache.invalidateQueries({ queryKey: ['GET /auth/organization/get-full-organization'] });
  const after = (act: Promise<unknown>) => {
    setProblem(null);
    act.then(again, (error: Error) => {
      setProblem(error.message);
      again();
    });
  };
  return (
    <Asked of={asked}>
      {({ name, members, invitations }) => (
        <>
          <Part title={`Members of ${name}`}>
            <MemberTable
              members={members}
              onEnd={setEnding}
              onRole={({ id: memberId }, role) =>
                after(
                  ask('POST /auth/organization/update-member-role', {
                    body: { organizationId: id, memberId, role },
                  }),
                )
              }
            />
            <p className="soft">
              Members use the credits and see the keys. Admins also make keys and invite people. Owners do
              everything.
            </p>
            <p className="problem" role="alert">
              {problem}
            </p>
          </Part>
          {mayManage(session) ? (
            <Invitations organizationId={id} invitations={invitations} onChange={again} after={after} />
          ) : null}
          {ending === null ? null : (
            <EndMembership
              of={ending}
              organization={name}
              organizationId={id}
              onClose={() => setEnding(null)}
              onRemoved={again}
            />
          )}
        </>
      )}
    </Asked>
  );
}

interface EndMembershipProps {
  readonly of: Member;
  readonly organization: string;
  readonly organizationId: string;
  onClose(): void;
  onRemoved(): void;
}

/** Asks before somebody leaves or is removed: only another invitation brings them back. */
function EndMembership({ of: member, organization, organizationId, onClose, onRemoved }: EndMembershipProps) {
  const { user } = useSession();
  const isSelf = member.userId === user.id;
  return (
    <Sheet title={isSelf ? `Leave ${organization}?` : `Remove ${whoIs(member)}?`} onClose={onClose}>
      <p>
        {isSelf
          ? 'You no longer see its keys or use its credits.'
          : 'They no longer see its keys or use its credits.'}{' '}
        Keys that were made here go on working. To come back takes an invitation.
      </p>
      <Form
        button={isSelf ? 'Leave' : 'Remove'}
        isDangerous
        action={() =>
          isSelf
            ? ask('POST /auth/organization/leave', { body: { organizationId } })
            : ask('POST /auth/organization/remove-member', {
                body: { organizationId, memberIdOrEmail: member.id },
              })
        }
        onDone={() => {
          onClose();
          if (isSelf) void renewSession();
          else onRemoved();
        }}
        aside={<Cancel onClose={onClose} />}
      />
    </Sheet>
  );
}
