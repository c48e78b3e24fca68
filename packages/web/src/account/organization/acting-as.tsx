/** The choice in whose name one acts: one's own, or that of an organization. */
import { useState } from 'react';
import { ask, renewSession } from '../../api/account';
import { Asked, useAsk } from '../asked';
import { useSession } from '../session';

export function ActingAs() {
  const { user, organization } = useSession();
  const asked = useAsk('GET /auth/organization/list', {});
  const [problem, setProblem] = useState<string | null>(null);
  const choose = (organizationId: string | null) => {
    setProblem(null);
    ask('POST /auth/organization/set-active', { body: { organizationId } })
      .then(renewSession)
      .catch((error: Error) => setProblem(error.message));
  };
  return (
    <Asked of={asked}>
      {(organizations) =>
        organizations.length === 0 ? null : (
          <fieldset className="field plain">
            <legend className="label">You act for</legend>
            <label className="choice">
              <input
                type="radio"
                name="acting"
                checked={organization === null}
                onChange={() => choose(null)}
              />
              yourself ({user.email})
            </label>
            {organizations.map(({ id, name }) => (
              <label className="choice" key={id}>
                <input
                  type="radio"
                  name="acting"
                  checked={organization?.id === id}
                  onChange={() => choose(id)}
                />
                {name}
              </label>
            ))}
            <span className="note">Keys, usage, the playground and the explorer follow this choice.</span>
            <p className="problem" role="alert">
              {problem}
            </p>
          </fieldset>
        )
      }
    </Asked>
  );
}
