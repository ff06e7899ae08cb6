import { ProfilePage } from './profile-page';
import { SecurityLog } from './security-log';
import { Sessions } from './sessions';

/** Where one is signed in, and what happened to the account. */
export function Activity() {
  return (
    <ProfilePage title="Activity">
      <div className="grid gap-12">
        <Sessions />
        <SecurityLog />
      </div>
    </ProfilePage>
  );
}
