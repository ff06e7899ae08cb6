import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SecuritySummary } from '@vialproof/contract/account-changes';
import { CODE_MESSAGE } from '@vialproof/contract/credentials';
import type { SecondFactorSetup as Setup } from '@vialproof/contract/second-factor';
import { parseResponse } from 'hono/client';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { mine } from '../../../data/orders/queries';
import { api } from '../../../lib/api';
import { showFieldErrors } from '../../../lib/field-errors';
import { replaceUser } from '../../../lib/session';
import { Button } from '../../../ui/button';
import { CodeInput, isCodeComplete } from '../../../ui/code-input';
import { CopyButton } from '../../../ui/copy-button';
import { Form } from '../../../ui/form';
import { Drawing } from '../../../ui/print-sheet';
import { CurrentPassword } from './current-password';
import { Failure } from './failure';

interface Fields {
  current_password: string;
}

function Begin({ summary, onBegun }: { summary: SecuritySummary; onBegun: (setup: Setup) => void }) {
  const form = useForm<Fields>();
  const begin = useMutation({
    mutationFn: async ({ current_password }: Fields) =>
      (
        await parseResponse(
          api.me['second-factor'].setup.$post({
            json: { ...(summary.has_password && { current_password }) },
          }),
        )
      ).data,
    onSuccess: onBegun,
    onError: (error) => showFieldErrors<Fields>(error, ['current_password'], form.setError),
  });
  return (
    <Form onSubmit={form.handleSubmit((fields) => begin.mutate(fields))}>
      <p>
        You need an authenticator app, such as the one built into your phone&apos;s password manager, Google
        Authenticator, Aegis or 1Password.
      </p>
      {summary.second_factor === 'required' ? (
        <p>
          A passkey does as well:{' '}
          <Link to="/dashboard/profile/security" className="link">
            add one
          </Link>{' '}
          instead.
        </p>
      ) : null}
      <CurrentPassword summary={summary} form={form} />
      <Failure error={begin.error} fields={['current_password']} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={begin.isPending}>
          {begin.isPending ? 'Starting…' : 'Continue'}
        </Button>
        <Button to="/dashboard/profile/security" variant="quiet">
          Cancel
        </Button>
      </div>
    </Form>
  );
}

/** Splits the secret into groups of four letters, which are easier to type. */
function spaced(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}

function Confirm({ setup, onCodes }: { setup: Setup; onCodes: (codes: string[]) => void }) {
  const queries = useQueryClient();
  const start = useRef<HTMLHeadingElement>(null);
  // The button that opened this step is gone, so the focus goes to the start of the step.
  useEffect(() => start.current?.focus(), []);
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [refusals, setRefusals] = useState(0);
  const confirm = useMutation({
    mutationFn: async () =>
      (await parseResponse(api.me['second-factor'].confirm.$post({ json: { code } }))).data,
    onSuccess: async ({ recovery_codes, user }) => {
      onCodes(recovery_codes);
      replaceUser(user);
      await queries.invalidateQueries({ queryKey: mine });
    },
    onError: () => setRefusals((count) => count + 1),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isCodeComplete(code)) setWrong(CODE_MESSAGE);
    else if (!confirm.isPending) confirm.mutate();
  };
  return (
    <ol className="grid gap-8">
      <li className="grid gap-4 border-rule border-t pt-5">
        <h2 ref={start} tabIndex={-1} className="display-3 outline-none">
          1. Scan this with your app
        </h2>
        <Drawing
          svg={setup.qr_svg}
          label="QR code with the key below"
          className="size-52 rounded-sm border border-rule bg-[#fff] p-2"
        />
        <div className="grid gap-1">
          <p className="text-ink-soft text-sm">
            On this device?{' '}
            <a href={setup.otpauth_url} className="link">
              Open it in your app
            </a>
            . Or type this key:
          </p>
          <p className="flex items-center gap-2">
            <code className="figures min-w-0 break-words">{spaced(setup.secret)}</code>
            <CopyButton text={setup.secret} label="Copy the key" />
          </p>
        </div>
      </li>
      <li className="grid gap-4 border-rule border-t pt-5">
        <h2 className="display-3">2. Enter the code it shows</h2>
        <Form onSubmit={submit}>
          <CodeInput
            // A refused code builds the boxes anew, so that the next code replaces it.
            key={refusals}
            autoFocus={refusals > 0}
            label="Code from your authenticator app"
            value={code}
            onChange={(value) => {
              setCode(value);
              setWrong(undefined);
            }}
            error={wrong}
          />
          <Failure error={confirm.error} />
          <div>
            <Button type="submit" busy={confirm.isPending}>
              {confirm.isPending ? 'Checking the code…' : 'Switch on'}
            </Button>
          </div>
        </Form>
      </li>
    </ol>
  );
}

/** Turns on the second factor in three steps: password, secret, first code. Only the last one changes the account. */
export function SecondFactorSetup({
  summary,
  onCodes,
}: {
  summary: SecuritySummary;
  onCodes: (codes: string[]) => void;
}) {
  const [setup, setSetup] = useState<Setup | null>(null);
  return setup ? <Confirm setup={setup} onCodes={onCodes} /> : <Begin summary={summary} onBegun={setSetup} />;
}
