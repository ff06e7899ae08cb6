import { signOut } from '../../lib/api';
import { Button } from '../../ui/button';
import { AccountFrame } from './account-frame';

/** Replaces the registration form for a signed-in user. It says that one account is enough, and that another is possible. */
export function SignedInAlready({ email }: { email: string }) {
  return (
    <AccountFrame
      title="You are signed in"
      lead={
        <>
          This browser is signed in as <strong className="wrap-anywhere font-medium text-ink">{email}</strong>
          . To open another account, sign out first.
        </>
      }
    >
      <div className="flex flex-wrap gap-3">
        <Button to="/dashboard">Go to the dashboard</Button>
        <Button variant="secondary" onClick={signOut}>
          Sign out and register
        </Button>
      </div>
    </AccountFrame>
  );
}
