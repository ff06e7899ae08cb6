import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SecuritySummary } from '@vialproof/contract/account-changes';
import { PASSWORD_MESSAGE } from '@vialproof/contract/credentials';
import { parseResponse } from 'hono/client';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { securityQuery } from '../../../data/account/queries';
import { mine } from '../../../data/orders/queries';
import { api } from '../../../lib/api';
import { showFieldErrors } from '../../../lib/field-errors';
import { startSession } from '../../../lib/session';
import { replaceSession } from '../../../lib/transport';
import { Button } from '../../../ui/button';
import { Form } from '../../../ui/form';
import { NewPasswordInput, newPassword } from '../../../ui/password-input';
import { QueryView } from '../../../ui/query-view';
import { notify } from '../../../ui/toast';
import { CurrentPassword } from './current-password';
import { Failure } from './failure';
import { Flow } from './flow';

interface Fields {
  current_password: string;
  password: string;
}

const fieldNames: (keyof Fields)[] = ['current_password', 'password'];

function Change({ summary }: { summary: SecuritySummary }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const form = useForm<Fields>({ mode: 'onTouched' });
  const { register, handleSubmit, setError, formState } = form;
  const change = useMutation({
    mutationFn: ({ current_password, password }: Fields) =>
      replaceSession(async () => {
        const json = { password, ...(summary.has_password && { current_password }) };
        // The change has ended all sessions. The server's answer contains a new one.
        startSession(await parseResponse(api.me.password.$put({ json })));
      }),
    onSuccess: async () => {
      const done = summary.has_password ? 'Password changed.' : 'Password set.';
      notify.success(`${done} Other devices are signed out.`);
      await queries.invalidateQueries({ queryKey: mine });
      await navigate('/dashboard/profile/security');
    },
    onError: (error) => showFieldErrors<Fields>(error, fieldNames, setError),
  });
  return (
    <Form onSubmit={handleSubmit((fields) => change.mutate(fields))}>
      <CurrentPassword summary={summary} form={form} />
      <NewPasswordInput
        {...register('password', { ...newPassword, required: PASSWORD_MESSAGE })}
        label="New password"
        error={formState.errors.password?.message}
      />
      <Failure error={change.error} fields={fieldNames} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={change.isPending}>
          {change.isPending ? 'Saving…' : summary.has_password ? 'Change password' : 'Set password'}
        </Button>
        <Button to="/dashboard/profile/security" variant="quiet">
          Cancel
        </Button>
      </div>
    </Form>
  );
}

/** Changes the password. The user must also enter the current password. */
export function PasswordForm() {
  const security = useQuery(securityQuery);
  return (
    <Flow
      title={security.data?.has_password === false ? 'Set a password' : 'Change password'}
      lead="Every other device that is signed in to your account will be signed out."
    >
      <QueryView query={security}>{(summary) => <Change summary={summary} />}</QueryView>
    </Flow>
  );
}
