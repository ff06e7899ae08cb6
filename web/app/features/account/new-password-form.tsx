import { isStrongPassword, PASSWORD_MESSAGE } from '@vialproof/contract/accounts';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { api } from '../../lib/api';
import { ApiProblem } from '../../lib/problem';
import { endSession } from '../../lib/session';
import { Button } from '../../ui/button';
import { useHydrated } from '../../ui/figures';
import { Notice } from '../../ui/states';
import { AccountFrame, inlineLink } from './account-frame';
import { ErrorBanner } from './error-banner';
import { failureText } from './failure';
import { PasswordInput } from './password-input';
import { useAsked } from './use-asked';

const redirectMs = 1_500;

/** Third step: the new password. Every session has ended with it, this browser's too. */
export function NewPasswordForm() {
  const { email } = useAsked();
  const navigate = useNavigate();
  const [failure, setFailure] = useState('');
  const [expired, setExpired] = useState(false);
  const [done, setDone] = useState(false);
  const { register, handleSubmit, watch, setError, formState } = useForm<{ password: string }>({
    mode: 'onTouched',
  });
  const hydrated = useHydrated();
  const strong = isStrongPassword(watch('password') ?? '');

  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => void navigate('/login', { replace: true }), redirectMs);
    return () => clearTimeout(timer);
  }, [done, navigate]);

  const submit = handleSubmit(async ({ password }) => {
    setFailure('');
    setExpired(false);
    try {
      await api.auth['reset-password'].new.$post({ json: { password } });
      endSession();
      setDone(true);
    } catch (error) {
      console.error(error);
      setFailure(failureText(error, 'The new password could not be set. Please try again.'));
      if (!(error instanceof ApiProblem)) return;
      setExpired(error.code === 'reset_expired');
      const message = error.field('password');
      if (message) setError('password', { message }, { shouldFocus: true });
    }
  });

  return (
    <AccountFrame
      title="Choose a new password"
      lead="Every device that is signed in to this account will be signed out."
    >
      <form method="post" noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <ErrorBanner text={failure}>
          {expired ? (
            <Link to="/reset-password" className={inlineLink}>
              Start again
            </Link>
          ) : null}
        </ErrorBanner>
        <div role="status" className="empty:hidden">
          {done ? <Notice tone="good">Your new password is set. Please log in with it.</Notice> : null}
        </div>
        {/* Tells a password manager whose password this is. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          {...register('password', {
            validate: (password) => isStrongPassword(password) || PASSWORD_MESSAGE,
          })}
          label="New password"
          autoComplete="new-password"
          help={
            formState.errors.password
              ? undefined
              : '8 or more characters with uppercase, lowercase, a number and a special character.'
          }
          error={formState.errors.password?.message}
        />
        <Button
          type="submit"
          size="large"
          wide
          disabled={!hydrated || !strong || done}
          busy={formState.isSubmitting}
        >
          {formState.isSubmitting ? 'Saving…' : 'Set new password'}
        </Button>
      </form>
    </AccountFrame>
  );
}
