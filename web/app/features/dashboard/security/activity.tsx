import { ProfilePage } from './profile-page';
import { SecurityLog } from './security-log';
import { Sessions } from './sessions';

/** The active sessions and the security events of the account. */
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
