import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

export interface FieldText {
  label: string;
  /** A sentence below the field. */
  help?: ReactNode;
  /** The error of the field. */
  error?: string | undefined;
  /** Marks the field as wrong, although the error text is shown at another field. */
  isMarked?: boolean | undefined;
  /** Adds '(optional)' to the label. */
  optional?: boolean | undefined;
  /** A small label above a large field, for a table or a panel. */
  isQuiet?: boolean | undefined;
}

export interface ControlProps {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** The look of every text field. */
export const controlClass =
  'min-h-11 w-full rounded-sm border border-edge bg-sheet px-3 py-2 text-base text-ink transition-colors ' +
  'placeholder:text-ink-faint hover:border-ink-soft disabled:bg-wash disabled:text-ink-faint disabled:hover:border-edge ' +
  'aria-invalid:border-bad ' +
  // A field that cannot be changed looks like text.
  '[&[readonly]]:border-transparent [&[readonly]]:bg-transparent [&[readonly]]:px-0';

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-bad text-sm">
      <CircleAlert className="mt-[0.2em] size-4" />
      <span>{children}</span>
    </p>
  );
}

/** A field with label, help and error. It gets the ids that connect them. */
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
