import { type Secret, SIGNATURE_SENTENCES, type SignatureMeaning } from '@vialproof/contract/signatures';
import { type ReactNode, useId } from 'react';
import { usePasskeysHere } from '../lib/passkeys';
import { useSession } from '../lib/session';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { SecretForm, secretRefusal } from '../ui/secret-form';

/** Asks a person to sign an action. It shows the sentence to sign, and asks for password, code or passkey. */
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
  const form = useId();
  const user = useSession()?.user;
  const hasPasskey = usePasskeysHere() && user?.passkey === 'on';
  return (
    <ConfirmDialog
      {...dialog}
      step={{ isPending: step.isPending, error: secretRefusal(step.error) ? null : step.error }}
      form={form}
    >
      {children}
      <p className="border-accent border-l-2 pl-4">
        <span className="text-ink-soft text-sm">{`${user?.display_name} signs:`}</span>
        <br />“{SIGNATURE_SENTENCES[meaning]}”
      </p>
      <SecretForm
        id={form}
        kinds={user?.second_factor === 'on' ? ['password', 'code'] : ['password']}
        hasPasskey={hasPasskey}
        verb="Sign"
        step={step}
        onSecret={onSign}
      />
    </ConfirmDialog>
  );
}
