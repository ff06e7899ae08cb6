import { useMutation, useQuery } from '@tanstack/react-query';
import type { Deletion } from '@vialproof/contract/account-changes';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { securityQuery } from '../../../data/account/queries';
import { api } from '../../../lib/api';
import { FAREWELL } from '../../../lib/farewell';
import { showFieldErrors } from '../../../lib/field-errors';
import { endSession } from '../../../lib/session';
import { replaceSession } from '../../../lib/transport';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Form } from '../../../ui/form';
import { QueryView } from '../../../ui/query-view';
import { Notice } from '../../../ui/states';
import { CurrentPassword } from './current-password';
import { Failure } from './failure';
import { deletionQuery } from './queries';

interface Fields {
  current_password: string;
}

function Sentences({ title, items }: { title: string; items: string[] }) {
  if (items.length === 0) return null;
  return (
    <div className="grid gap-1">
      <h3 className="font-medium">{title}</h3>
      <ul className="list-disc pl-5 text-ink-soft">
        {items.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}

function Meaning({ deletion }: { deletion: Deletion }) {
  return (
    <div className="grid gap-4">
      {deletion.blocked_by.length > 0 ? (
        <Notice tone="wait">
          <Sentences title="Not possible yet" items={deletion.blocked_by} />
        </Notice>
      ) : null}
      <Sentences title="What goes" items={deletion.goes} />
      <Sentences title="What stays" items={deletion.stays} />
    </div>
  );
}

/** Asks before the account is deleted, and lists what is lost and what stays. */
export function DeleteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const formId = useId();
  const deletion = useQuery({ ...deletionQuery, enabled: open });
  const security = useQuery({ ...securityQuery, enabled: open });
  const form = useForm<Fields>();
  const remove = useMutation({
    mutationFn: ({ current_password }: Fields) =>
      replaceSession(async () => {
        await api.me.deletion.$post({ json: { ...(current_password && { current_password }) } });
        endSession();
      }),
    onSuccess: () => navigate('/', { replace: true, state: FAREWELL }),
    onError: (error) => showFieldErrors<Fields>(error, ['current_password'], form.setError),
  });
  const close = () => {
    remove.reset();
    form.reset();
    onClose();
  };
  const possible = deletion.data?.blocked_by.length === 0;
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Delete your account?"
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            Keep my account
          </Button>
          {possible ? (
            <Button type="submit" form={formId} variant="danger" busy={remove.isPending}>
              {remove.isPending ? 'Deleting…' : 'Delete for good'}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="grid gap-5">
        <QueryView query={deletion}>{(meaning) => <Meaning deletion={meaning} />}</QueryView>
        {possible && security.data ? (
          <Form id={formId} onSubmit={form.handleSubmit((fields) => remove.mutate(fields))}>
            <CurrentPassword summary={security.data} form={form} />
          </Form>
        ) : null}
        <Failure error={remove.error} fields={['current_password']} />
      </div>
    </Dialog>
  );
}
