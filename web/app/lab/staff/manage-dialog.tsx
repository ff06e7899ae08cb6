import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Role } from '@vialproof/contract/accounts';
import type { StaffMember } from '@vialproof/contract/staff';
import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { api } from '../../lib/api';
import { Button } from '../../ui/button';
import { RadioCards } from '../../ui/choices';
import { Dialog } from '../../ui/dialog';
import { StepError } from '../../ui/step-error';
import { notify } from '../../ui/toast';
import { labKey } from '../queries';
import { ResetSecondFactor } from './reset-second-factor';
import { roleName, roles } from './roles';

function isRole(text: string): text is Role {
  return roles.some(({ value }) => value === text);
}

function Manage({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const queries = useQueryClient();
  const [role, setRole] = useState(member.role);
  const change = useMutation({
    mutationFn: async () =>
      (await parseResponse(api.lab.staff[':id'].role.$put({ param: { id: member.id }, json: { role } })))
        .data,
    onSuccess: async (changed) => {
      notify.success(
        changed.role === 'customer' ? 'Role taken away.' : `Role given: ${roleName(changed.role)}.`,
      );
      await queries.invalidateQueries({ queryKey: labKey });
      onClose();
    },
  });
  const leaves = role === 'customer' && member.role !== 'customer';
  const label = leaves ? 'Take the role away' : 'Save role';
  return (
    <div className="grid gap-6">
      <p className="wrap-anywhere text-ink-soft">{member.email}</p>
      <RadioCards
        legend="Role"
        name="role"
        options={roles.map(({ value, name, may }) => ({ value, title: name, text: may }))}
        value={role}
        onChange={(event) => {
          if (isRole(event.target.value)) setRole(event.target.value);
        }}
      />
      {leaves ? <p>Their access to the laboratory ends at once. Their account as a customer stays.</p> : null}
      <StepError error={change.error} />
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <Button variant="secondary" size="large" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant={leaves ? 'danger' : 'primary'}
          size="large"
          disabled={role === member.role}
          busy={change.isPending}
          onClick={() => change.mutate()}
        >
          {change.isPending ? 'Saving…' : label}
        </Button>
      </div>
      {member.has_second_factor ? <ResetSecondFactor member={member} onDone={onClose} /> : null}
    </div>
  );
}

/** Changes the role of one person, and resets a lost second factor. */
export function ManageDialog({ member, onClose }: { member: StaffMember | null; onClose: () => void }) {
  return (
    <Dialog
      open={member !== null}
      onClose={onClose}
      title={member ? `${member.first_name} ${member.last_name}` : ''}
    >
      {member ? <Manage key={member.id} member={member} onClose={onClose} /> : null}
    </Dialog>
  );
}
