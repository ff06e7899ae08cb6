import { useMutation } from '@tanstack/react-query';
import type { Secret } from '@vialproof/contract/signatures';
import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { askForPasskey } from '../lib/passkeys';
import { ApiProblem } from '../lib/problem';
import { Button } from './button';
import { Form } from './form';
import { TextInput } from './inputs';
import { StepError } from './step-error';

/** What a person types as a proof of who they are. */
export type SecretKind = 'password' | 'code';

const fields = {
  password: {
    label: 'Your password',
    missing: 'Enter your password.',
    type: 'password',
    autoComplete: 'current-password',
  },
  code: {
    label: 'A code of your second factor',
    missing: 'Enter a code.',
    type: 'text',
    autoComplete: 'one-time-code',
  },
} as const;

/** The refusal of a wrong password, code or passkey. The form shows it. */
export const secretRefusal = (error: Error | null): ApiProblem | null =>
  error instanceof ApiProblem && error.code === 'signature_refused' ? error : null;

/**
 * Asks for one of the secrets in `kinds`, the first one at first, and offers a passkey. A button of a dialog submits it
 * by its id. Without any kind it submits a passkey.
 */
export function SecretForm({
  id,
  kinds,
  hasPasskey,
  verb,
  step,
  onSecret,
}: {
  id: string;
  kinds: readonly SecretKind[];
  hasPasskey: boolean;
  /** What the person does with the secret, as the first word of a button. */
  verb: 'Sign' | 'Confirm';
  step: { isPending: boolean; error: Error | null };
  onSecret: (secret: Secret) => void;
}) {
  const [chosen, setChosen] = useState<SecretKind>();
  const { register, handleSubmit, formState, reset, setFocus } = useForm<{ secret: string }>({
    defaultValues: { secret: '' },
  });
  const passkey = useMutation({ mutationFn: () => askForPasskey() });
  // The callbacks of `mutate` end with the form, so a passkey that answers after the dialog has closed does nothing.
  const askPasskey = () =>
    passkey.mutate(undefined, {
      onSuccess: (response) => response && onSecret({ passkey: response }),
    });
  const isBusy = step.isPending || passkey.isPending;
  const kind = chosen ?? kinds[0];
  const other = kinds.find((each) => each !== kind);
  const refusal = secretRefusal(step.error);
  const wrong = refusal?.field('password') ?? refusal?.field('code');
  useEffect(() => {
    if (refusal && wrong) setFocus('secret', { shouldSelect: true });
  }, [refusal, wrong, setFocus]);
  const send = handleSubmit(({ secret }) => {
    if (isBusy) return;
    if (kind) onSecret({ [kind]: secret });
    else askPasskey();
  });
  return (
    <>
      <Form id={id} onSubmit={send}>
        {kind ? (
          <TextInput
            key={kind}
            {...register('secret', { validate: (text) => text !== '' || fields[kind].missing })}
            label={fields[kind].label}
            type={fields[kind].type}
            autoComplete={fields[kind].autoComplete}
            autoFocus
            data-start
            error={formState.errors.secret?.message ?? wrong}
          />
        ) : null}
      </Form>
      <div className="flex flex-wrap gap-3 empty:hidden">
        {other ? (
          <Button
            variant="quiet"
            size="small"
            onClick={() => {
              reset();
              setChosen(other);
            }}
          >
            {`${verb} with ${other === 'code' ? 'a code' : 'the password'} instead`}
          </Button>
        ) : null}
        {hasPasskey ? (
          <Button
            variant={kind ? 'quiet' : 'secondary'}
            size="small"
            icon={<KeyRound aria-hidden="true" className="size-4" />}
            busy={passkey.isPending}
            onClick={askPasskey}
          >
            {`${verb} with a passkey`}
          </Button>
        ) : null}
      </div>
      <StepError error={passkey.error ?? refusal?.field('passkey')} />
    </>
  );
}
