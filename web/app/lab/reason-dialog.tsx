import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { TextArea } from '../ui/inputs';
import { notify } from '../ui/toast';

/** A step that wants its reason in writing. */
export function ReasonDialog({
  label = 'Reason',
  missing = 'Say why.',
  done,
  step,
  children,
  ...dialog
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  label?: string;
  /** Said when nothing was written. */
  missing?: string;
  action: string;
  busyAction: string;
  danger?: boolean;
  /** Said when it is done. */
  done?: string;
  step: UseMutationResult<unknown, Error, string>;
  /** What the step does, and what is lost. */
  wide?: boolean;
  children: ReactNode;
}) {
  const { register, handleSubmit, formState } = useForm<{ reason: string }>({
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
  return (
    <ConfirmDialog {...dialog} step={step} onConfirm={() => void go()}>
      <div className="grid gap-2">{children}</div>
      <TextArea
        {...register('reason', { validate: (text) => text.trim() !== '' || missing })}
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
    </ConfirmDialog>
  );
}
