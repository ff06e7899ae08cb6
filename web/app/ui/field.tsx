import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

export interface FieldText {
  label: string;
  /** A sentence under the control. */
  help?: ReactNode;
  /** The error text of the field, below the help. */
  error?: string | undefined;
  /** Marks the control as wrong although the error text is at another one. */
  isMarked?: boolean | undefined;
  /** Adds '(optional)' to the label. */
  optional?: boolean | undefined;
  /** A small label above a large box, for example in a table or a panel of details. */
  isQuiet?: boolean | undefined;
}

export interface ControlProps {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** The look of every text box. */
export const controlClass =
  'min-h-11 w-full rounded-sm border border-edge bg-sheet px-3 py-2 text-base text-ink transition-colors ' +
  'placeholder:text-ink-faint hover:border-ink-soft disabled:bg-wash disabled:text-ink-faint disabled:hover:border-edge ' +
  'aria-invalid:border-bad ' +
  // Read-only controls look like text.
  '[&[readonly]]:border-transparent [&[readonly]]:bg-transparent [&[readonly]]:px-0';

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-bad text-sm">
      <CircleAlert className="mt-[0.2em] size-4" />
      <span>{children}</span>
    </p>
  );
}

/** Label above, help and error below; the control gets the ids that connect them. */
export function Field({
  label,
  help,
  error,
  optional,
  isMarked,
  isQuiet,
  children,
}: FieldText & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const helpId = `${id}-help`;
  const errorId = `${id}-error`;
  const describedBy = [help ? helpId : '', error ? errorId : ''].filter(Boolean).join(' ');
  return (
    <div
      className={
        isQuiet ? 'grid content-start gap-1 [&_:is(input,select)]:min-h-12' : 'grid grid-cols-1 gap-1.5'
      }
    >
      <label htmlFor={id} className={isQuiet ? 'label' : 'font-medium text-sm'}>
        <span>{label}</span>
        {optional ? <span className="font-normal text-ink-soft"> (optional)</span> : null}
      </label>
      {children({
        id,
        'aria-invalid': error || isMarked ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {help ? (
        <p id={helpId} className="text-ink-soft text-sm">
          {help}
        </p>
      ) : null}
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
    </div>
  );
}
