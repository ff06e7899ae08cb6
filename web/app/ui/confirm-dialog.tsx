import type { ReactNode } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';
import { StepError } from './step-error';

/** Asks before a step: the children say what it does, and why it was refused stands under them. */
export function ConfirmDialog({
  open = true,
  onClose,
  title,
  back = 'Back',
  action,
  busyAction = action,
  danger = false,
  isFocused = false,
  wide,
  step,
  onConfirm,
  children,
}: {
  open?: boolean;
  onClose: () => void;
  title: string;
  /** On the button that leaves everything as it is. */
  back?: string;
  /** On the button that does it, and while it is done. */
  action: string;
  busyAction?: string;
  danger?: boolean;
  /** The cursor begins on the button that does it. */
  isFocused?: boolean;
  wide?: boolean | undefined;
  step: { isPending: boolean; error: Error | string | null };
  onConfirm: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      wide={wide}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {back}
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            busy={step.isPending}
            onClick={onConfirm}
            {...(isFocused && { 'data-start': true })}
          >
            {step.isPending ? busyAction : action}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <div className="contents">{children}</div>
        <StepError error={step.error} />
      </div>
    </Dialog>
  );
}
