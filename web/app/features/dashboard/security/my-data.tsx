import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '../../../lib/save-file';
import { Button } from '../../../ui/button';
import { Part } from '../part';
import { DeleteDialog } from './delete-dialog';
import { Failure } from './failure';
import { ProfilePage } from './profile-page';

/** All data that the server stores about the user, with buttons to download or delete it. */
export function MyData() {
  const [asking, setAsking] = useState(false);
  const save = useMutation({ mutationFn: () => saveFile('/api/me/export', 'my-data.json') });
  return (
    <ProfilePage title="Your data">
      <div className="grid max-w-2xl gap-10 [&>section:first-child]:border-t-0 [&>section:first-child]:pt-0">
        <Part title="Download your data">
          <p>
            Everything that is kept about you, as one JSON file: profile, orders, payments, devices and the
            security log.
          </p>
          <div>
            <Button
              variant="secondary"
              icon={<Download className="size-4" />}
              busy={save.isPending}
              onClick={() => save.mutate()}
            >
              {save.isPending ? 'Collecting your data…' : 'Download my data'}
            </Button>
          </div>
          <Failure error={save.error} />
        </Part>
        <Part title="Delete your account">
          <p>
            Your name, address and sign-in go for good. Orders and certificates stay, without your name:
            whoever holds a certificate can go on verifying it.
          </p>
          <div>
            <Button variant="danger" onClick={() => setAsking(true)}>
              Delete my account
            </Button>
          </div>
        </Part>
      </div>
      <DeleteDialog open={asking} onClose={() => setAsking(false)} />
    </ProfilePage>
  );
}
