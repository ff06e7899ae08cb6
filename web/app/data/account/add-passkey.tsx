import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../../lib/api';
import { showFieldErrors } from '../../lib/field-errors';
import { makePasskey } from '../../lib/passkeys';
import { ApiProblem } from '../../lib/problem';
import { readSession, replaceUser } from '../../lib/session';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Form } from '../../ui/form';
import { TextInput } from '../../ui/inputs';
import { notify } from '../../ui/toast';
import { sessionsQuery } from './queries';

interface Fields {
  name: string;
}

const missing = 'Give the passkey a name: that of its device.';

/** Asks for a name, proposes that of the device, and lets the browser make a passkey. */
export function AddPasskey({ open, onClose }: { open: boolean; onClose: () => void }) {
  const form = useId();
  const queries = useQueryClient();
  const sessions = useQuery({ ...sessionsQuery, enabled: open });
  const here = sessions.data?.find(({ current }) => current);
  const device = here && here.device_kind !== 'unknown' ? here.device : '';
  const { register, handleSubmit, setError, formState, reset } = useForm<Fields>({
    values: { name: device },
    // A typed name stays when the name of the device arrives.
    resetOptions: { keepDirtyValues: true },
  });
  const add = useMutation({
    mutationFn: async ({ name }: Fields) => {
      const response = await makePasskey();
      if (!response) return false;
      await parseResponse(api.auth.passkeys.register.$post({ json: { response, name: name.trim() } }));
      return true;
    },
    onSuccess: async (isAdded) => {
      if (!isAdded) return;
      notify.success('Passkey added.');
      // The session that adds a passkey has used it, and a passkey is a second factor.
      const isDemanded = readSession()?.user.second_factor === 'required';
      replaceUser({ passkey: 'on', ...(isDemanded && { second_factor: 'off' }) });
      close();
      await queries.invalidateQueries({ queryKey: ['me'] });
    },
    onError: (error) => showFieldErrors<Fields>(error, ['name'], setError),
  });
  const close = () => {
    add.reset();
    reset();
    onClose();
  };
  const isSaid = add.error instanceof ApiProblem && add.error.field('name') !== undefined;
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title="Add a passkey"
      back="Cancel"
      action="Continue"
      busyAction="Waiting for your device…"
      step={{ isPending: add.isPending, error: isSaid ? null : add.error }}
      form={form}
    >
      <p>Your device asks for your fingerprint, your face or its PIN, and keeps the passkey.</p>
      <Form id={form} onSubmit={handleSubmit((fields) => !add.isPending && add.mutate(fields))}>
        <TextInput
          {...register('name', { validate: (text) => text.trim() !== '' || missing })}
          label="Name"
          help="So that you know it in the list: that of the device or of its password manager."
          maxLength={60}
          autoComplete="off"
          data-start
          error={formState.errors.name?.message}
        />
      </Form>
    </ConfirmDialog>
  );
}
