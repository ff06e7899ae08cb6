import { useLocation, useNavigate } from 'react-router';
import { signOut } from '../../../lib/api';
import { signInAddress } from '../../../lib/next';
import { ApiProblem } from '../../../lib/problem';
import { Button } from '../../../ui/button';
import { FieldError } from '../../../ui/field';

/**
 * Says why the server refused a change, unless one of `fields` shows it. If the sign-in was too long ago, it links to a
 * new one.
 */
export function Failure({ error, fields = [] }: { error: Error | null; fields?: string[] }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const tooOld = error instanceof ApiProblem && error.code === 'sign_in_again';
  const isSaid = error instanceof ApiProblem && fields.some((name) => error.field(name));
  return (
    <div role="alert" className="grid justify-items-start gap-3 empty:hidden">
      {error && !isSaid ? <FieldError>{error.message}</FieldError> : null}
      {tooOld ? (
        <Button
          variant="secondary"
          size="small"
          onClick={() => {
            signOut();
            void navigate(signInAddress('again', pathname));
          }}
        >
          Sign in again
        </Button>
      ) : null}
    </div>
  );
}
