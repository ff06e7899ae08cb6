import type { Secret } from '@vialproof/contract/signatures';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiProblem } from '../lib/problem';
import { Button } from './button';
import { Form } from './form';
import { TextInput } from './inputs';

/** What a person types as a proof of who they are. */
export type SecretKind = 'password' | 'code';

const fields = {
  password: {
    label: 'Your password',
    missing: 'Enter your password.',
    type: 'password',
    inputMode: 'text',
    autoComplete: 'current-password',
  },
  code: {
    label: 'A code of your second factor',
    missing: 'Enter a code.',
    type: 'text',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
  },
} as const;

/** The refusal of a wrong password or code. The form shows it beside its field. */
export const secretRefusal = (error: Error | null): ApiProblem | null =>
  error instanceof ApiProblem && error.code === 'signature_refused' ? error : null;

/** Asks for one of the secrets in `kinds`, the first one at first. A button of a dialog submits it by its id. */
export function SecretForm({
  id,
  kinds,
  verb,
  step,
  onSecret,
}: {
  id: string;
  kinds: readonly SecretKind[];
  /** What the person does with the secret, as the first word of a button. */
  verb: 'Sign' | 'Confirm';
  step: { isPending: boolean; error: Error | null };
  onSecret: (secret: Secret) => void;
}) {
  const [chosen, setChosen] = useState<SecretKind>();
  const { register, handleSubmit, formState, reset } = useForm<{ secret: string }>({
    defaultValues: { secret: '' },
  });
  const kind = chosen ?? kinds[0] ?? 'password';
  const other = kinds.find((each) => each !== kind);
  const { missing, ...field } = fields[kind];
  const refusal = secretRefusal(step.error);
  const send = handleSubmit(({ secret }) => {
    if (!step.isPending) onSecret({ [kind]: secret });
  });
  return (
    <>
      <Form id={id} onSubmit={send}>
        <TextInput
          key={kind}
          {...register('secret', { validate: (text) => text !== '' || missing })}
          {...field}
          autoFocus
          data-start
          error={formState.errors.secret?.message ?? refusal?.field('password') ?? refusal?.field('code')}
        />
      </Form>
      {other ? (
        <div>
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
        </div>
      ) : null}
    </>
  );
}
