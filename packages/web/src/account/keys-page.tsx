/** The keys of the account in use. */
import { AccountPage } from './page';
import { useSession } from './session';

export function KeysPage() {
  const { account } = useSession();
  return (
    <AccountPage title="API keys">
      <p>{account.name}</p>
    </AccountPage>
  );
}
