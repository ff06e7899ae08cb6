import type { UseMutationResult } from '@tanstack/react-query';
import { isReason, REASON_MISSING, type ReasonPlace } from '@vialproof/contract/reasons';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { TextArea } from '../ui/inputs';
import { notify } from '../ui/toast';
import { OfferedReasons } from './offered-reasons';

/** A dialog for an action that needs a written reason. Without a list of usual reasons, any text is accepted. */
export function ReasonDialog({
  place,
  label = 'Reason',
  missing = REASON_MISSING,
  done,
  step,
  children,
  ...dialog
}: {
  place?: ReasonPlace;
  open: boolean;
  onClose: () => void;
  title: string;
  label?: string;
  /** The message for a missing or insufficient reason. */
  missing?: string;
  action: string;
  busyAction: string;
  danger?: boolean;
  wide?: boolean;
  /** The message after the action. */
  done?: string;
  step: UseMutationResult<unknown, Error, string>;
  /** Says what the action does, and what is lost by it. */
  children: ReactNode;
}) {
  const { register, handleSubmit, formState, setValue } = useForm<{ reason: string }>({
    defaultValues: { reason: '' },
  });
  const go = handleSubmit(({ reason }) =>
    step.mutate(reason.trim(), {
      onSuccess: () => {
        if (done) notify.success(done);
        dialog.onClose();
      },
    }),
  );
  const isSaid = (text: string) => (place ? isReason(place, text) : text.trim() !== '');
  return (
    <ConfirmDialog {...dialog} step={step} onConfirm={() => void go()}>
      <div className="grid gap-2">{children}</div>
      <TextArea
        {...register('reason', { validate: (text) => isSaid(text) || missing })}
        label={label}
        rows={3}
        data-start
        aria-keyshortcuts="Control+Enter"
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !step.isPending) void go();
        }}
        maxLength={1000}
        error={formState.errors.reason?.message}
      />
      {place ? (
        <OfferedReasons
          place={place}
          onChoose={(reason) => setValue('reason', reason, { shouldValidate: formState.isSubmitted })}
        />
      ) : null}
    </ConfirmDialog>
  );
}
