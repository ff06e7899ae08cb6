import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { TextArea } from '../ui/inputs';
import { StepError } from './step-error';

/** A step that wants its reason in writing. */
export function ReasonDialog({
  open,
  onClose,
  title,
  label,
  missing,
  action,
  busyAction,
  danger = false,
  busy,
  error,
  onReason,
  children,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  label: string;
  /** Said when nothing was written. */
  missing: string;
  action: string;
  busyAction: string;
  danger?: boolean;
  busy: boolean;
  error: Error | null;
  onReason: (reason: string) => void;
  /** What the step does, and what is lost. */
  children: ReactNode;
}) {
  const { register, handleSubmit, formState } = useForm<{ reason: string }>({
    defaultValues: { reason: '' },
  });
  const go = handleSubmit(({ reason }) => onReason(reason.trim()));
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Back
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={() => void go()}>
            {busy ? busyAction : action}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <div className="grid gap-2">{children}</div>
        <TextArea
          {...register('reason', { validate: (text) => text.trim() !== '' || missing })}
          label={label}
          rows={3}
          data-start
          aria-keyshortcuts="Control+Enter"
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !busy) void go();
          }}
          maxLength={1000}
          error={formState.errors.reason?.message}
        />
        <StepError error={error} />
      </div>
    </Dialog>
  );
}
