import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SecuritySummary } from '@vialproof/contract/account-changes';
import { parseResponse } from 'hono/client';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { securityQuery } from '../../../data/account/queries';
import { mine } from '../../../data/orders/queries';
import { api } from '../../../lib/api';
import { showFieldErrors } from '../../../lib/field-errors';
import { replaceUser } from '../../../lib/session';
import { Button } from '../../../ui/button';
import { Form } from '../../../ui/form';
import { TextInput } from '../../../ui/inputs';
import { notify } from '../../../ui/toast';
import { Part } from '../part';
import { CurrentPassword } from './current-password';
import { Failure } from './failure';

const codeProps = { mono: true, autoComplete: 'one-time-code', spellCheck: false, maxLength: 64 } as const;
const noCode = { required: 'Enter the code.' };

function NewCodes({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const queries = useQueryClient();
  const { register, handleSubmit, setError, formState } = useForm<{ code: string }>();
  const renew = useMutation({
    mutationFn: async (json: { code: string }) =>
      (await parseResponse(api.me['second-factor']['recovery-codes'].$post({ json }))).data,
    onSuccess: async ({ recovery_codes }) => {
      onCodes(recovery_codes);
      await queries.invalidateQueries({ queryKey: securityQuery.queryKey });
    },
    onError: (error) => showFieldErrors<{ code: string }>(error, ['code'], setError),
  });
  return (
    <Form onSubmit={handleSubmit((fields) => renew.mutate(fields))}>
      <TextInput
        {...register('code', noCode)}
        {...codeProps}
        inputMode="numeric"
        label="Code from your authenticator app"
        error={formState.errors.code?.message}
      />
      <Failure error={renew.error} fields={['code']} />
      <div>
        <Button type="submit" variant="secondary" busy={renew.isPending}>
          {renew.isPending ? 'Making new codes…' : 'Make new recovery codes'}
        </Button>
      </div>
    </Form>
  );
}

interface OffFields {
  current_password: string;
  code: string;
}

function SwitchOff({ summary }: { summary: SecuritySummary }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<OffFields>();
  const { register, handleSubmit, setError, formState } = form;
  const off = useMutation({
    mutationFn: ({ current_password, code }: OffFields) =>
      api.me['second-factor'].off.$post({
        json: { code, ...(summary.has_password && { current_password }) },
      }),
    onSuccess: async () => {
      replaceUser({ second_factor: 'off' });
      notify.success('Two-step sign-in is off.');
      await queries.invalidateQueries({ queryKey: mine });
      await navigate('/dashboard/profile/security');
    },
    onError: (error) => showFieldErrors<OffFields>(error, ['current_password', 'code'], setError),
  });
  return (
    <Form onSubmit={handleSubmit((fields) => off.mutate(fields))}>
      <CurrentPassword summary={summary} form={form} />
      <TextInput
        {...register('code', noCode)}
        {...codeProps}
        label="Code from the app, or a recovery code"
        error={formState.errors.code?.message}
      />
      <Failure error={off.error} fields={['current_password', 'code']} />
      <div>
        <Button type="submit" variant="danger" busy={off.isPending}>
          {off.isPending ? 'Switching off…' : 'Switch off'}
        </Button>
      </div>
    </Form>
  );
}

/** The actions that are possible while the second factor is on. */
export function SecondFactorOn({
  summary,
  onCodes,
}: {
  summary: SecuritySummary;
  onCodes: (codes: string[]) => void;
}) {
  const left = summary.recovery_codes_left;
  return (
    <div className="grid gap-8">
      <Part title="Recovery codes">
        <p>
          <span>{left === 1 ? '1 code is' : `${left} codes are`}</span> unused. New codes take the place of
          all earlier ones.
        </p>
        <NewCodes onCodes={onCodes} />
      </Part>
      <Part title="Switch off">
        <p>From then on your password alone opens your account. Your recovery codes stop working.</p>
        <SwitchOff summary={summary} />
      </Part>
    </div>
  );
}
