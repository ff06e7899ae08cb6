import { FieldError } from '../ui/field';

/** Why a step was refused, beside its button. */
export function StepError({ error }: { error: Error | null }) {
  return (
    <div role="alert" className="empty:hidden">
      {error ? <FieldError>{error.message}</FieldError> : null}
    </div>
  );
}
