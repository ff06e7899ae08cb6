import { signInAnew } from '../../../lib/api';
import { ApiProblem } from '../../../lib/problem';
import { Button } from '../../../ui/button';
import { FieldError } from '../../../ui/field';

/**
 * Says why the server refused a change, unless one of `fields` shows it. If the account was changed or deleted meanwhile,
 * it links to a new sign-in.
 */
export function Failure({ error, fields = [] }: { error: Error | null; fields?: string[] }) {
  const isOutdated = error instanceof ApiProblem && error.code === 'sign_in_again';
  const isSaid = error instanceof ApiProblem && fields.some((name) => error.field(name));
  return (
    <div role="alert" className="grid justify-items-start gap-3 empty:hidden">
      {error && !isSaid ? <FieldError>{error.message}</FieldError> : null}
      {isOutdated ? (
        <Button variant="secondary" size="small" onClick={() => signInAnew('again')}>
          Sign in again
        </Button>
      ) : null}
    </div>
  );
}
