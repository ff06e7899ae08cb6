import type { UseMutationResult } from '@tanstack/react-query';
import { isReason, REASON_MISSING, type ReasonPlace } from '@vialproof/contract/reasons';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { TextArea } from '../ui/inputs';
import { notify } from '../ui/toast';
import { OfferedReasons } from './offered-reasons';
import { useKeptForm } from './use-kept-form';

/** A dialog for an action that needs a written reason. Without a list of usual reasons, any text is accepted. */
export function ReasonDialog({
  place,
  kept,
  label = 'Reason',
  missing = REASON_MISSING,
  done,
  step,
  children,
  ...dialog
}: {
  place?: ReasonPlace;
  /** The name under which this tab stores the text until the action. Without it, the end of the session loses it. */
  kept?: `lab.${string}`;
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
  const form = useForm<{ reason: string }>({ defaultValues: { reason: '' } });
  const { register, handleSubmit, formState, setValue } = form;
  const forget = useKeptForm(kept, form);
  const go = handleSubmit(({ reason }) =>
    step.mutate(reason.trim(), {
      onSuccess: () => {
        forget();
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
