import { useMutation } from '@tanstack/react-query';
import { isStrongPassword } from '@vialproof/contract/credentials';
import { useEffect, useEffectEvent } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate, useNavigation } from 'react-router';
import { api } from '../../lib/api';
import { showFieldErrors } from '../../lib/field-errors';
import { signInAddress, withNext } from '../../lib/next';
import { ApiProblem } from '../../lib/problem';
import { endSession } from '../../lib/session';
import { Button } from '../../ui/button';
import { ErrorBanner } from '../../ui/error-banner';
import { useHydrated } from '../../ui/figures';
import { Form } from '../../ui/form';
import { NewPasswordInput, newPassword } from '../../ui/password-input';
import { Notice } from '../../ui/states';
import { AccountFrame } from './account-frame';
import { failureText, forgetError } from './failure';
import { redirectMs } from './use-entry';
import { useSignInParams } from './use-sign-in-params';

interface Fields {
  password: string;
}

/**
 * Third step of a password reset: the new password. It ends all sessions of the user, including this browser's session.
 */
export function NewPasswordForm() {
  const { next, email } = useSignInParams();
  const navigate = useNavigate();
  const isLeaving = useNavigation().state !== 'idle';
  // React takes input from before hydration when this form renders again.
  useHydrated();
  const { register, handleSubmit, setError, watch, formState } = useForm<Fields>({ mode: 'onTouched' });
  const { errors } = formState;
  const change = useMutation({
    mutationFn: async (json: Fields) => {
      await api.auth['reset-password'].new.$post({ json });
      endSession();
    },
    onError: (error) => {
      console.warn('Setting the new password failed:', error.message);
      showFieldErrors<Fields>(error, ['password'], setError);
    },
  });
  const { isSuccess } = change;

  const proceed = useEffectEvent(() => {
    if (!isLeaving) void navigate(signInAddress('reset', next, email ? { email } : {}), { replace: true });
  });
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(proceed, redirectMs);
    return () => clearTimeout(timer);
  }, [isSuccess]);

  const isExpired = change.error instanceof ApiProblem && change.error.code === 'reset_expired';
  const failure = change.error
    ? failureText(change.error, 'The new password could not be set. Please try again.')
    : '';
  return (
    <AccountFrame
      title="Choose a new password"
      lead="Every device that is signed in to this account will be signed out."
    >
      <Form onSubmit={handleSubmit((fields) => change.mutate(fields))} onInput={() => forgetError(change)}>
        <ErrorBanner text={failure}>
          {isExpired ? (
            <Link to={withNext('/reset-password', next)} className="link">
              Start again
            </Link>
          ) : null}
        </ErrorBanner>
        <div role="status" className="empty:hidden">
          {isSuccess ? <Notice tone="good">Your new password is set. Please log in with it.</Notice> : null}
        </div>
        {/* Tells password managers to which account this password belongs. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordInput
          {...register('password', newPassword)}
          label="New password"
          error={errors.password?.message}
        />
        <Button
          type="submit"
          size="large"
          wide
          disabled={!isStrongPassword(watch('password') ?? '') || isSuccess}
          busy={change.isPending}
        >
          {change.isPending ? 'Saving…' : 'Set new password'}
        </Button>
      </Form>
    </AccountFrame>
  );
}
