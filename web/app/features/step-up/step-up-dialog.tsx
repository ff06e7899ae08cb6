import { useMutation, useQuery } from '@tanstack/react-query';
import type { SecuritySummary } from '@vialproof/contract/account-changes';
import type { Secret } from '@vialproof/contract/signatures';
import { useEffect, useId } from 'react';
import { securityQuery } from '../../data/account/queries';
import { api, signInAnew } from '../../lib/api';
import { usePasskeysHere } from '../../lib/passkeys';
import { replaceUser } from '../../lib/session';
import { answerStepUp } from '../../lib/step-up';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { SecretForm, type SecretKind, secretRefusal } from '../../ui/secret-form';
import { Skeleton } from '../../ui/states';

/** The secrets that the person has. If the server does not say, both are offered. */
function kindsOf(summary: SecuritySummary | undefined): SecretKind[] {
  const kinds: SecretKind[] = [];
  if (summary?.has_password !== false) kinds.push('password');
  if (!summary || summary.second_factor === 'on') kinds.push('code');
  return kinds;
}

/** Asks for the password, a code or a passkey again, before the page's call is repeated. */
export default function StepUpDialog({ open }: { open: boolean }) {
  const form = useId();
  const security = useQuery({ ...securityQuery, enabled: open });
  const confirm = useMutation({
    mutationFn: (json: Secret) => api.auth['step-up'].$post({ json }),
    onSuccess: (_, { passkey }) => {
      // A passkey also gives the rights of an admin who needs one.
      if (passkey) replaceUser({ passkey: 'on' });
      answerStepUp(true);
    },
  });
  const { reset } = confirm;
  // The next question starts without the errors of this one.
  useEffect(() => {
    if (!open) reset();
  }, [open, reset]);
  const kinds = security.isPending ? null : kindsOf(security.data);
  const hasPasskey = usePasskeysHere() && (security.data?.passkeys ?? 0) > 0;
  const isStuck = kinds?.length === 0 && !hasPasskey;
  return (
    <ConfirmDialog
      open={open}
      onClose={() => answerStepUp(false)}
      title="Confirm that it is you"
      back="Cancel"
      action={isStuck ? 'Sign in again' : 'Confirm'}
      busyAction="Confirming…"
      step={{
        isPending: confirm.isPending,
        error: secretRefusal(confirm.error) ? null : confirm.error,
      }}
      {...(isStuck ? { onConfirm: () => signInAnew('again') } : { form })}
    >
      <p>
        {isStuck
          ? 'Your account has nothing that you could enter here. Sign in again: then you come back to this page.'
          : 'A change like this asks for a proof that it is you, at most once in ten minutes. What you have begun then goes on.'}
      </p>
      {kinds ? null : <Skeleton className="h-16" />}
      {kinds && !isStuck ? (
        <SecretForm
          id={form}
          kinds={kinds}
          hasPasskey={hasPasskey}
          verb="Confirm"
          step={confirm}
          onSecret={confirm.mutate}
        />
      ) : null}
    </ConfirmDialog>
  );
}
