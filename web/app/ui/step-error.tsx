import { FieldError } from './field';

/** Why an action was refused, beside its button. */
export function StepError({ error }: { error: Error | string | null | undefined }) {
  return (
    <div role="alert" className="empty:hidden">
      {error ? <FieldError>{typeof error === 'string' ? error : error.message}</FieldError> : null}
    </div>
  );
}
