import type { ErrorCode } from '@vialproof/contract/errors';
import { type Secret, SIGNATURE_SENTENCES, type SignatureMeaning } from '@vialproof/contract/signatures';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiProblem } from '../lib/problem';
import { useSession } from '../lib/session';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Form } from '../ui/form';
import { TextInput } from '../ui/inputs';

const REFUSED: ErrorCode = 'signature_refused';

/** Asks a person to sign an action. It shows the sentence to sign, and asks for password or code. */
export function SignDialog({
  meaning,
  step,
  onSign,
  children,
  ...dialog
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  meaning: SignatureMeaning;
  action: string;
  busyAction: string;
  step: { isPending: boolean; error: Error | null };
  onSign: (secret: Secret) => void;
  children: ReactNode;
}) {
  const [kind, setKind] = useState<'password' | 'code'>('password');
  const { register, handleSubmit, formState, reset } = useForm<{ secret: string }>({
    defaultValues: { secret: '' },
  });
  const name = useSession()?.user.display_name;
  const refusal = step.error instanceof ApiProblem && step.error.code === REFUSED ? step.error : null;
  // If password and code are not in the form, the server's refusal names no field.
  const wrong = refusal?.field('password') ?? refusal?.field('code');
  const missing = kind === 'password' ? 'Enter your password.' : 'Enter a code.';
  const sign = handleSubmit(({ secret }) => {
    if (!step.isPending) onSign({ [kind]: secret });
  });
  return (
    <ConfirmDialog
      {...dialog}
      step={{ isPending: step.isPending, error: refusal ? null : step.error }}
      onConfirm={() => void sign()}
    >
      {children}
      <p className="border-accent border-l-2 pl-4">
        <span className="text-ink-soft text-sm">{`${name} signs:`}</span>
        <br />“{SIGNATURE_SENTENCES[meaning]}”
      </p>
      <Form onSubmit={() => sign()}>
        <TextInput
          key={kind}
          {...register('secret', { validate: (text) => text !== '' || missing })}
          label={kind === 'password' ? 'Your password' : 'A code of your second factor'}
          type={kind === 'password' ? 'password' : 'text'}
          inputMode={kind === 'password' ? 'text' : 'numeric'}
          autoComplete={kind === 'password' ? 'current-password' : 'one-time-code'}
          data-start
          error={formState.errors.secret?.message ?? wrong}
        />
      </Form>
      <div>
        <Button
          variant="quiet"
          size="small"
          onClick={() => {
            reset();
            setKind(kind === 'password' ? 'code' : 'password');
          }}
        >
          {kind === 'password' ? 'Sign with a code instead' : 'Sign with the password instead'}
        </Button>
      </div>
    </ConfirmDialog>
  );
}
