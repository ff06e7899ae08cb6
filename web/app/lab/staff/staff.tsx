import { useQuery } from '@tanstack/react-query';
import type { StaffMember } from '@vialproof/contract/staff';
import { useState } from 'react';
import type { PageHandle } from '../../lib/page-handle';
import { signedInMeta } from '../../lib/page-meta';
import { useSession } from '../../lib/session';
import { Button } from '../../ui/button';
import { DataTable } from '../../ui/data-table';
import { Instant } from '../../ui/figures';
import { QueryView, SkeletonLines } from '../../ui/query-view';
import { Badge } from '../../ui/status-badge';
import { staffQuery } from '../queries';
import { FindPerson } from './find-person';
import { ManageDialog } from './manage-dialog';
import { roleName } from './roles';
import { StaffPage } from './staff-page';

export const handle: PageHandle = { query: [] };

function Table({ staff, onManage }: { staff: StaffMember[]; onManage: (member: StaffMember) => void }) {
  const me = useSession()?.user.id;
  return (
    <DataTable
      caption="Staff"
      rows={staff}
      rowKey={(member) => member.id}
      columns={[
        {
          header: 'Person',
          cell: (member) => (
            <span className="block md:text-left">
              <span className="block font-medium">
                <span>{`${member.first_name} ${member.last_name}`}</span>
                {member.id === me ? <span className="font-normal text-ink-soft"> (you)</span> : null}
              </span>
              <span className="block wrap-anywhere text-ink-soft text-sm">{member.email}</span>
            </span>
          ),
        },
        { header: 'Role', cell: (member) => roleName(member.role) },
        {
          header: 'Two-step sign-in',
          cell: (member) =>
            member.has_second_factor ? <Badge tone="good">ON</Badge> : <Badge tone="wait">OFF</Badge>,
        },
        {
          header: 'Last seen',
          cell: (member) => (
            <span className="whitespace-nowrap">
              {member.last_used_at ? <Instant at={member.last_used_at} /> : 'Never'}
            </span>
          ),
        },
        {
          header: 'Change',
          cell: (member) => (
            <Button variant="secondary" onClick={() => onManage(member)}>
              Manage<span className="sr-only"> {member.email}</span>
            </Button>
          ),
        },
      ]}
    />
  );
}

export const meta = signedInMeta('Staff');

/** The staff and their roles. For admins; the API refuses all other users. */
export default function Staff() {
  const staff = useQuery(staffQuery);
  const [managed, setManaged] = useState<StaffMember | null>(null);
  return (
    <StaffPage
      here="People"
      lead="A role works from the person’s next call on; taking one away ends their access at once."
    >
      <QueryView query={staff} skeleton={<SkeletonLines lines={4} />}>
        {(members) => <Table staff={members} onManage={setManaged} />}
      </QueryView>
      <FindPerson onFound={setManaged} />
      <ManageDialog member={managed} onClose={() => setManaged(null)} />
    </StaffPage>
  );
}
