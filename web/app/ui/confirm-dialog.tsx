import type { ReactNode } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';
import { StepError } from './step-error';

/** Asks before an action. The children describe it, and its error is shown below. */
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
  form,
  onConfirm,
  children,
}: {
  open?: boolean;
  onClose: () => void;
  title: string;
  /** The text of the button that cancels. */
  back?: string;
  /** The texts of the button that confirms, before and during the action. */
  action: string;
  busyAction?: string;
  danger?: boolean;
  /** The confirming button gets the focus. */
  isFocused?: boolean;
  wide?: boolean | undefined;
  step: { isPending: boolean; error: Error | string | null };
  /** The id of a form among the children, which the confirming button submits. */
  form?: string | undefined;
  onConfirm?: () => void;
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
            {...(form === undefined ? { onClick: onConfirm } : { type: 'submit' as const, form })}
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
